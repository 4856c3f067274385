public import Rulebook

/// Reads a trace, fed in blocks of any size, against the names and types of a rulebook: JSON
/// Lines, or whatever a mapping makes lines of. Files of any size and pipes are read in constant
/// memory.
///
/// This is the strict reader, which says exactly what is wrong with a line; whatever reads
/// faster must agree with it.
public struct TraceReader: Sendable {
  /// What was read, in the order of the file. Blank lines are nothing.
  public enum Item: Hashable, Sendable {
    case line(TraceLine)
    case rejected(Rejection)
    /// The last line has no line end and is not JSON: whoever wrote the file was interrupted, or
    /// has not finished.
    case torn(TracePlace)
  }

  /// What was done under a mapping.
  public struct Tally: Hashable, Sendable {
    /// How many records the mapping says are none of the trace.
    public var passedOver = 0
    /// How many lines that hold a list of records have none.
    public var empty = 0
  }

  var decoder: LineDecoder
  var splitter: LineSplitter
  /// Further lines that records make at instants of their own, such as the ends of trips, until
  /// the records have come as far.
  var later = HeldItems()
  /// Of what was read so far; nothing is counted without a mapping.
  public internal(set) var tally = Tally()

  /// - Parameters:
  ///   - mapping: What lines of the trace are made of; nil: they are lines of a trace already.
  ///   - lineLimit: The number of bytes that a line may have; longer ones are rejected. nil: as the mapping
  ///     has it, without one ``LineSplitter/usualLimit``.
  public init(
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

  /// Takes the next bytes of the file and returns what the lines that end in them say.
  public mutating func feed(_ block: ArraySlice<UInt8>) -> [Item] {
    read { splitter, take in splitter.feed(block, take) }
  }

  /// Says that what comes next is the start of another file, which has a header of its own if the
  /// first had one.
  public mutating func beginFile() { decoder.header = nil }

  /// Says that the file has ended, and returns what its last line says if it had no line end.
  public mutating func finish() -> [Item] {
    let items = read { splitter, take in splitter.finish(take) }
    return items + later.takeAll()
  }

  /// How many further lines wait; beyond that one is handed over before its turn.
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
