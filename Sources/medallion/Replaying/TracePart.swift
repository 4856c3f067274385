import Basics
import Findings
import Replay
import Rulebook
import Traces

/// One file of a trace of several, read line by line from its start.
final class TracePart {
  let path: String
  private var input: TraceInput
  private var documents: DocumentLines
  private var reader: TraceReader
  /// The items that were read and not taken; the next is last.
  private var waiting: [TraceReader.Item] = []
  private var isAtEnd = false
  /// The latest instant of a line that was taken: a line without an instant is merged with it.
  private var latest = PreciseInstant(milliseconds: 0)

  init(_ path: String, _ rulebook: LoadedRulebook, _ reading: TraceReading) throws(Failure) {
    self.path = path
    input = try TraceInput(path)
    guard input.canBeReadAgain else {
      throw Files.cannot(
        "read", path, "trace", because: "--one-trace reads files twice, and this is none")
    }
    documents = DocumentLines(isLines: reading.mapping?.isOfLines ?? false)
    reader = TraceReader(
      rules: rulebook.rules, mapping: reading.mapping, positions: reading.positions)
  }

  /// The instant by which the next item is merged; nil: the file has ended.
  func next() throws(Failure) -> PreciseInstant? {
    while waiting.isEmpty, !isAtEnd {
      var items: [TraceReader.Item] = []
      var (documents, reader) = (documents, reader)
      isAtEnd = !(try input.read { documents.feed($0) { items += reader.feed($0) } })
      if isAtEnd {
        documents.finish { items += reader.feed($0) }
        items += reader.finish()
      }
      (self.documents, self.reader) = (documents, reader)
      waiting = items.reversed()
    }
    guard let item = waiting.last else { return nil }
    if case .line(let line) = item, let instant = line.preciseInstant { return instant }
    return latest
  }

  /// Takes the next item.
  func take() -> TraceReader.Item? {
    let item = waiting.popLast()
    if case .line(let line)? = item, let instant = line.preciseInstant {
      latest = max(latest, instant)
    }
    return item
  }

  var tally: TraceReader.Tally { reader.tally }
}

/// The length of a file of a trace, and its first instant.
struct PartExtent {
  let path: String
  let lines: Int
  /// The first instant that is read in it.
  let begin: PreciseInstant
  /// The digest of the part; nil: not wanted.
  let digest: String?
  let chain: LineChain

  init(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions, _ reading: TraceReading
  ) throws(Failure) {
    let part = try TracePart(path, rulebook, reading)
    var begin: PreciseInstant?
    while begin == nil, try part.next() != nil {
      if case .line(let line)? = part.take() { begin = line.preciseInstant }
    }
    self.path = path
    self.begin = begin ?? PreciseInstant(milliseconds: 0)
    var input = try TraceInput(path, isDigested: reading.isDigested)
    var documents = DocumentLines(isLines: reading.mapping?.isOfLines ?? false)
    var splitter = LineSplitter(
      limit: LineSplitter.usualLimit, csvSeparator: reading.mapping?.csvSeparator)
    var lines = 0
    var chain = reading.chain(rulebook.rules, options, isPart: true)
    while try input.read({
      chain.feed($0)
      documents.feed($0) { splitter.feed($0) { _ in lines += 1 } }
    }) {}
    self.chain = chain
    documents.finish { splitter.feed($0) { _ in lines += 1 } }
    splitter.finish { _ in lines += 1 }
    self.lines = lines
    digest = input.digest?.text
  }
}
