public import Bounds
public import Diagnostics
internal import Findings

/// Limits of time as a person reads them: a line for each, then the runs asked for.
public struct BoundsText: Sendable {
  let style: Style
  /// The runs that attain a limit are shown where somebody asked for it by name.
  let showsRuns: Bool

  public init(style: Style, showsRuns: Bool = false) {
    self.style = style
    self.showsRuns = showsRuns
  }

  public func render(_ report: BoundsReport) -> String {
    var text = style(report.rulebook.escapedForDisplay, .bold)
    text += style("  sha256:\(report.digest.prefix(12))", .dim) + "\n"
    var table = TextTable([.left, .left, .left, .left])
    for entry in report.bounds {
      table.add([
        TextTable.Cell(entry.verdict.rawValue, entry.verdict.mark), TextTable.Cell(entry.name),
        TextTable.Cell(limit(entry)), TextTable.Cell(attained(entry), .dim),
      ])
    }
    text += table.render(style, indent: 2)
    for entry in report.bounds { text += details(entry) }
    return text
  }

  private func limit(_ entry: BoundsReport.Entry) -> String {
    guard entry.isProved else { return "–" }
    return entry.limit.map(Instants.duration) ?? "unbounded"
  }

  private func attained(_ entry: BoundsReport.Entry) -> String {
    guard entry.isProved else { return "" }
    guard entry.limit != nil else { return entry.outgrown.isEmpty ? "" : "outgrown by runs" }
    return entry.run.map { "attained by a run of \($0.steps.count) steps" }
      ?? "not attained by the runs looked at"
  }

  private func details(_ entry: BoundsReport.Entry) -> String {
    var lines: [String] = []
    if let formula = entry.formula { lines.append("at most \(formula)") }
    for cap in entry.caps {
      let proof = cap.isProved ? "" : ", which is not proved"
      lines.append("\(cap.counter) is at most \(cap.most): \(cap.property)\(proof)")
    }
    for counter in entry.uncapped { lines.append("\(counter) has no cap, so no number follows") }
    for longer in entry.outgrown {
      lines.append(
        "a run of \(longer.run.steps.count) steps takes longer than \(longer.count) of each allow")
    }
    let runText = RunText(style: style)
    if let longest = entry.outgrown.last, showsRuns {
      lines += runText.lines(longest.run)
    } else if let run = entry.run, showsRuns || !entry.isProved {
      lines += runText.lines(run)
    }
    guard !lines.isEmpty else { return "" }
    let title = style(entry.name.escapedForDisplay, .bold)
    let statement = "  \(entry.statement.escapedForDisplay)\n"
    return "\n\(title)\n\(statement)" + lines.map { "  \($0)\n" }.joined()
  }
}
