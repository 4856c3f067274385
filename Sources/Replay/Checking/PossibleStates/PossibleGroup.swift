import Rulebook
import Semantics

/// Entities whose possible states depend on one another, and these states.
struct PossibleGroup: Sendable {
  var entities: [EntityKey]
  var states: [PossibleState]
  /// The instant of the latest line about one of them, in milliseconds.
  var instant: Int64
  /// Lines that are right by themselves, of which the states have not been followed yet.
  var log: [PossibleLine] = []
}

/// A line about entities of one group.
struct PossibleLine: Sendable {
  let event: Core.ID<Core.Event>
  let arguments: [Value]
  let isRefused: Bool
  let instant: Int64
}

extension PossibleGroup {
  /// The product of two groups; where it has too many states, nothing is known of it.
  func merging(_ other: PossibleGroup) -> PossibleGroup {
    let instant = min(instant, other.instant)
    let entities = entities + other.entities
    guard self.states.count * other.states.count <= PossibleSearch.mostStates else {
      let count = (self.states.first?.values.count ?? 0) + (other.states.first?.values.count ?? 0)
      let unknown = PossibleState(values: Array(repeating: .unknown, count: count))
      return PossibleGroup(entities: entities, states: [unknown], instant: instant)
    }
    let states = self.states.flatMap { a in
      other.states.map { b in
        PossibleState(
          values: a.values + b.values, steps: a.steps + b.steps, needs: a.needs.union(b.needs))
      }
    }
    return PossibleGroup(entities: entities, states: states, instant: instant)
  }

  /// The entities that its states refer to.
  func references(_ scope: HiddenScope, _ rules: Core.Rules) -> [EntityKey] {
    let scalars = entities.flatMap { key in
      scope.fields[key.sort.index].map { rules[$0].scalar }
    }
    var found: Set<EntityKey> = []
    for (position, scalar) in scalars.enumerated() {
      guard case .entity(let sort) = scalar, scope.contains(sort) else { continue }
      for state in states {
        if case .entity(let number) = state.values[position] {
          found.insert(EntityKey(sort: sort, number: number))
        }
      }
    }
    return found.sorted()
  }

  /// Groups that do not depend on one another, of which this is the product.
  func factors(_ scope: HiddenScope) -> [PossibleGroup] {
    var (rest, found) = (self, [PossibleGroup]())
    for index in rest.states.indices {
      (rest.states[index].steps, rest.states[index].needs) = ([], [])
    }
    for key in entities where rest.entities.count > 1 {
      guard let turn = rest.entities.firstIndex(of: key) else { continue }
      let start = rest.entities[..<turn].reduce(0) { $0 + scope.fields[$1.sort.index].count }
      let own = Array(start..<start + scope.fields[key.sort.index].count)
      let range = start..<start + own.count
      var (slices, others) = (PossibleStateSet(), PossibleStateSet())
      for state in rest.states {
        slices.insert(PossibleState(values: Array(state.values[range])))
        others.insert(PossibleState(values: state.values.without(own)))
      }
      guard slices.states.count * others.states.count == rest.states.count else { continue }
      found.append(PossibleGroup(entities: [key], states: slices.states, instant: instant))
      rest.entities.remove(at: turn)
      rest.states = others.states
    }
    return found + [rest]
  }
}

extension [Value] {
  /// The values at all other positions.
  func without(_ positions: [Int]) -> [Value] {
    let positions = Set(positions)
    return indices.filter { !positions.contains($0) }.map { self[$0] }
  }
}
