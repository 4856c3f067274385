/// An error: the bytes are no checkpoint, or do not fit the object that they should restore.
package struct CheckpointDamage: Error, Hashable, Sendable {
  package init() {}
}

/// Reads the output of ``CheckpointWriter``. For any bytes it ends with values or with
/// ``CheckpointDamage``; the caller must check the range of numbers.
package struct CheckpointReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package var isAtEnd: Bool { position == bytes.endIndex }

  package mutating func byte() throws(CheckpointDamage) -> UInt8 {
    guard position < bytes.endIndex else { throw CheckpointDamage() }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func bool() throws(CheckpointDamage) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw CheckpointDamage()
    }
  }

  package mutating func int64() throws(CheckpointDamage) -> Int64 {
    var word: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let next = UInt64(try byte())
      word |= (next & 0x7F) << shift
      guard next >= 0x80 else {
        guard shift < 63 || next <= 1 else { throw CheckpointDamage() }
        return Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
      }
    }
    throw CheckpointDamage()
  }

  package mutating func int() throws(CheckpointDamage) -> Int { Int(try int64()) }

  package mutating func int32() throws(CheckpointDamage) -> Int32 {
    guard let number = Int32(exactly: try int64()) else { throw CheckpointDamage() }
    return number
  }

  /// Reads a number of lines, bytes or times, small enough that further counting cannot overflow.
  package mutating func count() throws(CheckpointDamage) -> Int { try index(below: 1 << 48) }

  package mutating func optionalCount() throws(CheckpointDamage) -> Int? {
    try optional { reader throws(CheckpointDamage) in try reader.count() }
  }

  /// Reads a position below `end`.
  package mutating func index(below end: Int) throws(CheckpointDamage) -> Int {
    let number = try int()
    guard number >= 0, number < end else { throw CheckpointDamage() }
    return number
  }

  package mutating func text() throws(CheckpointDamage) -> String {
    guard let text = String(validating: try slice(), as: UTF8.self) else {
      throw CheckpointDamage()
    }
    return text
  }

  package mutating func content() throws(CheckpointDamage) -> [UInt8] { Array(try slice()) }

  private mutating func slice() throws(CheckpointDamage) -> ArraySlice<UInt8> {
    let count = try length()
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads the number of elements that follow, each of which has at least one byte.
  package mutating func length() throws(CheckpointDamage) -> Int {
    let length = try int()
    guard length >= 0, length <= bytes.endIndex - position else { throw CheckpointDamage() }
    return length
  }

  package mutating func optional<Element>(
    _ body: (inout CheckpointReader) throws(CheckpointDamage) -> Element
  ) throws(CheckpointDamage) -> Element? {
    try bool() ? try body(&self) : nil
  }

  package mutating func list<Element>(
    _ body: (inout CheckpointReader) throws(CheckpointDamage) -> Element
  ) throws(CheckpointDamage) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<(try length()) { elements.append(try body(&self)) }
    return elements
  }

  /// A list of which the length is known.
  package mutating func list<Element>(
    of count: Int, _ body: (inout CheckpointReader) throws(CheckpointDamage) -> Element
  ) throws(CheckpointDamage) -> [Element] {
    let elements = try list(body)
    guard elements.count == count else { throw CheckpointDamage() }
    return elements
  }
}
