import Basics
import Rulebook

/// A first mapping for the records of a file, made from a sample of them.
///
/// It is always a valid mapping of the rulebook; undecided points are comments in it.
package struct MappingDraft: Sendable {
  /// The number of bytes of a file that are enough, and the most that are looked at.
  package static let mostBytes = 16 * LineSplitter.usualLimit

  package let text: String
  /// The number of records that were looked at.
  package let records: Int
  /// The number of these that the mapping reads.
  package let read: Int

  private static let mostRecords = 500
  private static let mostLists = 12
  /// The share of the records that a mapping reads at least if it is to replace a simpler one.
  private static let leastShare = 0.15
  private static let builtIn = "// This is the mapping that is built in: --mapping "

  /// Looks at the start of a file.
  ///
  /// O(bytes + records × their members), with at most ``mostBytes`` and a few hundred records.
  package init(of sample: [UInt8], rules: Core.Rules) {
    let sample = Array(sample.prefix(Self.mostBytes))
    guard let lines = SampleLines(sample) else {
      let statements = [
        "// Undecided: the file is neither JSON, nor CSV, nor pairs such as key=value.",
        "event event", "time at",
      ]
      (text, records, read) = (Self.joined(statements), 0, 0)
      return
    }
    var best: (draft: MappingDraft, share: Double)?
    for statements in Self.candidates(lines, rules) {
      let text = Self.joined(statements)
      guard let draft = MappingDraft(text, tried: sample, rules) else { continue }
      let share = Double(draft.read) / Double(max(1, draft.records))
      // The first is the simplest; one that is built in must read something, and one for a list
      // inside the lines more than an odd record.
      let least = best?.share ?? (text.hasPrefix(Self.builtIn) ? 0 : -1)
      if share > max(least, best == nil ? -1 : Self.leastShare) { best = (draft, share) }
    }
    if let best {
      self = best.draft
    } else {
      (text, records, read) = (Self.joined(["event event", "time at"]), 0, 0)
    }
  }

  /// Tries a mapping on the sample; nil: it is none of the rulebook.
  private init?(_ text: String, tried sample: [UInt8], _ rules: Core.Rules) {
    let source = SourceText(path: "draft", text: text)
    guard let mapping = MappingParser.parse(source, rules: rules).mapping else { return nil }
    var explainer = MappingExplainer(rules: rules, mapping: mapping, limit: Self.mostRecords)
    var documents = DocumentLines(isLines: mapping.isOfLines)
    var start = 0
    while start < sample.count, !explainer.isDone {
      let end = min(sample.count, start + 1 << 16)
      documents.feed(sample[start..<end]) { explainer.feed($0) }
      start = end
    }
    documents.finish { explainer.feed($0) }
    // A record that is cut off at the end of the sample may be whole in the file.
    if sample.count < Self.mostBytes { explainer.finish() }
    self.text = text
    records = explainer.records.count
    read = explainer.records.count {
      if case .line = $0.result { true } else { false }
    }
  }

  private static func joined(_ statements: [String]) -> String {
    statements.map { $0 + "\n" }.joined()
  }

  /// The statements of several mappings, the simplest first.
  private static func candidates(_ lines: SampleLines, _ rules: Core.Rules) -> [[String]] {
    let reader = RecordReader(Mapping())
    let paths: [FieldPath?] = lines.isFlat ? [nil] : [nil] + lists(in: lines.values)
    var candidates: [[String]] = []
    if !lines.isFlat, lines.statements.isEmpty {
      for (name, text) in Mapping.builtIn where name != "csv" {
        candidates.append([builtIn + name, text])
      }
    }
    for path in paths {
      var records: [Record] = []
      for value in lines.values where records.count < mostRecords {
        let own = (try? reader.records(of: value, at: path)) ?? []
        records += own.prefix(mostRecords - records.count)
      }
      let table = SampleTable(records)
      if table.columns.isEmpty { continue }
      let place = path.map { ["records \($0)"] } ?? []
      candidates.append(lines.statements + place + RecordDraft(table, rules).statements)
    }
    return candidates
  }

  /// The lists of objects in lines, those that are less deep first.
  private static func lists(in values: [JSONValue]) -> [FieldPath] {
    var paths: [FieldPath] = []
    func visit(_ value: JSONValue, _ steps: [FieldPath.Step]) {
      guard steps.count < 8, paths.count < 64 else { return }
      switch value.content {
      case .object(let members):
        for member in members.prefix(64) where member.key.isWritable {
          visit(member.value, steps + [.member(member.key)])
        }
      case .array(let elements):
        guard !steps.isEmpty, let first = elements.first(where: \.isObject) else { break }
        let path = FieldPath(steps + [.every])
        if !paths.contains(path) { paths.append(path) }
        visit(first, path.steps)
      default: break
      }
    }
    for value in values.prefix(20) { visit(value, []) }
    return Array(paths.sorted { $0.steps.count < $1.steps.count }.prefix(mostLists))
  }
}

extension JSONValue {
  fileprivate var isObject: Bool {
    if case .object = content { true } else { false }
  }
}
