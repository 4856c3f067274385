public import Findings
public import Rulebook
internal import Semantics

/// Looks for runs from the start, on the evaluator, in small scopes.
public struct Searcher: Sendable {
  let evaluator: Evaluator
  let rules: Core.Rules
  let budget: Budget

  /// How much is looked at.
  public struct Budget: Sendable {
    /// Different states of one breadth-first search.
    public var states: Int
    public var steps: Int
    /// Steps of random runs.
    public var randomSteps: Int
    public var seed: UInt64
    /// One scope instead of growing ones.
    public var scope: Scope?

    public init(
      states: Int = 20_000, steps: Int = 40, randomSteps: Int = 300_000, seed: UInt64 = 1,
      scope: Scope? = nil
    ) {
      self.states = states
      self.steps = steps
      self.randomSteps = randomSteps
      self.seed = seed
      self.scope = scope
    }
  }

  public enum Outcome: Sendable {
    case found(Run)
    /// Nothing of up to that many steps in that scope.
    case nothing(scope: String, steps: Int)
  }

  /// What is not broken by a formula, but by what can happen.
  public enum Activity: Sendable { case timelock, lasso }

  /// A run that was found and cannot be done again: our own fault.
  public struct Fault: Error, Sendable {
    public let message: String
  }

  public init(_ rules: Core.Rules, _ budget: Budget = Budget()) {
    evaluator = Evaluator(rules)
    self.rules = rules
    self.budget = budget
  }

  private var scopes: [Scope] {
    budget.scope.map { [$0] } ?? [
      Scope(rules, each: 1, introduced: 1), Scope(rules, each: 2, introduced: 2),
    ]
  }

  /// A shortest run that breaks the property, if one is found.
  public func violation(of property: Int) throws(Fault) -> Outcome {
    try shortest(.violation(property: property))
  }

  /// A shortest run into a state that holds time up for ever, one way or the other.
  public func run(into activity: Activity) throws(Fault) -> Outcome {
    try shortest(activity == .timelock ? .timelock : .lasso)
  }

  /// Runs that satisfy the `reach` properties, by property.
  public func witnesses(of properties: [Int]) throws(Fault) -> [Int: Run] {
    var open = Set(properties.map { Target.witness(property: $0) })
    var runs: [Int: Run] = [:]
    let wide = budget.scope ?? Scope(rules, each: 2, introduced: 6)
    let found = try guarded { () throws(EvaluationError) in
      try Hunt(evaluator: evaluator, scope: wide, seed: budget.seed)
        .run(open, steps: budget.randomSteps, each: 250)
    }
    for (target, run) in found {
      guard case .witness(let property) = target else { continue }
      open.remove(target)
      runs[property] = try rendered(run.start, run.moves, target, wide, isShortest: false)
    }
    for target in open {
      guard case .witness(let property) = target, case .found(let run) = try shortest(target) else {
        continue
      }
      runs[property] = run
    }
    return runs
  }

  private func shortest(_ target: Target) throws(Fault) -> Outcome {
    var last = Outcome.nothing(scope: "", steps: 0)
    for scope in scopes {
      let search = Breadth(
        evaluator: evaluator, scope: scope, target: target, mostStates: budget.states,
        mostSteps: budget.steps)
      switch try guarded({ () throws(EvaluationError) in try search.run() }) {
      case .found(let start, let moves):
        return .found(try rendered(start, moves, target, scope, isShortest: true))
      case .exhausted:
        last = .nothing(scope: scope.description.joined(separator: " "), steps: budget.steps)
      case .excluded(let steps):
        last = .nothing(scope: scope.description.joined(separator: " "), steps: steps)
      }
    }
    if case .violation = target, budget.scope == nil {
      let wide = Scope(rules, each: 2, introduced: 6)
      let found = try guarded { () throws(EvaluationError) in
        try Hunt(evaluator: evaluator, scope: wide, seed: budget.seed)
          .run([target], steps: budget.randomSteps / 4, each: 300)
      }
      if let run = found[target] {
        return .found(try rendered(run.start, run.moves, target, wide, isShortest: false))
      }
    }
    return last
  }

  private func guarded<Result>(
    _ work: () throws(EvaluationError) -> Result
  ) throws(Fault) -> Result {
    do {
      return try work()
    } catch {
      throw Fault(message: error.message(in: rules))
    }
  }

  /// The run as a person reads it, done once more on the way.
  private func rendered(
    _ start: State, _ moves: [Move], _ target: Target, _ scope: Scope, isShortest: Bool
  ) throws(Fault) -> Run {
    let run = try guarded { () throws(EvaluationError) in
      try RunRendering(evaluator: evaluator, scope: scope).run(
        start, moves, target, isShortest: isShortest)
    }
    guard let run else { throw Fault(message: "a run that was found cannot be done again") }
    return run
  }
}
