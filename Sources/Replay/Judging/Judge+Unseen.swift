internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// Lines of a trace that begins in mid-stream: whether they are right may depend on what was
/// before. Then the server is believed, and what it says is learned.
extension Judge {
  /// Takes it that all guards of a line hold.
  mutating func suppose(_ act: Act) {
    noteUndecided(act.event.index, at: act.record.place.line)
    world.suppose(rules[act.event].guards, rules[act.event].parameters, act.arguments)
  }

  /// Counts a line that nobody can say to be right or wrong.
  mutating func noteUndecided(_ event: Int, at line: Int) {
    guard mode == .telling else { return }
    counts.undecided += 1
    result.undecided[rules.events[event].name, default: TraceResult.Undecided()].count(line)
  }
}
