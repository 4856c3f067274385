import Basics
import Findings

/// The requirements as comma-separated values (RFC 4180).
package struct RequirementsTable: Sendable {
  private let rows: [RequirementEvidence]

  package init(_ rows: [RequirementEvidence]) { self.rows = rows }

  /// The whole file, a heading first. A cell that a spreadsheet would take for a formula begins
  /// with an apostrophe.
  package var text: String {
    let heading = [
      "id", "source", "kind", "requirement", "assurance", "reason", "rules", "properties",
      "observed", "violations", "rests on",
    ]
    let lines = rows.map { row in
      [
        row.id, row.source, row.kind, row.requirement, row.assurance.title, row.reason ?? "",
        row.rules.map { "\($0.what) (line \($0.line))" }.joined(separator: "; "),
        row.properties.map(\.name).joined(separator: "; "), row.observed.map(String.init) ?? "",
        String(row.violations), row.restsOn.joined(separator: "; "),
      ]
    }
    return ([heading] + lines).map { $0.map(Self.cell).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func cell(_ text: String) -> String {
    var text = text.escapedForDisplay
    // OWASP: CSV injection. Tabs and line ends are escaped already.
    if let first = text.unicodeScalars.first, "=+-@＝＋－＠".unicodeScalars.contains(first) {
      text = "'" + text
    }
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
