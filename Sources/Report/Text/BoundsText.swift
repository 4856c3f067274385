import Basics
import Findings
import Verification

/// Limits of time, for people: a line for each, then the assumptions on which they rest, and the
/// runs asked for.
package struct BoundsText: Sendable {
  let style: Style
  /// True if the runs that attain a limit are shown, because the limit was asked for by name.
  let showsRuns: Bool

  package init(style: Style, showsRuns: Bool = false) {
    self.style = style
    self.showsRuns = showsRuns
  }

  /// Lines of text, each ended by a line end.
  package func render(_ report: BoundsReport) -> String {
    var text = style.heading(report.rulebook, digest: report.digest, settings: report.settings)
    var table = TextTable([.left, .left, .left, .left])
    for entry in report.bounds {
      table.add([
        TextTable.Cell(entry.verdict.rawValue, entry.verdict.mark), TextTable.Cell(entry.name),
        TextTable.Cell(limit(entry)), TextTable.Cell(evidence(entry), .dim),
      ])
    }
    text += table.render(style, indent: 2)
    for entry in report.bounds { text += details(entry) }
    return text
  }

  private func limit(_ entry: BoundsReport.Entry) -> String {
    if let limit = entry.limit { return Instants.duration(limit) }
    return entry.endless != nil ? "unbounded" : entry.isProved ? "no number" : "–"
  }

  private func evidence(_ entry: BoundsReport.Entry) -> String {
    if let endless = entry.endless { return evidence(endless) }
    guard entry.isProved else { return "" }
    return attained(entry.run, entry.limit == nil ? "formula " : "")
  }

  private func evidence(_ endless: BoundsReport.Endless) -> String {
    guard let period = endless.period else { return "nothing has to end it" }
    let more = endless.joining.map { ", each with one \($0) more" } ?? ""
    return "goes on for ever, in rounds of \(Instants.duration(period))\(more)"
  }

  private func attained(_ run: Run?, _ what: String) -> String {
    guard let run else { return what + "not attained by the runs looked at" }
    return what + "attained by a run of \(counted(run.steps.count, "step"))"
  }

  private func details(_ entry: BoundsReport.Entry) -> String {
    var lines = [entry.statement.escapedForDisplay]
    let from = entry.from.isEmpty ? entry.since : nil
    lines.append("from \(from ?? list(entry.from)) to \(list(entry.to))")
    if let formula = entry.formula {
      let sharp = entry.limit == nil && entry.isProved ? ", \(attained(entry.run, ""))" : ""
      lines.append("at most \(formula.escapedForDisplay)\(sharp)")
    }
    for cap in entry.caps {
      let source = cap.property ?? "its type"
      let proof = cap.isProved ? "" : ", which is not proved"
      lines.append("\(cap.counter) is at most \(cap.most): \(source)\(proof)")
    }
    for counter in entry.uncapped { lines.append("\(counter) has no cap, so no number follows") }
    for longest in entry.longest {
      let length = longest.length.map(Instants.duration) ?? "nobody waits"
      let some = longest.onlySomeOf.map { ", of the \($0.words) tried" } ?? ""
      lines.append("longest with \(longest.scope.joined(separator: " "))\(some): \(length)")
    }
    lines += runs(entry)
    let title = style(entry.name.escapedForDisplay, .bold)
    return "\n\(title)\n" + lines.map { "  \($0)\n" }.joined()
  }

  /// Returns the run that breaks a limit; if it was asked for, also the run that attains it, or
  /// shows that it has no end.
  private func runs(_ entry: BoundsReport.Entry) -> [String] {
    let text = RunText(style: style)
    guard showsRuns else { return entry.isProved ? [] : entry.run.map(text.lines) ?? [] }
    let run = entry.isProved && entry.endless != nil ? nil : entry.run
    return [run, entry.endless?.run].compactMap(\.self).flatMap(text.lines)
  }

  private func list(_ events: [String]) -> String {
    events.isEmpty ? "no event" : events.joined(separator: ", ").escapedForDisplay
  }
}
