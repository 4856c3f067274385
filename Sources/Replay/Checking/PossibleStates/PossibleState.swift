import Rulebook
import Semantics

/// One state that some entities may be in.
struct PossibleState: Sendable {
  /// The values by entity of the group, then by field of the scope; ``Value/unknown`` stands for
  /// any value.
  var values: [Value]
  /// The hidden events by which it came about since it was last certain which state it is.
  var steps: [Core.ID<Core.Event>] = []
  /// The sorts of which it needs an entity that no line names.
  var needs: Set<Core.ID<Core.Entity>> = []

  /// True if it takes less to believe in it than in another of the same values.
  func isSimpler(than other: PossibleState) -> Bool {
    (needs.count, steps.count) < (other.needs.count, other.steps.count)
  }
}

/// States without repetition, of two alike the simpler one.
struct PossibleStateSet {
  private(set) var states: [PossibleState] = []
  private var positions: [[Value]: Int] = [:]

  /// - Returns: True if there was none of these values.
  @discardableResult
  mutating func insert(_ state: PossibleState) -> Bool {
    guard let position = positions[state.values] else {
      positions[state.values] = states.count
      states.append(state)
      return true
    }
    if state.isSimpler(than: states[position]) { states[position] = state }
    return false
  }
}
