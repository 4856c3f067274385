/// Reads a line of a journal, as the service writes it and in no other form.
struct JournalScanner {
  private let bytes: ArraySlice<UInt8>
  private let zones: ZoneNames
  private let map: CityMap?
  private var position: Int
  /// The place of the event, if the line tells coordinates.
  private(set) var place: Position?

  /// - Parameters:
  ///   - bytes: One line, without its end.
  ///   - zones: The names of zones.
  ///   - map: The map of the zones; nil: no line tells coordinates.
  init(_ bytes: ArraySlice<UInt8>, _ zones: ZoneNames, _ map: CityMap?) {
    self.bytes = bytes
    self.zones = zones
    self.map = map
    position = bytes.startIndex
  }

  struct Mismatch: Error {}

  /// Returns true if the text stands here, and goes behind it.
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
    if zones.isNumbered { return ZoneID(try short(try index("Z"))) }
    if let map, has("[") {
      let longitude = try millionths()
      try expect(",")
      let place = Position(longitude: longitude, latitude: try millionths())
      try expect("]")
      self.place = place
      return map.zone(at: place)
    }
    guard let zone = zones.zone(try quoted()) else { throw Mismatch() }
    return ZoneID(zone)
  }

  /// Degrees with up to six decimals, in millionths of a degree.
  private mutating func millionths() throws(Mismatch) -> Int64 {
    let isNegative = has("-")
    var value = try number()
    guard (0...180).contains(value) else { throw Mismatch() }
    value *= 1_000_000
    if has(".") {
      var scale: Int64 = 100_000
      while position < bytes.endIndex, case let digit = bytes[position] &- UInt8(ascii: "0"),
        digit < 10
      {
        value += scale * Int64(digit)
        scale /= 10
        position += 1
      }
    }
    return isNegative ? -value : value
  }

  /// A text with its quotation marks, as it is written.
  private mutating func quoted() throws(Mismatch) -> [UInt8] {
    let first = position
    try expect("\"")
    while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    try expect("\"")
    return Array(bytes[first..<position])
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
