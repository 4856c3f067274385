import Basics

/// The table of requirements that a rulebook cites: tab-separated, with the header
/// `id source kind requirement`.
struct RequirementTable {
  private(set) var requirements: [Core.Requirement] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var lineOf: [String: SourceSpan] = [:]

  private static let header = ["id", "source", "kind", "requirement"]
  private static let mostRows = 100_000
  private static let mostDiagnostics = 20

  /// Parses a table. A byte order mark and Windows line ends, which spreadsheets write, are
  /// accepted.
  static func parse(_ source: SourceText) -> RequirementTable {
    var table = RequirementTable()
    if let offset = Scalars.firstInvalidOffset(in: source.bytes) {
      table.report(
        "not-utf8", "the table is not valid UTF-8", at: SourceSpan(offset, offset + 1))
      return table
    }
    var start = 0
    for number in 1...source.lineCount {
      let text = source.text(ofLine: number)
      let span = SourceSpan(start, start + text.utf8.count)
      start = source.start(ofLine: number + 1)
      guard number > 1 else {
        guard table.readHeader(text, at: span) else { return table }
        continue
      }
      guard table.requirements.count < mostRows else {
        table.report("table-too-long", "a table has at most \(mostRows) rows", at: span)
        return table
      }
      if !text.isEmpty { table.readRow(text, at: span) }
      guard table.diagnostics.count <= mostDiagnostics else {
        table.diagnostics[mostDiagnostics] = .more(of: .error, than: mostDiagnostics)
        return table
      }
    }
    return table
  }

  private mutating func readHeader(_ text: String, at span: SourceSpan) -> Bool {
    let line =
      text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    guard Self.columns(line) != Self.header else { return true }
    report(
      "table-header", "the first line must be: id, source, kind, requirement, separated by tabs",
      at: span)
    return false
  }

  private mutating func readRow(_ text: String, at span: SourceSpan) {
    let columns = Self.columns(text)
    guard columns.count == Self.header.count else {
      report(
        "table-columns", "expected four columns separated by tabs, found \(columns.count)", at: span
      )
      return
    }
    guard !columns[0].isEmpty, columns[0].utf8.allSatisfy(\.continuesID) else {
      report(
        "table-id",
        "an id is made of letters, digits, '.', '-' and '_', or no rulebook can cite it",
        at: span)
      return
    }
    if let first = lineOf[columns[0]] {
      report(
        "duplicate-requirement", "the id '\(columns[0])' stands twice", at: span,
        notes: [Diagnostic.Note("first here", at: first)])
      return
    }
    lineOf[columns[0]] = span
    requirements.append(
      Core.Requirement(id: columns[0], source: columns[1], kind: columns[2], text: columns[3]))
  }

  private static func columns(_ line: String) -> [String] {
    line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  private mutating func report(
    _ id: String, _ message: String, at span: SourceSpan, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id, .error, message, at: span, notes: notes))
  }
}
