import Rulebook

/// The items of a trace that is in memory as a whole, read one after the other on demand.
package struct TraceSequence: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private var reader: TraceReader
  private var position = 0
  private var isFinished = false
  /// The items that were read but not handed over yet; the next one is last.
  private var pending: [TraceReader.Item] = []

  /// - Parameter lineLimit: as ``TraceReader`` has it.
  package init(
    _ bytes: [UInt8], rules: Core.Rules, mapping: Mapping? = nil, lineLimit: Int? = nil
  ) {
    self.bytes = bytes
    reader = TraceReader(rules: rules, mapping: mapping, lineLimit: lineLimit)
  }

  package mutating func next() -> TraceReader.Item? {
    while pending.isEmpty, !isFinished {
      let end = Swift.min(position + 1 << 16, bytes.count)
      if position < end {
        pending = reader.feed(bytes[position..<end]).reversed()
        position = end
      } else {
        pending = reader.finish().reversed()
        isFinished = true
      }
    }
    return pending.popLast()
  }
}
