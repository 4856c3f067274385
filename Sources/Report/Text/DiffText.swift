public import Diagnostics
public import Findings

/// How two rulebooks differ, as a person reads it: like a plan of changes, `+` for what is newly
/// permitted, `-` for what no longer is, `~` for what is otherwise.
public struct DiffText: Sendable {
  private let style: Style

  public init(style: Style) { self.style = style }

  public func render(_ differing: Differing) -> String {
    var lines = ["\(differing.old.path) → \(differing.new.path)".escapedForDisplay, ""]
    for row in differing.rows { lines += self.lines(row) }
    let counts = [Differing.Status.different, .open, .equal].map { status in
      "\(differing.rows.count { $0.status == status }) \(status.rawValue)"
    }
    if !differing.rows.isEmpty { lines.append("") }
    lines.append(
      counts.joined(separator: " · ") + " · \(differing.same) the same as they stand"
        + " · \(counted(differing.steps, "random step")) done alike")
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ row: Differing.Row) -> [String] {
    let about = row.requirements.isEmpty ? "" : " [\(row.requirements.joined(separator: " "))]"
    let words =
      switch row.status {
      case .different: row.kind.rawValue
      case .open: "\(row.kind.rawValue): open"
      case .equal: "\(row.kind.rawValue): equal, proved for any number"
      case .note: row.kind.rawValue
      }
    var lines = [
      sign(row) + " " + style(row.subject.escapedForDisplay, .bold) + "  " + words + about
        + place(row)
    ]
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
    switch row.reached {
    case .old: lines.append("    a run of the old rules; of both none was found")
    case .new: lines.append("    a run of the new rules; of both none was found")
    case .both, nil: break
    }
    return lines + RunText(style: style).lines(run).map { "    " + $0 }
  }

  private func sign(_ row: Differing.Row) -> String {
    guard row.status != .equal else { return "=" }
    return switch row.kind {
    case .newlyPermitted, .added: style("+", .green)
    case .noLongerPermitted, .removed: style("-", .red)
    default: style("~", .yellow)
    }
  }

  private func place(_ row: Differing.Row) -> String {
    let lines = (row.oldLine.map { "line \($0)" }, row.newLine.map { "line \($0)" })
    switch lines {
    case (nil, nil): return ""
    case (let a?, nil): return "  (old \(a))"
    case (nil, let b?): return "  (new \(b))"
    case (let a?, let b?): return "  (old \(a), new \(b))"
    }
  }
}
