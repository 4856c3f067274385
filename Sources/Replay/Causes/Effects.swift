internal import Rulebook
internal import Semantics

/// What is made of what: a place that is wrong makes others wrong by the effects that read it.
struct Effects: Sendable {
  /// Something that reads places and changes others.
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

  /// These places, and all that is made of what is in them.
  func closure(of places: Set<Core.Location>) -> Set<Core.Location> {
    places.union(made(of: places))
  }

  /// All that is made of what is in these places.
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
