/// The tokens of a plain line, read without looking where the text ends: a line end is no part of
/// any token, so nothing gets beyond the first one, and behind the last there is room for a word
/// of zeros.
enum PlainText {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The first byte that is none of a plain text: a quote, an escape, a control, no ASCII.
  @inline(__always)
  static func end(of text: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var position = text
    while true {
      let found = ends(in: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
      if found != 0 { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
  }

  /// The high bits of such bytes among eight; the lowest one is right.
  @inline(__always)
  private static func ends(in word: UInt64) -> UInt64 {
    // With its second bit turned over a quote stands just above the controls, and nothing between.
    let quotesAndControls = (word ^ (ones &* 0x02)) &- ones &* 0x21
    let escapes = (word ^ (ones &* 0x5C)) &- ones
    return (quotesAndControls | escapes | word) & (ones &* 0x80)
  }

  /// A text of one to seven bytes, with zeros above.
  struct Short {
    let word: UInt64
    let count: Int
  }

  /// The text that starts there, if it is short.
  @inline(__always)
  static func shortText(_ start: UnsafePointer<UInt8>) -> Short? {
    let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    let found = ends(in: word)
    // The lowest bit of the first such byte: 0 if there is none, 1 if nothing stands before it.
    let end = (found & (0 &- found)) >> 7
    guard end > 1 else { return nil }
    return Short(word: word & (end &- 1), count: found.trailingZeroBitCount >> 3)
  }

  /// A text up to its end, where the position is left.
  @inline(__always)
  static func text(
    _ position: inout UnsafePointer<UInt8>
  ) -> (start: UnsafePointer<UInt8>, count: Int) {
    let start = position
    position = end(of: start)
    return (start, position - start)
  }

  /// A whole number of at most 18 digits, without needless zeros. The byte behind it says whether
  /// that was all of it.
  @inline(__always)
  static func number(_ position: inout UnsafePointer<UInt8>) -> Int64? {
    let isNegative = position.pointee == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var number: Int64 = 0
    if let first = eightDigits(in: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)) {
      position += 8
      number = self.number(first, goingOnAt: &position)
    } else {
      number = self.number(0, &position)
    }
    let digits = position - start
    guard digits > 0, digits <= 18, digits == 1 || start.pointee != UInt8(ascii: "0") else {
      return nil
    }
    return isNegative ? -number : number
  }

  /// The number that begins with eight digits that were read, with the digits that follow.
  @inline(__always)
  static func number(_ first: Int64, goingOnAt position: inout UnsafePointer<UInt8>) -> Int64 {
    // An instant in milliseconds has 13 digits.
    guard let next = fourDigits(position) else { return number(first, &position) }
    position += 4
    return number(first &* 10_000 &+ next, &position)
  }

  /// Reads a number digit by digit.
  @inline(__always)
  private static func number(_ first: Int64, _ position: inout UnsafePointer<UInt8>) -> Int64 {
    var number = first
    while position.pointee &- UInt8(ascii: "0") <= 9 {
      number = number &* 10 &+ Int64(position.pointee &- UInt8(ascii: "0"))
      position += 1
    }
    return number
  }

  /// Returns the number that eight digits make, combined pair by pair; nil: some byte is no digit.
  @inline(__always)
  static func eightDigits(in word: UInt64) -> Int64? {
    let digits = UInt64(littleEndian: word) ^ (ones &* 0x30)
    // A byte above nine either has one of its high bits, or gets one when six is added.
    guard (digits | (digits &+ ones &* 6)) & (ones &* 0xF0) == 0 else { return nil }
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
    return Int64(truncatingIfNeeded: (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
  }

  @inline(__always)
  private static func fourDigits(_ position: UnsafePointer<UInt8>) -> Int64? {
    let word = UInt32(
      littleEndian: UnsafeRawPointer(position).loadUnaligned(as: UInt32.self))
    let digits = word ^ 0x3030_3030
    guard (digits | (digits &+ 0x0606_0606)) & 0xF0F0_F0F0 == 0 else { return nil }
    let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF
    return Int64((pairs &* 100 &+ pairs >> 16) & 0xFFFF)
  }

  /// Two decimal numbers in brackets.
  struct Pair {
    var first: UnsafeBufferPointer<UInt8>
    var second: UnsafeBufferPointer<UInt8>
  }

  /// A list of two numbers without exponents.
  static func pair(_ position: inout UnsafePointer<UInt8>) -> Pair? {
    guard take(UInt8(ascii: "["), &position) else { return nil }
    skipBlanks(&position)
    guard let first = decimal(&position) else { return nil }
    skipBlanks(&position)
    guard take(UInt8(ascii: ","), &position) else { return nil }
    skipBlanks(&position)
    guard let second = decimal(&position) else { return nil }
    skipBlanks(&position)
    return take(UInt8(ascii: "]"), &position) ? Pair(first: first, second: second) : nil
  }

  /// Goes behind a number without an exponent whose value is not needed.
  /// - Returns: False if it has another form, or so many digits that it may be too great.
  static func skipDecimal(_ position: inout UnsafePointer<UInt8>) -> Bool {
    guard let number = decimal(&position) else { return false }
    return number.count <= 300 && position.pointee | 0x20 != UInt8(ascii: "e")
  }

  /// Reads a decimal number. The caller must check the byte that follows it.
  private static func decimal(
    _ position: inout UnsafePointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    let start = position
    _ = take(UInt8(ascii: "-"), &position)
    let whole = position
    skipDigits(&position)
    guard position > whole, position - whole == 1 || whole.pointee != UInt8(ascii: "0") else {
      return nil
    }
    if take(UInt8(ascii: "."), &position) {
      let fraction = position
      skipDigits(&position)
      if position == fraction { return nil }
    }
    return UnsafeBufferPointer(start: start, count: position - start)
  }

  @inline(__always)
  private static func take(_ byte: UInt8, _ position: inout UnsafePointer<UInt8>) -> Bool {
    guard position.pointee == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private static func skipBlanks(_ position: inout UnsafePointer<UInt8>) {
    while position.pointee == 0x20 || position.pointee == 0x09 { position += 1 }
  }

  @inline(__always)
  private static func skipDigits(_ position: inout UnsafePointer<UInt8>) {
    while position.pointee &- UInt8(ascii: "0") <= 9 { position += 1 }
  }
}
