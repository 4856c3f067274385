import Basics
import Findings

/// The differences of two rulebooks, for people: like a plan of changes, `+` for newly permitted
/// runs, `-` for those no longer permitted, `~` for changed ones.
package struct DiffText: Sendable {
  private let style: Style

  package init(style: Style) { self.style = style }

  package func render(_ differing: Differing) -> String {
    var lines = ["\(differing.old.name) → \(differing.new.name)".escapedForDisplay, ""]
    for row in differing.rows { lines += self.lines(row) }
    if let consequences = differing.consequences {
      lines += ["", style(consequences.isEmpty ? "no property notices" : "in consequence", .bold)]
      for consequence in consequences { lines += self.lines(consequence) }
    }
    if let traces = differing.traces {
      lines += ["", differing.tracesJudged]
      for trace in traces { lines += self.lines(trace) }
    }
    if lines.last != "" { lines.append("") }
    lines.append(
      differing.counts + " · \(counted(differing.steps, "random step")) done alike")
    return lines.joined(separator: "\n") + "\n"
  }

  package func render(_ differing: DifferingRevisions) -> String {
    var parts = differing.rulebooks.map(render)
    let others =
      differing.removed.map { style("-", .red) + " \($0)".escapedForDisplay + "  rulebook removed" }
      + differing.added.map { style("+", .green) + " \($0)".escapedForDisplay + "  rulebook added" }
    if !others.isEmpty { parts.append(others.joined(separator: "\n") + "\n") }
    if parts.isEmpty { parts.append(differing.nothing.escapedForDisplay + "\n") }
    return parts.joined(separator: "\n")
  }

  private func lines(_ consequence: Differing.Consequence) -> [String] {
    let color: Style.Mark = consequence.change == .holds ? .green : .red
    let sign = consequence.change == .moves ? style("~", .yellow) : style(consequence.sign, color)
    let name = style(consequence.name.escapedForDisplay, .bold)
    let line = "\(sign) \(name)  " + consequence.words.escapedForDisplay
    guard let run = consequence.run else { return [line] }
    return [line] + RunText(style: style).lines(run).map { "    " + $0 }
  }

  private func lines(_ trace: Differing.Trace) -> [String] {
    let name = style(trace.path.escapedForDisplay, .bold)
    let line = "\(style("~", .yellow)) \(name)  " + trace.words.escapedForDisplay
    return [line] + trace.findings.map { "    \($0.side)  \($0.text)".escapedForDisplay }
  }

  private func lines(_ row: Differing.Row) -> [String] {
    let about = row.requirements.isEmpty ? "" : " [\(row.requirements.joined(separator: " "))]"
    let place = row.lines.isEmpty ? "" : "  (\(row.lines))"
    var lines = [
      sign(row) + " " + style(row.subject.escapedForDisplay, .bold) + "  " + row.words
        + about.escapedForDisplay + place
    ]
    if row.unnoticed == true { lines.append("    no property and no trace speaks of it") }
    if let reason = row.accepted { lines.append("    accepted: \(reason)".escapedForDisplay) }
    lines += row.details.map { "    \($0)".escapedForDisplay }
    if !row.because.isEmpty {
      lines.append("    by \(row.because.joined(separator: ", "))".escapedForDisplay)
    }
    if !row.state.isEmpty {
      lines.append("    they would part here, and no run is known that leads there:")
      lines += row.state.map { "      \($0)".escapedForDisplay }
    }
    guard let run = row.run else { return lines }
    if let note = row.reachedNote { lines.append("    " + note) }
    return lines + RunText(style: style).lines(run).map { "    " + $0 }
  }

  private func sign(_ row: Differing.Row) -> String {
    switch row.sign {
    case "+": style("+", .green)
    case "-": style("-", .red)
    case "~": style("~", .yellow)
    default: row.sign
    }
  }
}

// MARK: Words that texts have in common

extension Differing {
  /// `1 different · 0 open · 0 equal · 36 the same as they stand`
  var counts: String {
    let counts = [Status.different, .open, .equal].map { status in
      "\(rows.count { $0.status == status }) \(status.rawValue)"
    }
    return counts.joined(separator: " · ") + " · \(same) the same as they stand"
  }

  /// The number of traces with another result: `1 of 12 recorded traces is judged otherwise`.
  var tracesJudged: String {
    let count = traces?.count ?? 0
    return "\(count) of \(counted(judged ?? 0, "recorded trace")) "
      + "\(count == 1 ? "is" : "are") judged otherwise"
  }
}

extension DifferingRevisions {
  var nothing: String { "no rulebook differs between \(old) and \(new ?? "the work tree")" }
}

extension Differing.Row {
  var sign: String {
    guard status != .equal else { return "=" }
    return switch kind {
    case .newlyPermitted, .added: "+"
    case .noLongerPermitted, .removed: "-"
    default: "~"
    }
  }

  var words: String {
    switch status {
    case .different, .note: kind.rawValue
    case .open: "\(kind.rawValue): open"
    case .equal: "\(kind.rawValue): equal, proved for any number"
    }
  }

  /// `old line 8, new line 7`
  var lines: String {
    [oldLine.map { "old line \($0)" }, newLine.map { "new line \($0)" }].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// A note on the one rulebook whose run it is, if it is not a run of both.
  var reachedNote: String? {
    switch reached {
    case .old: "a run of the old rules; of both none was found"
    case .new: "a run of the new rules; of both none was found"
    case .both, nil: nil
    }
  }
}

extension Differing.Consequence {
  var sign: String {
    switch change {
    case .breaks, .opens: "-"
    case .holds: "+"
    case .moves: "~"
    }
  }

  var words: String {
    switch change {
    case .breaks: "is broken: \(old) → \(new)"
    case .opens: "is open now: \(old) → \(new)"
    case .holds: "holds now: \(old) → \(new)"
    case .moves: "\(old) → \(new)"
    }
  }
}

extension Differing.Trace {
  var words: String {
    (old == new ? "\(old.rawValue), otherwise" : "\(old.rawValue) → \(new.rawValue)")
      + (line.map { ", from line \($0) on" } ?? "")
  }

  var findings: [(side: String, text: String)] {
    [("old", oldFinding ?? Self.nothing), ("new", newFinding ?? Self.nothing)]
  }

  private static let nothing = "nothing is wrong"
}
