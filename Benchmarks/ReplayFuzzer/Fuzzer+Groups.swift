import Basics
import Findings
import Replay
import Rulebook
import Traces

/// How many records a line holds is a matter of form: the same must be found.
extension Fuzzer {
  /// The keys of a trace's own lines, in a list.
  private static let mapping = "records r[]\n" + flat

  mutating func group(
    _ bytes: [UInt8], _ book: Corpus.Book, _ random: inout SplitMix64
  ) throws {
    let source = SourceText(path: "m.mapping", text: Self.mapping)
    guard let mapping = MappingParser.parse(source, rules: book.rules).mapping else {
      throw Difference(description: "the mapping of groups is none")
    }
    // A line that is no JSON would spoil its whole group.
    let records = bytes.split(separator: UInt8(ascii: "\n")).filter { isRead($0, book) }
    var groups: [[ArraySlice<UInt8>]] = []
    for record in records {
      if groups.isEmpty || random.below(4) == 0 { groups.append([]) }
      groups[groups.count - 1].append(record)
    }
    let options = options(book, &random)
    fed.options = options
    tally.grouped += 1
    let alone = told(by: records.map { [$0] }, book, mapping, options)
    let together = told(by: groups, book, mapping, options)
    if alone != together {
      throw Difference(
        description: "\(book.name): records alone and in groups differ:\n"
          + alone.joined(separator: "\n") + "\n--\n" + together.joined(separator: "\n"))
    }
  }

  private func isRead(_ line: ArraySlice<UInt8>, _ book: Corpus.Book) -> Bool {
    // Not as a file's first line, which may have a byte order mark.
    let end = UInt8(ascii: "\n")
    let items = Array(TraceSequence([end] + line + [end], rules: book.rules))
    guard items.count == 1, case .line = items[0] else { return false }
    return true
  }

  /// What is found, but for where.
  private func told(
    by groups: [[ArraySlice<UInt8>]], _ book: Corpus.Book, _ mapping: Mapping,
    _ options: ReplayOptions
  ) -> [String] {
    var reader = TraceReader(rules: book.rules, mapping: mapping)
    var replayer = Replayer(book.rules, options: options)
    for group in groups {
      let line = Array(#"{"r":["#.utf8) + group.joined(separator: [UInt8(ascii: ",")])
      for item in reader.feed((line + Array("]}\n".utf8))[...]) { replayer.take(item) }
    }
    for item in reader.finish() { replayer.take(item) }
    replayer.settle()
    let result = replayer.finish()
    return result.findings.map {
      "\($0.kind) \($0.rule) \($0.entity) \($0.expected) \($0.downstream) \($0.because.count)"
    }
      + result.exercised.map { "\($0.key) \($0.value)" }.sorted()
      + ["\(result.verdict) \(result.events)"]
  }
}
