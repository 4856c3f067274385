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
      states: Int = 30_000, steps: Int = 40, randomSteps: Int = 100_000, seed: UInt64 = 1,
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

  /// What is looked for.
  public enum Question: Hashable, Sendable {
    /// A run that breaks the property, by its position in the rules.
    case violation(property: Int)
    /// A run that satisfies the `reach` property.
    case witness(property: Int)
    /// A step that is possible and has no meaning, by the position of its event.
    case undefined(event: Int)
    /// A state in which time may not pass and the server can do nothing.
    case timelock
    /// Steps of the server's own that go round at one instant.
    case lasso

    var target: Target {
      switch self {
      case .violation(let property): .violation(property: property)
      case .witness(let property): .witness(property: property)
      case .undefined(let event): .undefined(Core.ID(event))
      case .timelock: .timelock
      case .lasso: .lasso
      }
    }
  }

  /// Answers all questions together: breadth-first in growing scopes, so that a run found there
  /// is shortest in its scope; then random runs for what is left.
  public func answers(to questions: [Question]) throws(Fault) -> [Question: Outcome] {
    var answers: [Question: Outcome] = [:]
    var open = questions
    for scope in scopes where !open.isEmpty {
      let search = Breadth(
        evaluator: evaluator, scope: scope, targets: open.map(\.target),
        mostStates: budget.states, mostSteps: budget.steps)
      let result = try guarded { () throws(EvaluationError) in try search.run() }
      for question in open {
        guard let found = result.found[question.target] else {
          answers[question] = .nothing(
            scope: scope.description.joined(separator: " "),
            steps: result.isExhausted ? budget.steps : result.steps)
          continue
        }
        answers[question] = .found(
          try rendered(found.start, found.moves, question.target, scope, isShortest: true))
      }
      open.removeAll { result.found[$0.target] != nil }
    }
    guard !open.isEmpty, budget.randomSteps > 0 else { return answers }
    let wide = budget.scope ?? Scope(rules, each: 2, introduced: 6)
    let found = try guarded { () throws(EvaluationError) in
      try Hunt(evaluator: evaluator, scope: wide, seed: budget.seed)
        .run(Set(open.map(\.target)), steps: budget.randomSteps, each: 250)
    }
    for question in open {
      guard let run = found[question.target] else { continue }
      answers[question] = .found(
        try rendered(run.start, run.moves, question.target, wide, isShortest: false))
    }
    return answers
  }

  /// Runs that satisfy the `reach` properties, by property: random runs first, since the runs
  /// wanted are long and easy to find.
  public func witnesses(of properties: [Int]) throws(Fault) -> [Int: Run] {
    let wide = budget.scope ?? Scope(rules, each: 2, introduced: 6)
    let targets = Set(properties.map { Target.witness(property: $0) })
    let found = try guarded { () throws(EvaluationError) in
      try Hunt(evaluator: evaluator, scope: wide, seed: budget.seed)
        .run(targets, steps: budget.randomSteps, each: 250)
    }
    var runs: [Int: Run] = [:]
    for (target, run) in found {
      guard case .witness(let property) = target else { continue }
      runs[property] = try rendered(run.start, run.moves, target, wide, isShortest: false)
    }
    let left = properties.filter { runs[$0] == nil }.map { Question.witness(property: $0) }
    for (question, outcome) in try answers(to: left) {
      guard case .witness(let property) = question, case .found(let run) = outcome else { continue }
      runs[property] = run
    }
    return runs
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
