import Findings
import Rulebook
import Semantics
import Traces

/// Lines of a trace that begins in mid-stream: it may depend on the state before if they are right.
/// Then the server is believed, and the values in the line become known.
extension Judge {
  /// Takes it that all guards of a line hold.
  mutating func suppose(_ act: Act) {
    noteUndecided(act.event.index, at: act.record.place.line)
    world.suppose(rules[act.event].guards, rules[act.event].parameters, act.arguments)
  }

  /// Counts a line of which it cannot be decided if it is right.
  mutating func noteUndecided(_ event: Int, at line: Int) {
    guard mode == .telling else { return }
    counts.undecided += 1
    result.undecided[rules.events[event].name, default: TraceResult.Undecided()].count(line)
  }
}
