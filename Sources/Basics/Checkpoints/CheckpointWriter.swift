/// Puts values one after the other into bytes: whole numbers in as few as they need, texts and
/// lists behind their lengths. The bytes hold no types; ``CheckpointReader`` must ask for the same
/// types in the same order.
package struct CheckpointWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ byte: UInt8) { bytes.append(byte) }

  package mutating func write(_ truth: Bool) { bytes.append(truth ? 1 : 0) }

  /// Seven bits a byte, the lowest first; small numbers of either sign are short.
  package mutating func write(_ number: Int64) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func write(_ number: Int) { write(Int64(number)) }
  package mutating func write(_ number: Int32) { write(Int64(number)) }

  package mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func write(_ content: [UInt8]) {
    write(content.count)
    bytes.append(contentsOf: content)
  }

  package mutating func write<Element>(
    optional element: Element?, _ body: (inout CheckpointWriter, Element) -> Void
  ) {
    write(element != nil)
    if let element { body(&self, element) }
  }

  package mutating func write<Elements: Collection>(
    list elements: Elements, _ body: (inout CheckpointWriter, Elements.Element) -> Void
  ) {
    write(elements.count)
    for element in elements { body(&self, element) }
  }

  /// A set, or a dictionary: the same elements give the same bytes.
  package mutating func write<Elements: Collection>(
    unordered elements: Elements, _ body: (inout CheckpointWriter, Elements.Element) -> Void
  ) {
    var parts: [[UInt8]] = []
    for element in elements {
      var writer = CheckpointWriter()
      body(&writer, element)
      parts.append(writer.bytes)
    }
    write(parts.count)
    for part in parts.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      bytes.append(contentsOf: part)
    }
  }
}
