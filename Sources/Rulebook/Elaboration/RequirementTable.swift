internal import Diagnostics

/// The table of requirements that a rulebook cites: tab-separated, with the header
/// `id source kind requirement`.
struct RequirementTable {
  let requirements: [Core.Requirement]
  let diagnostics: [Diagnostic]

  private static let header = ["id", "source", "kind", "requirement"]
  private static let mostRows = 100_000

  static func parse(_ source: SourceText) -> RequirementTable {
    var requirements: [Core.Requirement] = []
    var diagnostics: [Diagnostic] = []
    var lineOf: [String: SourceSpan] = [:]
    var offset = 0
    for number in 1...source.lineCount {
      let start = offset
      let text = source.text(ofLine: number)
      while offset < source.bytes.count, source.bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
      offset += 1
      let span = SourceSpan(start, start + text.utf8.count)
      if text.isEmpty { continue }
      let columns = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if number == 1 {
        guard columns == header else {
          let message = "the first line must be: id, source, kind, requirement, separated by tabs"
          diagnostics.append(Diagnostic("table-header", .error, message, at: span))
          break
        }
        continue
      }
      guard columns.count == header.count else {
        let message = "expected four columns separated by tabs, found \(columns.count)"
        diagnostics.append(Diagnostic("table-columns", .error, message, at: span))
        if diagnostics.count > 20 { break }
        continue
      }
      if let first = lineOf[columns[0]] {
        diagnostics.append(
          Diagnostic(
            "duplicate-requirement", .error, "the id '\(columns[0])' stands twice", at: span,
            notes: [Diagnostic.Note("first here", at: first)]))
        continue
      }
      lineOf[columns[0]] = span
      requirements.append(
        Core.Requirement(id: columns[0], source: columns[1], kind: columns[2], text: columns[3]))
      if requirements.count > mostRows {
        diagnostics.append(Diagnostic("table-too-long", .error, "too many rows", at: span))
        break
      }
    }
    return RequirementTable(requirements: requirements, diagnostics: diagnostics)
  }
}
