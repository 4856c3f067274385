import Findings
import Rulebook
import Semantics

/// A search for runs from the start, on the evaluator, in small scopes.
///
/// Every run that it returns has been performed once more by the evaluator of all rules, step by
/// step, with guards, deadlines and assumptions, and ends in its target.
package struct Searcher: Sendable {
  let rules: Core.Rules
  var budget: Budget
  /// Called with each question to which a run is found, as soon as that is known.
  package var tell: @Sendable (Question) -> Void = { _ in }

  /// The limits of a search.
  package struct Budget: Sendable {
    /// The number of different states of one breadth-first search; a tenth of it if the evaluator
    /// has to search.
    package var states: Int
    /// The greatest number of steps of runs of a breadth-first search.
    package var steps: Int
    /// The number of steps of random runs.
    package var randomSteps: Int
    /// The seed of the random runs, which are the same for the same seed.
    package var seed: UInt64
    /// A single scope instead of growing ones.
    package var scope: Scope?
    /// The instant at which all searches have to end.
    package var cutoff: Cutoff?
    /// True to search with the evaluator only, which takes long: for checking that it finds the
    /// same.
    package var isSlow = false

    package init(
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

  /// The result of a search for a run.
  package enum Outcome: Sendable {
    case found(FoundRun)
    /// There is no run of up to that many steps in that scope; of any number of steps if nil. If
    /// not all was tried, this holds for the runs that were, and another may exist.
    case nothing(scope: String, steps: Int?, sampled: Set<Sampled>)
  }

  /// The goal of a search.
  package enum Question: Hashable, Sendable {
    /// A run that breaks the property, by its position in the rules.
    case violation(property: Int)
    /// A run that satisfies the `reach` property.
    case witness(property: Int)
    /// A step that is possible and not defined, by the position of its event.
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

  /// A defect of this program: a run that was found cannot be repeated, or the rules are not well
  /// typed.
  package struct Fault: Error, Sendable {
    /// The description of the defect, for a bug report.
    package let message: String
  }

  package init(_ rules: Core.Rules, _ budget: Budget = Budget()) {
    self.rules = rules
    self.budget = budget
  }

  /// A searcher for near runs only.
  package var nearby: Searcher {
    var copy = self
    copy.budget.states = budget.states / Self.nearbyShare
    copy.budget.randomSteps = 0
    return copy
  }

  private static let nearbyShare = 30

  /// True if some start of a small scope satisfies the axioms, as far as starts can be listed.
  package var hasStart: Bool {
    let evaluator = Evaluator(rules)
    let scopes =
      budget.scope.map { [$0] } ?? (1...3).map { Scope(rules, each: $0, introduced: 0) }
    return scopes.contains { scope in
      let starts = try? Starts(evaluator, scope, Slice(wholeOf: rules)).first()
      return starts ?? false
    }
  }
}
