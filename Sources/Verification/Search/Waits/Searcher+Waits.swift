import Rulebook
import Semantics

extension Searcher {
  /// Returns the longest wait by scope: of growing scopes those that can be searched completely,
  /// and have a value everywhere.
  package func longest(_ wait: Wait) throws(Fault) -> [LongestWait] {
    var found: [LongestWait] = []
    for scope in waitScopes {
      let longest = try guarded { () throws(EvaluationError) -> LongestWait? in
        try unlessUndefined { () throws(EvaluationError) in
          var measurement = WaitMeasurement(rules, wait, scope)
          return try measurement.run(mostStates: budget.states, mostSteps: budget.steps)
        }
      }
      // A greater scope has even more states.
      guard let longest else { break }
      found.append(longest)
    }
    return found
  }

  /// Returns a wait that continues for ever, in the smallest scope that has one: if nothing keeps
  /// time from passing, if everything returns to where it was, or if each cycle needs one more
  /// entity. Scopes greater than one that exceeds the budget, or has no value somewhere, are not
  /// searched.
  package func endless(_ wait: Wait) throws(Fault) -> EndlessWait? {
    var isWhole = true
    for scope in waitScopes where isWhole {
      let found = try guarded { () throws(EvaluationError) -> EndlessWait? in
        isWhole = false
        guard let whole = try graph(of: wait, scope) else { return nil }
        let lasso = LassoOfWaiting(graph: whole)
        isWhole = lasso.graph.isWhole
        if let stalled = try lasso.stalled() { return stalled }
        if let cycle = lasso.shortest() { return try lasso.told(cycle) }
        for sort in scope.fixed.keys.sorted() where isWhole {
          // One entity is used up before, so that the first cycle is like the others.
          let count = scope.counts[sort.index] + (budget.scope == nil ? 1 : 0)
          guard let more = try graph(of: wait, scope.with(count, of: sort)) else { continue }
          let lasso = LassoOfWaiting(graph: more)
          if let cycle = try lasso.joining(sort) { return try lasso.told(cycle, joining: sort) }
        }
        return nil
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns the graph of a scope; nil: something has no value there.
  private func graph(of wait: Wait, _ scope: Scope) throws(EvaluationError) -> WaitGraph? {
    try unlessUndefined { () throws(EvaluationError) in
      try WaitGraph(rules, wait, scope, mostStates: budget.states)
    }
  }

  private var waitScopes: [Scope] {
    budget.scope.map { [$0] } ?? [
      Scope(rules, each: 1, introduced: 1), Scope(rules, each: 2, introduced: 1),
      Scope(rules, each: 3, introduced: 1),
    ]
  }
}
