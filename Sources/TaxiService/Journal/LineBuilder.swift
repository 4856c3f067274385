import Basics

/// Writes members of a line of JSON; texts must need no escaping.
struct LineBuilder {
  private(set) var bytes: [UInt8]
  private(set) var chain: JournalChain
  private let zones: ZoneNames
  private var start = 0

  init(_ zones: ZoneNames, after chain: JournalChain) {
    bytes = []
    self.zones = zones
    self.chain = chain
  }

  mutating func begin(at instant: Milliseconds) {
    start = bytes.count
    text("{\"at\":")
    number(instant)
  }

  /// Ends the line with its number, the digest of the line before and the checksum of all of that.
  mutating func end() {
    number("seq", chain.count + 1)
    text(",\"prev\":\"")
    bytes += chain.digest
    text("\"")
    let checksum = CRC32C.checksum(bytes[start...])
    text(",\"crc\":\"")
    var shift: UInt32 = 32
    while shift > 0 {
      shift -= 4
      let digit = UInt8(truncatingIfNeeded: checksum >> shift & 15)
      bytes.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
    }
    text("\"}\n")
    chain.take(bytes[start...].dropLast())
  }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func text(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func key(_ key: StaticString) {
    text(",\"")
    text(key)
    text("\":")
  }

  mutating func string(_ key: StaticString, _ value: StaticString) {
    self.key(key)
    text("\"")
    text(value)
    text("\"")
  }

  mutating func number(_ key: StaticString, _ value: Int64) {
    self.key(key)
    number(value)
  }

  mutating func bool(_ key: StaticString, _ value: Bool) {
    self.key(key)
    text(value ? "true" : "false")
  }

  mutating func name(_ key: StaticString, _ letter: Unicode.Scalar, _ index: Int) {
    self.key(key)
    name(letter, index)
  }

  mutating func zone(_ key: StaticString, _ zone: ZoneID?) {
    self.key(key)
    if let zone { self.zone(Int(zone.index)) } else { text("null") }
  }

  mutating func zone(_ index: Int) {
    if let text = zones.text(index) { bytes += text } else { name("Z", index) }
  }

  /// A place, by its coordinates if they are told.
  mutating func place(_ key: StaticString, _ zone: ZoneID?, _ position: Position?) {
    guard let position else { return self.zone(key, zone) }
    self.key(key)
    self.position(position)
  }

  /// `[longitude, latitude]` in degrees.
  mutating func position(_ position: Position) {
    text("[")
    degrees(position.longitude)
    text(",")
    degrees(position.latitude)
    text("]")
  }

  private mutating func degrees(_ millionths: Int32) {
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    if millionths < 0 { text("-") }
    number(Int64(whole))
    guard rest > 0 else { return }
    text(".")
    var (digits, scale) = (rest, UInt32(100_000))
    while digits > 0 {
      bytes.append(UInt8(truncatingIfNeeded: digits / scale) + UInt8(ascii: "0"))
      (digits, scale) = (digits % scale, scale / 10)
    }
  }

  /// T1 is the first taxi.
  mutating func name(_ letter: Unicode.Scalar, _ index: Int) {
    text("\"")
    bytes.append(UInt8(ascii: letter))
    number(Int64(index) + 1)
    text("\"")
  }

  mutating func number(_ value: Int64) {
    var rest = value.magnitude
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0"))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }
}
