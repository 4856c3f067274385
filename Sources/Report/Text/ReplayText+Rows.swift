import Basics
import Findings

extension ReplayText {
  /// The rows as a table, with a heading; empty if there are none that are shown.
  package func table(_ rows: [FindingRow]) -> String {
    let rows = rows.filter { $0.visible > 0 }
    guard !rows.isEmpty else { return "" }
    var table = TextTable([.right, .left, .left, .left, .right, .left])
    table.add(
      ["count", "how", "rule", "where", "entities", "guard or example"].map { .init($0, .dim) })
    for row in rows {
      let mark: Style.Mark = row.isFailure ? .red : .yellow
      let entities = "\(row.entities)" + (row.hasMoreEntities == true ? " or more" : "")
      table.add([
        .init(count(row), .bold), .init(row.how.title, mark), .init(row.rule, .bold),
        .init(row.extent), .init(entities), .init(detail(row)),
      ])
    }
    return table.render(style, indent: 2)
  }

  /// The end of the text on several traces: their numbers, and the rows of all.
  package func summary(_ summary: Replaying.Summary, showsRows: Bool) -> String {
    let parts = [
      (summary.conform, summary.conform == 1 ? "conforms" : "conform", Style.Mark.green),
      (summary.violate, summary.violate == 1 ? "violates" : "violate", .red),
      (summary.inconclusive, "inconclusive", .yellow),
      (summary.unread, "not read", .red),
    ].filter { $0.0 > 0 }.map { style("\($0.0) \($0.1)", $0.2, .bold) }
    return parts.joined(separator: ", ") + "\n" + (showsRows ? table(summary.rows) : "")
  }

  /// Returns the remarks on the accepted findings.
  package func remarks(_ summary: Replaying.Summary) -> String {
    (summary.remarks ?? []).map { style("accepted: ", .cyan) + $0.escapedForDisplay + "\n" }
      .joined()
  }

  private func count(_ row: FindingRow) -> String {
    guard let shown = row.shown, shown != row.count else { return "\(row.count)" }
    return "\(shown) of \(row.count)"
  }

  private func detail(_ row: FindingRow) -> String {
    var parts: [String] = []
    if let text = row.guard {
      parts.append(text)
    } else {
      parts.append(row.example.entity.isEmpty ? row.example.observed : row.example.entity)
    }
    if let accepted = row.accepted {
      let until = accepted.until.map { " until \($0)" } ?? ""
      parts.append("accepted\(until): \(accepted.reason)")
    }
    return parts.joined(separator: "; ").shortenedForDisplay(to: 120)
  }
}

extension FindingRow {
  /// `accept, wrongly accepted: request.stage is offered`
  var title: String { "\(rule), \(how.title)" + (`guard`.map { ": \($0)" } ?? "") }

  /// `line 8`, `lines 8 to 12`, or of several traces `a.jsonl:8`, `3 traces from a.jsonl:8`.
  var extent: String {
    if let trace = first.trace, let traces {
      return traces == 1
        ? "\(trace):\(first.line)" : "\(traces) traces from \(trace):\(first.line)"
    }
    return first.line == last.line
      ? "line \(first.line)" : "lines \(first.line) to \(last.line)"
  }
}
