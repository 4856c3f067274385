import Basics
import Findings

/// A run as a person reads it.
package struct RunText: Sendable {
  /// The form in which a run is shown.
  package enum Form: Sendable, Hashable {
    /// The steps, with the changes of each.
    case changes
    /// The steps with their changes and the guards that allowed them.
    case steps
    /// A table with one row for each place that changes and one column for each step, in at most
    /// `width` columns of text.
    case table(width: Int)
    /// The exchange of messages.
    case sequence
  }

  let style: Style
  let form: Form

  package init(style: Style, form: Form = .changes) {
    self.style = style
    self.form = form
  }

  /// The run and, at its end, the conjunct and the binding that fail.
  package func lines(_ run: Run) -> [String] {
    var lines = [heading(run)]
    switch form {
    case .changes, .steps: lines += steps(run)
    case .table(let width):
      let table = RunTable(run)
      let stays = run.start.filter { fact in !table.places.contains { fact.hasPrefix("\($0) = ") } }
      lines += start(stays) + table.lines(style, width: width) + guards(run)
    case .sequence: lines += start(run.start) + SequenceText(RunSequence(run)).lines(style)
    }
    for line in run.failure { lines.append("  " + style("✗ ", .red) + line.escapedForDisplay) }
    return lines
  }

  private func heading(_ run: Run) -> String {
    let length = counted(run.steps.count, "step")
    let shortest = run.isShortest ? "no shorter run does" : "not shown to be shortest"
    let scope = run.scope.isEmpty ? "" : "\(run.scope.joined(separator: " ")); "
    return "a run of \(length) (\(scope)\(shortest)):"
  }

  private func start(_ facts: [String]) -> [String] {
    facts.map { "      " + style("start  ", .dim) + $0.escapedForDisplay }
  }

  private func steps(_ run: Run) -> [String] {
    var lines = start(run.start)
    for (index, step) in run.steps.enumerated() {
      lines.append(
        number(index) + style(Instants.clock(step.at), .dim) + "  "
          + style(step.title.escapedForDisplay, .bold))
      if form == .steps {
        for text in step.guards {
          lines.append("        " + style("as \(text)".escapedForDisplay, .dim))
        }
      }
      for change in step.changes {
        let text = "\(change.place): \(change.before) → \(change.after)"
        lines.append("        " + text.escapedForDisplay)
      }
    }
    return lines
  }

  /// Returns the guards that allowed the steps, for which a table has no room.
  private func guards(_ run: Run) -> [String] {
    run.steps.enumerated().flatMap { index, step in
      step.guards.enumerated().map { place, text in
        let start = place == 0 ? number(index) : "     "
        return start + style("as \(text)".escapedForDisplay, .dim)
      }
    }
  }

  private func number(_ index: Int) -> String {
    let number = String(index + 1)
    return String(repeating: " ", count: max(0, 3 - number.count)) + "\(number). "
  }
}

extension Run.Step {
  /// `offer(request R1, taxi T1)`, or that time passes.
  var title: String { event.map { "\($0)(\(argumentList))" } ?? "time passes" }

  private var argumentList: String {
    arguments.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
  }
}
