/// Writes numbers in 8 bytes each, the least significant first.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ value: some BinaryInteger) {
    let bits = UInt64(truncatingIfNeeded: value)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }

  mutating func write(_ value: Bool) { write(value ? 1 : 0) }
}

/// Reads what a ``ByteWriter`` has written; after the end of it zeros, and ``isComplete`` is
/// false.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var isComplete = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func int() -> Int {
    guard bytes.count - position >= 8 else {
      isComplete = false
      return 0
    }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return Int(truncatingIfNeeded: bits)
  }

  /// What was read cannot be.
  mutating func fail() { isComplete = false }

  mutating func short() -> Int32 { Int32(truncatingIfNeeded: int()) }

  /// An instant, so far from the ends of what can be counted that durations can be added.
  mutating func instant() -> Int64 {
    let instant = Int64(int())
    if instant.magnitude > 1 << 52 { isComplete = false }
    return isComplete ? instant : 0
  }

  mutating func bool() -> Bool { int() != 0 }

  /// How many elements follow; no more than there are bytes for.
  mutating func count() -> Int {
    let count = int()
    guard count >= 0, count <= bytes.count - position else {
      isComplete = false
      return 0
    }
    return count
  }

  /// A number from 0 to `most`.
  mutating func int(upTo most: Int) -> Int {
    let number = int()
    guard (0...most).contains(number) else {
      isComplete = false
      return 0
    }
    return number
  }

  /// The number of a request or reservation: they are counted from 0, and never so far.
  mutating func serial() -> Int { int(upTo: 1 << 48) }

  /// One of the cases of an enumeration.
  mutating func symbol<Symbol: RawRepresentable<UInt8>>(_ other: Symbol) -> Symbol {
    guard let symbol = Symbol(rawValue: UInt8(truncatingIfNeeded: int())) else {
      isComplete = false
      return other
    }
    return symbol
  }
}
