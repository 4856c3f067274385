import Basics
import Findings
import Rulebook
import Solver

/// The proof obligation of one event, the start, or the passage of time: hypotheses and goals.
struct Obligation: Sendable {
  enum Goal: Sendable, Hashable {
    case claim(Int)
    /// A step property, by its index in the rulebook.
    case step(Int)
    /// A definedness fact of the event, by index in ``Obligation/definedness``.
    case defined(Int)
  }

  struct Definedness: Sendable {
    let name: String
    let span: SourceSpan
  }

  /// `initial`, the name of an event, or `time passes`.
  let name: String
  let event: Core.ID<Core.Event>?
  /// Facts of the encoding, and the conditions that enable the event.
  var hypotheses: [Term]
  /// The hypotheses that state the guards of the event, in the order of the rulebook.
  let guards: [Term]
  /// The hypothesis that the instant of an obligation has come.
  let due: Term?
  /// The further assumptions about the world.
  let assumptions: [Assumed]
  /// True if the claims hold before (not at the start).
  let assumesClaims: Bool
  /// The hypotheses that limit how far time may pass; only of the passage of time.
  var limits: [Term] = []
  /// True if it asks only that guards, instants and refusals of an event have a value, and that
  /// results can be chosen, not about its effects.
  var isAboutTerms = false
  let goals: [(goal: Goal, term: Term)]
  let definedness: [Definedness]
}

/// The obligations of a rulebook as terms in one bank, built once and then only read.
struct ObligationSet: Sendable {
  let bank: TermBank
  let claims: [ClaimInfo]
  /// The claims in the state before.
  let claimTerms: [Term]
  /// The obligations: the start, each event in the order of the rules, the passage of time; then
  /// those about the terms of events.
  var obligations: [Obligation]
  let progress: [ProgressObligation]
  let antecedents: [Antecedent]
  let reachGoals: [ReachGoal]
  let measures: [MeasureCandidate]
  let symbols: StateSymbols
  let facts: [Term]
  let brokenCycles: [String]

  /// The obligations about the effects of events.
  var ofEvents: [Obligation] { obligations.filter { $0.event != nil && !$0.isAboutTerms } }

  /// The same set with no due obligation and no owed decision keeping time from passing.
  var withoutLimits: ObligationSet {
    var result = self
    result.obligations = obligations.map { obligation in
      let limits = Set(obligation.limits)
      var other = obligation
      other.hypotheses = obligation.hypotheses.filter { !limits.contains($0) }
      return other
    }
    return result
  }

  /// Returns the formulas that an antecedent holds together with the kept claims.
  func terms(of antecedent: Antecedent, kept: [Term]) -> [Term] {
    guard let event = antecedent.event else { return facts + kept + [antecedent.term] }
    let obligation = obligations[event.index + 1]
    return obligation.hypotheses + obligation.assumptions.map(\.term) + kept + [antecedent.term]
  }

  /// Returns the formulas that a goal is reached together with the kept claims.
  func terms(of goal: ReachGoal, kept: [Term]) -> [Term] {
    guard let index = goal.obligation else { return facts + kept + [goal.term] }
    let obligation = obligations[index]
    return facts + kept + [goal.term] + obligation.hypotheses + obligation.assumptions.map(\.term)
  }

  /// A claim without its formula, for reports.
  struct ClaimInfo: Sendable {
    let name: String
    let kind: Verification.Kind
    let property: Int?
    let requirements: [String]
    let statement: String
    let isCandidate: Bool
    let meaning: Core.Claim
  }
}

/// The obligation that some decision is possible wherever a `prompt` keeps time from passing.
struct ProgressObligation: Sendable {
  let property: Int
  let hypotheses: [Term]
  let goal: Term
}

/// A condition under which a property says something: `P` of `all … where P: Q`, of `P implies Q`,
/// of `… : P lasts at most …`.
struct Antecedent: Sendable {
  let property: Int
  /// The number of the part of the property, counted from 1, and the number of parts.
  let part: Int
  let parts: Int
  /// The event that the property is about, for steps; nil for states.
  let event: Core.ID<Core.Event>?
  let condition: Core.Expression
  /// The lowered condition.
  let term: Term
}

/// A goal that should be reachable.
struct ReachGoal: Sendable {
  let property: Int
  /// The obligation of the event after which it should hold; nil for a state.
  let obligation: Int?
  let term: Term
}
