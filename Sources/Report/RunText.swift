public import Diagnostics
public import Findings

/// A run as steps with what each changed; at the end the conjunct and the binding that fail.
public struct RunText: Sendable {
  let style: Style

  public init(style: Style) { self.style = style }

  public func lines(_ run: Run) -> [String] {
    let length = run.steps.count
    let shortest = run.isShortest ? "no shorter run does" : "not shown to be shortest"
    var lines = [
      "a run of \(length) step\(length == 1 ? "" : "s") (\(run.scope.joined(separator: " ")); \(shortest)):"
    ]
    for fact in run.start { lines.append("      " + style("start  ", .dim) + fact.escapedForDisplay) }
    for (index, step) in run.steps.enumerated() {
      let number = String(index + 1)
      let pad = String(repeating: " ", count: max(0, 3 - number.count))
      let arguments = step.arguments.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
      let event = step.event.map { "\($0)(\(arguments))" } ?? "time passes"
      lines.append(
        "\(pad)\(number). " + style(Instants.clock(step.at), .dim) + "  "
          + style(event.escapedForDisplay, .bold))
      for change in step.changes {
        let text = "\(change.place): \(change.before) → \(change.after)"
        lines.append("        " + text.escapedForDisplay)
      }
    }
    for line in run.failure { lines.append("  " + style("✗ ", .red) + line.escapedForDisplay) }
    return lines
  }
}
