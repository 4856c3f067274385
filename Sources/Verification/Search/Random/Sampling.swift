import Basics
import Rulebook
import Semantics

/// A sample of many different reachable states, for finding what never holds.
package struct Sampling: Sendable {
  private let evaluator: Evaluator

  package init(_ rules: Core.Rules) {
    evaluator = Evaluator(rules)
  }

  /// Visits the states of random runs in a few scopes, the same for the same seed; most runs
  /// continue from a state where some entity looked new. An undefined event ends a run.
  ///
  /// - Parameter steps: The number of steps of all runs together.
  package func visit(steps: Int, seed: UInt64, _ visit: (State) -> Void) throws(Searcher.Fault) {
    let slice = Slice(wholeOf: evaluator.rules)
    let scopes = scopes(seed)
    let interests = interests
    let share = steps / (scopes.count * interests.count)
    for (index, scope) in scopes.enumerated() {
      for (other, fields) in interests.enumerated() {
        let exploration = Exploration(
          evaluator: evaluator, slice: slice, fields: fields, scope: scope,
          seed: seed &+ UInt64(index * interests.count + other) &* 1_000_003, mostSteps: share)
        try explore(exploration, visit)
      }
    }
  }

  private func explore(
    _ exploration: Exploration, _ visit: (State) -> Void
  ) throws(Searcher.Fault) {
    do {
      try exploration.run { (done, script) throws(EvaluationError) in
        if script.moves.count == 1, let start = done.step?.before { visit(start) }
        visit(done.position.state)
        return true
      }
    } catch {
      throw Searcher.Fault(message: error.message(in: evaluator.rules))
    }
  }

  /// Returns scopes with the same number of each sort, then scopes with different numbers.
  private func scopes(_ seed: UInt64) -> [Scope] {
    let rules = evaluator.rules
    var scopes = [
      Scope(rules, each: 2, introduced: 3), Scope(rules, each: 1, introduced: 2),
      Scope(rules, each: 3, introduced: 6),
    ]
    var random = SplitMix64(seed: seed)
    for _ in 0..<5 {
      var scope = Scope(rules, each: 1, introduced: 2)
      for sort in rules.entities.indices {
        scope = scope.with(1 + random.below(4), of: Core.ID(sort))
      }
      scopes.append(scope)
    }
    return scopes
  }

  /// The fields that make an entity look new: its cases alone, which lead far; all fields, which
  /// lead wide. At least one set, even if no entity has a field.
  private var interests: [Set<Core.ID<Core.Field>>] {
    let all = evaluator.rules.fields.indices.map { Core.ID<Core.Field>($0) }
    let cases = all.filter { field in
      if case .value(let type) = evaluator.rules[field].kind, case .enumeration = type.scalar {
        return !type.isOptional
      }
      return false
    }
    return cases.isEmpty ? [Set(all)] : [Set(cases), Set(all)]
  }
}
