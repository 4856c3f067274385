public import Rulebook
public import Semantics

/// Reachable states, many and various: for whoever wants to know what is never the case.
public struct Sampling: Sendable {
  private let evaluator: Evaluator

  public init(_ rules: Core.Rules) {
    evaluator = Evaluator(rules)
  }

  /// Visits the states of random runs in a few scopes, the same for the same seed; most runs go on
  /// from where some entity looked new. What has no meaning ends a run.
  ///
  /// - Parameter steps: of all runs together.
  public func visit(steps: Int, seed: UInt64, _ visit: (State) -> Void) throws(Searcher.Fault) {
    let rules = evaluator.rules
    let slice = Slice(wholeOf: rules)
    let scopes = [
      Scope(rules, each: 2, introduced: 3), Scope(rules, each: 3, introduced: 6),
      Scope(rules, each: 1, introduced: 2), Scope(rules, each: 4, introduced: 4),
    ]
    for (index, scope) in scopes.enumerated() {
      let exploration = Exploration(
        evaluator: evaluator, slice: slice, fields: Set(rules.fields.indices.map { Core.ID($0) }),
        scope: scope, seed: seed &+ UInt64(index) &* 1_000_003, mostSteps: steps / scopes.count)
      do {
        try exploration.run { (done, script) throws(EvaluationError) in
          if script.moves.count == 1, let start = done.step?.before { visit(start) }
          visit(done.position.state)
          return true
        }
      } catch {
        throw Searcher.Fault(message: error.message(in: rules))
      }
    }
  }
}
