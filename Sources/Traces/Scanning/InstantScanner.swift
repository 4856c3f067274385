/// A scanner of instants as `2016-02-28T18:03:07.120Z` or in milliseconds, most of which begin as
/// the one before.
struct InstantScanner {
  /// The first eight digits of a number of milliseconds, and their value.
  private var digits = UInt64(littleEndian: 0x3030_3030_3030_3031)
  private var leading: Int64 = 10_000_000
  private var minute: (UInt64, UInt64) = (0, 0)
  /// The instant at which that minute began.
  private var start: Int64 = 0

  /// Returns the milliseconds of an instant; nil: it has another form, which may be right as well.
  mutating func milliseconds(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard count == 20 || count == 24, text[count - 1] == UInt8(ascii: "Z") else { return nil }
    let raw = UnsafeRawPointer(text)
    let first = raw.loadUnaligned(as: UInt64.self)
    let second = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    if first != minute.0 || second != minute.1 {
      let text = String(
        decoding: UnsafeBufferPointer(start: text, count: 16), as: UTF8.self)
      guard let found = try? Timestamp.milliseconds(of: "\(text):00Z") else { return nil }
      (minute, start) = ((first, second), found)
    }
    guard text[16] == UInt8(ascii: ":"), let seconds = Self.number(text + 17, 2), seconds < 60
    else { return nil }
    if count == 20 { return start + seconds * 1000 }
    guard text[19] == UInt8(ascii: "."), let fraction = Self.number(text + 20, 3) else {
      return nil
    }
    return start + seconds * 1000 + fraction
  }

  /// A number of milliseconds, as ``PlainText/number(_:)`` reads it.
  @inline(__always)
  mutating func number(_ position: inout UnsafePointer<UInt8>) -> Int64? {
    let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
    guard word == digits else { return otherNumber(&position, word) }
    let start = position
    position += 8
    let number = PlainText.number(leading, goingOnAt: &position)
    return position - start <= 18 ? number : nil
  }

  private mutating func otherNumber(
    _ position: inout UnsafePointer<UInt8>, _ word: UInt64
  ) -> Int64? {
    // Zeros before a number are needless.
    if let first = PlainText.eightDigits(in: word), position.pointee != UInt8(ascii: "0") {
      (digits, leading) = (word, first)
    }
    return PlainText.number(&position)
  }

  private static func number(_ text: UnsafePointer<UInt8>, _ digits: Int) -> Int64? {
    var number: Int64 = 0
    for index in 0..<digits {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      number = number * 10 + Int64(digit)
    }
    return number
  }
}
