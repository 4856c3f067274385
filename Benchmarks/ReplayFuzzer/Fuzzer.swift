import Basics
import Findings
import FoundationEssentials
import Replay
import Rulebook
import Traces

/// Where the fast and the slow way do not agree.
struct Difference: Error, CustomStringConvertible {
  let description: String
}

struct Fuzzer {
  struct Tally: CustomStringConvertible {
    var replayed = 0
    var evaluated = 0
    var mapped = 0
    var grouped = 0
    var recorded = 0
    var unpacked = 0

    var description: String {
      "\(replayed) traces replayed in two ways, \(evaluated) by the evaluator, \(mapped) with "
        + "mappings, \(grouped) with several records a line, \(recorded) as records that the "
        + "scanner reads, \(unpacked) unpacked"
    }
  }

  /// More than a trace of the corpus has of any kind.
  private static let all = 10_000

  let corpus: Corpus
  var tally = Tally()
  /// What the round under way feeds, and how it is replayed.
  var fed: (bytes: [UInt8], options: ReplayOptions?) = ([], nil)

  mutating func run(round: UInt64, seed: UInt64) throws {
    var random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ round)
    let book = corpus.books[random.below(corpus.books.count)]
    var bytes = book.traces[random.below(book.traces.count)]
    if random.below(8) == 0 { bytes += book.traces[random.below(book.traces.count)] }
    Damage.apply(&bytes, &random)
    fed = (bytes, nil)
    switch random.below(10) {
    case 0: try unpack(bytes, &random)
    case 1, 2: try map(bytes, book, &random)
    case 3: try group(bytes, book, &random)
    case 4: try record(bytes, book, &random)
    default: try replay(bytes, book, &random)
    }
  }

  // MARK: Traces

  private mutating func replay(
    _ bytes: [UInt8], _ book: Corpus.Book, _ random: inout SplitMix64
  ) throws {
    let options = options(book, &random)
    fed.options = options
    let fast = result(of: bytes, book, options, random.below(3_000) + 1)
    let slow = strictResult(of: bytes, book, options)
    tally.replayed += 1
    try compare(fast, slow, "scanned and read strictly", book)
    guard random.below(12) == 0, bytes.count < 20_000 else { return }
    tally.evaluated += 1
    // The evaluator forgets nobody: a name that was given away it always knows. Nor does it look back.
    func remembering(evaluator: Bool) -> TraceResult {
      strictResult(
        of: bytes, book,
        ReplayOptions(
          tolerance: options.tolerance, strict: options.isStrict, evaluator: evaluator,
          remembered: Self.all, hidden: options.hidden, startsUnknown: options.startsUnknown,
          looksBack: .never))
    }
    let (executed, evaluated) = (
      remembering(evaluator: false), remembering(evaluator: true)
    )
    guard executed.verdict == evaluated.verdict,
      executed.findings.count == evaluated.findings.count
    else {
      throw Difference(
        description: "\(book.name): the machine says \(executed.verdict) with "
          + "\(executed.findings.count) findings, the evaluator \(evaluated.verdict) with "
          + "\(evaluated.findings.count)")
    }
  }

  func options(_ book: Corpus.Book, _ random: inout SplitMix64) -> ReplayOptions {
    var hidden: Set<String> = []
    if random.below(6) == 0 {
      hidden = [book.rules.events[random.below(book.rules.events.count)].name]
    }
    let tolerance = random.below(4) == 0 ? Int64(random.below(100_000)) : 0
    let (isStrict, startsUnknown) = (random.below(10) == 0, random.below(5) == 0)
    let remembered = random.below(3) == 0 ? random.below(4) : Self.all
    return ReplayOptions(
      tolerance: tolerance, strict: isStrict, remembered: remembered, hidden: hidden,
      startsUnknown: startsUnknown)
  }

  func result(
    of bytes: [UInt8], _ book: Corpus.Book, _ options: ReplayOptions, _ size: Int,
    records: ScannedRecords? = nil
  ) -> TraceResult {
    var replayer = Replayer(
      book.rules, path: "", source: nil, options: options, records: records, positions: nil)
    for start in stride(from: 0, to: bytes.count, by: size) {
      replayer.feed(bytes[start..<min(start + size, bytes.count)])
    }
    replayer.endOfTrace()
    return replayer.finish()
  }

  func strictResult(
    of bytes: [UInt8], _ book: Corpus.Book, _ options: ReplayOptions, mapping: Mapping? = nil
  ) -> TraceResult {
    var replayer = Replayer(book.rules, options: options)
    for item in TraceSequence(bytes, rules: book.rules, mapping: mapping) { replayer.take(item) }
    return replayer.finish()
  }

  func compare(
    _ first: TraceResult, _ second: TraceResult, _ ways: String, _ book: Corpus.Book
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let (a, b) = (try encoder.encode(first), try encoder.encode(second))
    if a != b {
      throw Difference(
        description: "\(book.name): \(ways) differ:\n\(String(decoding: a, as: UTF8.self))\n"
          + String(decoding: b, as: UTF8.self))
    }
  }

  // MARK: Mappings

  private mutating func map(
    _ bytes: [UInt8], _ book: Corpus.Book, _ random: inout SplitMix64
  ) throws {
    var text = corpus.mappings[random.below(corpus.mappings.count)]
    if random.below(3) > 0 { Damage.apply(&text, &random) }
    let source = SourceText(path: "m.mapping", text: String(decoding: text, as: UTF8.self))
    guard let mapping = MappingParser.parse(source, rules: book.rules).mapping else { return }
    tally.mapped += 1
    let whole = items(bytes, book, mapping, bytes.count)
    let pieces = items(bytes, book, mapping, random.below(500) + 1)
    if whole != pieces {
      throw Difference(description: "\(book.name): whole and in pieces differ under a mapping")
    }
  }

  private func items(
    _ bytes: [UInt8], _ book: Corpus.Book, _ mapping: Mapping, _ size: Int
  ) -> [TraceReader.Item] {
    var reader = TraceReader(rules: book.rules, mapping: mapping)
    var items: [TraceReader.Item] = []
    for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
      items += reader.feed(bytes[start..<min(start + max(1, size), bytes.count)])
    }
    return items + reader.finish()
  }

  // MARK: Packed files

  /// Bytes that begin as a packed file does, in pieces.
  private mutating func unpack(_ bytes: [UInt8], _ random: inout SplitMix64) throws {
    tally.unpacked += 1
    let starts: [[UInt8]] = [[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3], [0x28, 0xB5, 0x2F, 0xFD], []]
    let packed = starts[random.below(3)] + bytes.map { $0 &* UInt8(random.below(2) * 136 + 1) }
    var decompressor = Decompressor()
    var count = 0
    let size = random.below(4_000) + 1
    do throws(DecompressionError) {
      for start in stride(from: 0, to: packed.count, by: size) {
        try decompressor.feed(packed[start..<min(start + size, packed.count)]) { count += $0.count }
      }
      try decompressor.finish { count += $0.count }
    } catch {
      return
    }
  }
}
