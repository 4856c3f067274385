import Findings
import Rulebook
import Semantics
import Traces

/// Coarse clocks: with a resolution, the true instant of a line lies anywhere from its recorded
/// instant to that plus the resolution, exclusive. A line is a finding only if no instant allows it;
/// the order of lines of one instant is for ``takeReordered(_:_:_:_:)``.
extension Judge {
  /// Returns the standing of a line once all instants are considered at which its guards may be
  /// evaluated: the time between it and an earlier line is known to less than the resolution.
  /// O(state) if the line is not allowed at its recorded instant.
  mutating func standingWithinResolution(_ act: Act, _ standing: Standing) -> Standing {
    let isRefused = act.record.outcome == .refused
    switch standing {
    case .illegal where options.resolution > 0 && !isRefused: break
    case .legal where options.resolution > 0 && isRefused: break
    default: return standing
    }
    var state = world.state
    let instant = state.now
    let least = options.resolution - 1
    let range = instant.adding(-least)...instant.adding(least)
    for candidate in evaluator.instants(in: range, around: state) {
      state.now = candidate
      let found: Standing
      switch evaluator.legality(of: act.event, act.arguments, in: state) {
      case .legal where !isRefused, .early where !isRefused: found = .legal
      case .forbidden(let position) where isRefused:
        found = .illegal(rules[act.event].guards[position])
      default: continue
      }
      noteTolerated(abs(candidate - instant), "event \(rules[act.event].name)")
      return found
    }
    return standing
  }
}
