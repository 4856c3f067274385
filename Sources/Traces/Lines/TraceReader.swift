import Rulebook

/// Reads a trace, fed in blocks of any size, against the names and types of a rulebook: JSON Lines,
/// or another format by a mapping. Files of any size and pipes are read in constant memory.
///
/// This is the strict reader, which says exactly what is wrong with a line; every faster reader
/// must agree with it.
package struct TraceReader: Sendable {
  /// One thing that was read, in the order of the file. Blank lines make no item.
  package enum Item: Hashable, Sendable {
    case line(TraceLine)
    case rejected(Rejection)
    /// The last line has no line end and is not JSON: its writer was interrupted, or has not
    /// finished.
    case torn(TracePlace)
  }

  /// The counts of records and lines that a mapping leaves out.
  package struct Tally: Hashable, Sendable {
    /// The number of records that the mapping says are none of the trace.
    package var passedOver = 0
    /// The number of lines whose list of records is empty.
    package var empty = 0
  }

  var decoder: LineDecoder
  var splitter: LineSplitter
  /// The further lines that records make at instants of their own, such as the ends of trips. They
  /// wait here until the records reach their instants.
  var later = HeldItems()
  /// The counts so far; without a mapping they stay 0.
  package internal(set) var tally = Tally()

  /// - Parameters:
  ///   - mapping: The mapping that makes lines of the trace; nil: the input consists of such lines
  ///     already.
  ///   - lineLimit: The number of bytes that a line may have; longer ones are rejected. nil: the
  ///     limit of the mapping, or without one ``LineSplitter/usualLimit``.
  package init(
    rules: Core.Rules, mapping: Mapping? = nil, positions: PositionNames? = nil,
    lineLimit: Int? = nil
  ) {
    decoder = LineDecoder(rules: rules, mapping: mapping, positions: positions)
    splitter = LineSplitter(
      limit: lineLimit ?? mapping?.lineLimit ?? LineSplitter.usualLimit,
      csvSeparator: mapping?.csvSeparator)
  }

  /// The memory held for an unfinished line, in bytes.
  package var bufferCapacity: Int { splitter.bufferCapacity }

  /// Takes the next bytes of the file and returns the items of the lines that end in them.
  package mutating func feed(_ block: ArraySlice<UInt8>) -> [Item] {
    read { splitter, take in splitter.feed(block, take) }
  }

  /// Starts another file, which has a header of its own if the first had one.
  package mutating func beginFile() { decoder.header = nil }

  /// Ends the file, and returns the items of its last line if that had no line end.
  package mutating func finish() -> [Item] {
    let items = read { splitter, take in splitter.finish(take) }
    return items + later.takeAll()
  }

  /// The largest number of further lines that wait; beyond it one is handed over before its turn.
  private static let mostHeld = 1 << 20

  private mutating func read(
    _ split: (inout LineSplitter, (LineSplitter.Line) -> Void) -> Void
  ) -> [Item] {
    var items: [Item] = []
    // Copies, since the splitter is being changed while they are.
    var (decoder, tally, later) = (decoder, tally, later)
    split(&splitter) { line in
      decoder.decode(line) { decoded in
        switch decoded.result {
        case .item(let item):
          guard case .line(let line) = item, let instant = line.preciseInstant else {
            items.append(item)
            break
          }
          if decoded.mapped?.isFurther == true, later.count < Self.mostHeld {
            later.insert(item, at: instant)
            break
          }
          while let next = later.first, next <= instant, let held = later.popFirst() {
            items.append(held)
          }
          items.append(item)
        case .passedOver: tally.passedOver += 1
        case .empty: tally.empty += 1
        }
      }
    }
    (self.decoder, self.tally, self.later) = (decoder, tally, later)
    return items
  }
}
