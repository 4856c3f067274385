import Rulebook
import Semantics

/// The flow of values between places: a wrong place makes others wrong by the effects that read it.
struct Effects: Sendable {
  /// An effect that reads places and changes others.
  struct Step: Sendable {
    let reads: Set<Core.Location>
    let writes: Set<Core.Location>
  }

  private let steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// The effects of events, whether these may happen or not.
  init(_ updates: [Core.Update]) {
    steps = updates.map { update in
      Step(
        reads: ([update.condition] + update.action.readExpressions).locations,
        writes: update.action.written.map { [$0] } ?? [])
    }
  }

  /// Returns these places, and all that effects derive from them.
  func closure(of places: Set<Core.Location>) -> Set<Core.Location> {
    places.union(made(of: places))
  }

  /// Returns all places that effects derive from these.
  func made(of places: Set<Core.Location>) -> Set<Core.Location> {
    var found: Set<Core.Location> = []
    var count = -1
    while found.count > count {
      count = found.count
      for step in steps
      where !step.reads.isDisjoint(with: places) || !step.reads.isDisjoint(with: found) {
        found.formUnion(step.writes)
      }
    }
    return found
  }
}
