internal import Rulebook
internal import Semantics

extension Searcher {
  /// The longest that anybody was seen to wait, by scope, in growing scopes: shorter ones are
  /// searched to the end, longer ones as far as the budget goes.
  public func longest(_ wait: Wait) throws(Fault) -> [LongestWait] {
    var found: [LongestWait] = []
    for scope in waitScopes {
      found.append(
        try guarded { () throws(EvaluationError) in
          var measurement = WaitMeasurement(rules, wait, scope)
          return try measurement.run(mostStates: budget.states, mostSteps: budget.steps)
        })
      // A greater scope has more states still.
      if found.last?.steps != nil { break }
    }
    return found
  }

  /// A wait that goes on for ever, in the smallest scope that has one: first where nothing holds
  /// time up, then where all comes back to where it was, then where each round needs one entity
  /// more.
  public func endless(_ wait: Wait) throws(Fault) -> EndlessWait? {
    for isJoining in [false, true] {
      for scope in waitScopes {
        let found = try guarded { () throws(EvaluationError) -> EndlessWait? in
          let graph = try WaitGraph(rules, wait, scope, mostStates: budget.states)
          let lasso = LassoOfWaiting(graph: graph)
          if isJoining {
            guard let joining = try lasso.joining() else { return nil }
            return try lasso.told(joining.cycle, joining: joining.sort)
          }
          if let stalled = try lasso.stalled() { return stalled }
          guard let cycle = lasso.shortest() else { return nil }
          return try lasso.told(cycle)
        }
        if let found { return found }
      }
    }
    return nil
  }

  private var waitScopes: [Scope] {
    budget.scope.map { [$0] } ?? [
      Scope(rules, each: 1, introduced: 1), Scope(rules, each: 2, introduced: 1),
      Scope(rules, each: 3, introduced: 1),
    ]
  }
}
