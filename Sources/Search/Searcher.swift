public import Findings
public import Rulebook
internal import Semantics

/// Looks for runs from the start, on the evaluator, in small scopes.
///
/// Every run that it returns has been done once more by the evaluator of all rules, step by step,
/// with guards, deadlines and assumptions, and ends in what was looked for.
public struct Searcher: Sendable {
  let rules: Core.Rules
  var budget: Budget
  /// Told of each question to which a run is found, as soon as that is known.
  public var tell: @Sendable (Question) -> Void = { _ in }

  /// How much is looked at.
  public struct Budget: Sendable {
    /// Different states of one breadth-first search; a tenth of them where the evaluator has to
    /// do it.
    public var states: Int
    /// How many steps the runs of a breadth-first search have at most.
    public var steps: Int
    /// Steps of random runs.
    public var randomSteps: Int
    /// For the random runs, which are the same for the same seed.
    public var seed: UInt64
    /// One scope instead of growing ones.
    public var scope: Scope?
    /// When all searches have to end.
    public var cutoff: Cutoff?
    /// Whether the evaluator does all searches, which takes long: for whoever wants to know
    /// whether it finds the same.
    package var isSlow = false

    public init(
      states: Int = 300_000, steps: Int = 40, randomSteps: Int = 600_000, seed: UInt64 = 1,
      scope: Scope? = nil, cutoff: Cutoff? = nil
    ) {
      self.states = states
      self.steps = steps
      self.randomSteps = randomSteps
      self.seed = seed
      self.scope = scope
      self.cutoff = cutoff
    }
  }

  /// What came of looking for a run.
  public enum Outcome: Sendable {
    case found(FoundRun)
    /// Nothing of up to that many steps in that scope; of any number of steps if nil. Where not
    /// all was tried, that is so of the runs that were, and another may be there.
    case nothing(scope: String, steps: Int?, sampled: Set<Sampled>)
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
    /// Steps of the server's own that lead back to where they began, and need no time.
    case lasso

    init(_ target: Target) {
      switch target {
      case .violation(let property): self = .violation(property: property)
      case .witness(let property): self = .witness(property: property)
      case .undefined(let event): self = .undefined(event: event.index)
      case .timelock: self = .timelock
      case .lasso: self = .lasso
      }
    }

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

  /// Our own fault: a run that was found cannot be done again, or the rules are not well typed.
  public struct Fault: Error, Sendable {
    /// What went wrong, for a bug report.
    public let message: String
  }

  public init(_ rules: Core.Rules, _ budget: Budget = Budget()) {
    self.rules = rules
    self.budget = budget
  }

  /// One that looks for what is near only.
  public var nearby: Searcher {
    var copy = self
    copy.budget.states = budget.states / Self.nearbyShare
    copy.budget.randomSteps = 0
    return copy
  }

  private static let nearbyShare = 30

  /// True if some start of a small scope satisfies the axioms, as far as starts can be listed.
  public var hasStart: Bool {
    let evaluator = Evaluator(rules)
    let scopes =
      budget.scope.map { [$0] } ?? (1...3).map { Scope(rules, each: $0, introduced: 0) }
    return scopes.contains { scope in
      let starts = try? Starts(evaluator, scope, Slice(wholeOf: rules)).first()
      return starts ?? false
    }
  }
}
