/// Reads a line of a journal, as the service writes it and in no other form.
struct JournalScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// - Parameter bytes: One line, without its end.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  struct Mismatch: Error {}

  /// Whether the text stands here; then it is passed.
  mutating func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard bytes.endIndex - position >= text.count else { return false }
      for index in 0..<text.count where bytes[position + index] != text[index] { return false }
      position += text.count
      return true
    }
  }

  mutating func expect(_ text: StaticString) throws(Mismatch) {
    guard has(text) else { throw Mismatch() }
  }

  mutating func key(_ key: StaticString) throws(Mismatch) {
    try expect(",\"")
    try expect(key)
    try expect("\":")
  }

  /// Goes past the first place where the text stands; false: it does not.
  mutating func skip(past text: StaticString) -> Bool {
    while position < bytes.endIndex {
      if has(text) { return true }
      position += 1
    }
    return false
  }

  mutating func number() throws(Mismatch) -> Int64 {
    let isNegative = has("-")
    let first = position
    var value: Int64 = 0
    while position < bytes.endIndex, case let digit = bytes[position] &- UInt8(ascii: "0"),
      digit < 10
    {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int64(digit))
      guard !overflow, !carry else { throw Mismatch() }
      value = sum
      position += 1
    }
    guard position > first else { throw Mismatch() }
    return isNegative ? -value : value
  }

  mutating func number<Number: FixedWidthInteger>(
    _ key: StaticString, as type: Number.Type
  ) throws(Mismatch) -> Number {
    try self.key(key)
    guard let number = Number(exactly: try number()) else { throw Mismatch() }
    return number
  }

  mutating func bool(_ key: StaticString) throws(Mismatch) -> Bool {
    try self.key(key)
    if has("true") { return true }
    try expect("false")
    return false
  }

  /// The word in quotation marks; it holds no escapes.
  mutating func word(_ key: StaticString) throws(Mismatch) -> String {
    try self.key(key)
    try expect("\"")
    let first = position
    while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") { position += 1 }
    let word = String(decoding: bytes[first..<position], as: UTF8.self)
    try expect("\"")
    return word
  }

  /// A name such as T12, as the number that it stands for.
  mutating func index(_ key: StaticString, _ letter: StaticString) throws(Mismatch) -> Int {
    try self.key(key)
    return try index(letter)
  }

  private mutating func index(_ letter: StaticString) throws(Mismatch) -> Int {
    try expect("\"")
    try expect(letter)
    let number = try number()
    try expect("\"")
    guard number >= 1, number <= 1 << 40 else { throw Mismatch() }
    return Int(number) - 1
  }

  mutating func taxi(_ key: StaticString = "taxi") throws(Mismatch) -> TaxiID {
    TaxiID(try short(try index(key, "T")))
  }

  mutating func passenger() throws(Mismatch) -> PassengerID {
    PassengerID(try short(try index("passenger", "P")))
  }

  mutating func request() throws(Mismatch) -> RequestID { RequestID(try index("request", "R")) }

  mutating func zone(_ key: StaticString) throws(Mismatch) -> ZoneID? {
    try self.key(key)
    if has("null") { return nil }
    return ZoneID(try short(try index("Z")))
  }

  mutating func someZone(_ key: StaticString) throws(Mismatch) -> ZoneID {
    guard let zone = try zone(key) else { throw Mismatch() }
    return zone
  }

  private func short(_ index: Int) throws(Mismatch) -> Int32 {
    guard let short = Int32(exactly: index) else { throw Mismatch() }
    return short
  }
}
