import Basics
import Findings

/// Requirement by requirement, as a person reads it.
package struct MatrixText: Sendable {
  private let style: Style

  package init(style: Style) { self.style = style }

  /// Lines of text, each ended by a line end.
  package func render(_ matrix: CitationMatrix) -> String {
    var titles = ["", "kind", "stated in", "properties", "traces that break it"]
    if matrix.rows.contains(where: { $0.guardedBy != nil }) { titles.append("guarded by") }
    var table = TextTable(titles.map { _ in .left })
    table.add(titles.map { TextTable.Cell($0, .dim) })
    for row in matrix.rows { table.add(cells(row)) }
    let rows = matrix.rows.isEmpty ? "" : table.render(style, indent: 2)
    return header(matrix) + rows + "\n" + open(matrix)
      + Self.summary(matrix) + "\n"
  }

  /// Returns the open points: requirements without a citation, citations without effect, and rules
  /// that no trace exercises; empty if there are none.
  package func open(_ matrix: CitationMatrix) -> String {
    var text = ""
    func list(_ title: String, _ lines: [String]) {
      guard !lines.isEmpty else { return }
      text += style(title, .yellow, .bold) + "\n"
      for line in lines { text += "  " + line.escapedForDisplay + "\n" }
    }
    list(
      "neither cited nor left out with a reason", matrix.gaps.map { "\($0.id)  \($0.requirement)" })
    list(
      "cited, but nothing notices a change of what bears it",
      matrix.ineffective.map { "\($0.id)  \($0.requirement)" })
    list("put to the test by no trace", matrix.unexercised)
    return text
  }

  /// `172 requirements: 119 cited, 53 left out with a reason`
  package static func summary(_ matrix: CitationMatrix) -> String {
    let cited = matrix.rows.count(where: \.isCited)
    let excused = matrix.rows.count { !$0.isCited && $0.excused != nil }
    var text =
      counted(matrix.rows.count, "requirement")
      + ": \(cited) cited, \(excused) left out with a reason"
    if !matrix.gaps.isEmpty { text += ", \(matrix.gaps.count) silent" }
    if matrix.rows.contains(where: { $0.guardedBy != nil }) {
      let open = matrix.ineffective.count
      text += open == 0 ? "; each that is cited is guarded" : "; \(open) not guarded"
    }
    if !matrix.unexercised.isEmpty {
      text += "; put to the test by no trace: \(matrix.unexercised.count)"
    }
    return text
  }

  private func header(_ matrix: CitationMatrix) -> String {
    style.heading(matrix.rulebook, digest: matrix.digest)
  }

  private func cells(_ row: CitationMatrix.Row) -> [TextTable.Cell] {
    let name = TextTable.Cell(row.id, row.isGap ? .yellow : .green)
    let kind = TextTable.Cell(row.kind, .dim)
    if let excused = row.excused, !row.isCited {
      return [name, kind, TextTable.Cell("left out: \(excused)", .dim)]
    }
    var cells = [
      name, kind, TextTable.Cell(lines(row)), TextTable.Cell(properties(row)),
      TextTable.Cell(Self.some(row.traces.map(Self.fileName), 2)),
    ]
    if let guards = row.guardedBy { cells.append(TextTable.Cell(Self.some(guards, 3))) }
    return cells
  }

  private func lines(_ row: CitationMatrix.Row) -> String {
    if row.isGap { return "nowhere" }
    let lines = row.rules.map { String($0.line) }
    return lines.isEmpty ? "" : (lines.count == 1 ? "line " : "lines ") + Self.some(lines, 4)
  }

  /// Returns the properties by verdict: `proved askedFirst, keepsPlace`.
  private func properties(_ row: CitationMatrix.Row) -> String {
    var parts: [String] = []
    for verdict in Verdict.allCases {
      let names = row.properties.filter { $0.verdict == verdict }.map(\.name)
      if !names.isEmpty { parts.append("\(verdict.rawValue) \(Self.some(names, 2))") }
    }
    return parts.joined(separator: "; ")
  }

  private static func some(_ texts: [String], _ most: Int) -> String {
    texts.prefix(most).joined(separator: ", ")
      + (texts.count > most ? ", … \(texts.count) in all" : "")
  }

  private static func fileName(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }
}
