import Rulebook

extension Evaluation {
  /// Adds to `found` the tuples, made of the candidates of each parameter in their order, for
  /// which all conditions of the plan are known to hold.
  ///
  /// - Parameters:
  ///   - most: The number of tuples in `found` at which it stops.
  ///   - budget: The number of partial tuples after which it stops.
  mutating func findInstances(
    of plan: Plan, candidates: [[Value]], atMost most: Int, budget: inout Int,
    into found: inout [[Value]]
  ) throws(EvaluationError) {
    var tuple: [Value] = []
    var narrowing = Narrowing(candidates)
    try extend(&tuple, plan, &narrowing, most, &budget, &found)
  }

  private mutating func extend(
    _ tuple: inout [Value], _ plan: Plan, _ narrowing: inout Narrowing, _ most: Int,
    _ budget: inout Int, _ found: inout [[Value]]
  ) throws(EvaluationError) {
    budget -= 1
    for condition in plan.conditions[tuple.count] {
      guard try truth(of: condition) == true else { return }
    }
    guard tuple.count < plan.parameters.count else {
      found.append(tuple)
      return
    }
    let parameter = plan.parameters[tuple.count]
    for candidate in try candidates(at: tuple.count, plan, &narrowing) {
      guard found.count < most, budget > 0 else { return }
      context.environment[parameter] = candidate
      tuple.append(candidate)
      try extend(&tuple, plan, &narrowing, most, &budget, &found)
      tuple.removeLast()
    }
  }

  /// Returns the candidates for a parameter, given the values of the earlier ones. If they are
  /// asked for often enough to be sorted by what the first condition reads, those that it excludes
  /// are left out.
  private mutating func candidates(
    at position: Int, _ plan: Plan, _ narrowing: inout Narrowing
  ) throws(EvaluationError) -> [Value] {
    let all = narrowing.candidates[position]
    let variable = plan.parameters[position]
    guard let join = plan.joins[position],
      isWorthNarrowing(variable, all.count, fewest: join.fewest),
      case .entity(let sort) = variable.type.scalar,
      let matching = try matching(
        join, sort, &narrowing.indices[position],
        among: { all.compactMap { if case .entity(let number) = $0 { number } else { nil } } })
    else { return all }
    return matching.map { .entity($0) }
  }

  /// Returns the bindings, in the order of their domains, for which the condition is known to hold.
  /// - Parameter first: The value of the first variable; nil: any of its domain.
  mutating func bindings(
    of binders: [Core.Binder], where condition: Core.Expression, first: Value? = nil
  ) throws(EvaluationError) -> [[Value]] {
    var found: [[Value]] = []
    var binding: [Value] = []
    var rest = binders[...]
    if let first, let binder = rest.popFirst() {
      context.environment[binder.variable] = first
      binding.append(first)
    }
    try bind(rest, condition, &binding, &found)
    return found
  }

  private mutating func bind(
    _ binders: ArraySlice<Core.Binder>, _ condition: Core.Expression, _ binding: inout [Value],
    _ found: inout [[Value]]
  ) throws(EvaluationError) {
    guard let binder = binders.first else {
      if try truth(of: condition) == true { found.append(binding) }
      return
    }
    guard let extent = try extent(of: binder.domain) else { return }
    for position in 0..<extent.count {
      context.environment[binder.variable] = extent[position]
      binding.append(extent[position])
      try bind(binders.dropFirst(), condition, &binding, &found)
      binding.removeLast()
    }
  }
}

extension Tables {
  /// Returns every value of a type, if they are few enough; of a sort, the entities that exist.
  func values(of type: Core.ValueType, in state: State) throws(EvaluationError) -> [Value] {
    (type.isOptional ? [.none] : []) + (try extent(of: type.scalar, in: state).values)
  }
}

/// The candidates for the parameters of a plan, and their indices.
private struct Narrowing {
  let candidates: [[Value]]
  /// The index of each parameter, by position.
  var indices: [JoinIndex]

  init(_ candidates: [[Value]]) {
    self.candidates = candidates
    indices = Array(repeating: JoinIndex(), count: candidates.count)
  }
}
