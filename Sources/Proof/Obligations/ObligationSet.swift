internal import Diagnostics
internal import Findings
internal import Rulebook
internal import Solver

/// What one event, the start, or the passing of time owes: hypotheses and goals.
struct Obligation: Sendable {
  enum Goal: Sendable, Hashable {
    case claim(Int)
    /// A step property, by its index in the rulebook.
    case step(Int)
    /// That the event is defined, by index in ``Obligation/definedness``.
    case defined(Int)
  }

  struct Definedness: Sendable {
    let name: String
    let span: SourceSpan
  }

  /// `initial`, the name of an event, or `time passes`.
  let name: String
  let event: Core.ID<Core.Event>?
  /// Facts of the encoding, and what enables the event.
  var hypotheses: [Term]
  /// Those of them that say the guards of the event, in the order of the rulebook.
  let guards: [Term]
  /// The one of them that says that the instant of an obligation has come.
  let due: Term?
  /// What is assumed of the world besides.
  let assumptions: [Assumed]
  /// Whether the claims hold before (not at the start).
  let assumesClaims: Bool
  /// Of the passing of time: those of the hypotheses that say how far it may.
  var limits: [Term] = []
  /// Of an event: it asks only that guards, instants and refusals have a value, and that results
  /// can be had, not what the event does.
  var isAboutTerms = false
  let goals: [(goal: Goal, term: Term)]
  let definedness: [Definedness]
}

/// Every obligation of a rulebook as terms in one bank, built once and then only read.
struct ObligationSet: Sendable {
  let bank: TermBank
  let claims: [ClaimInfo]
  /// The claims in the state before.
  let claimTerms: [Term]
  /// The start, each event in the order of the rules, the passing of time; then what is asked of
  /// the terms of events.
  var obligations: [Obligation]
  let progress: [ProgressObligation]
  let antecedents: [Antecedent]
  let reachGoals: [ReachGoal]
  let measures: [MeasureCandidate]
  let symbols: StateSymbols
  let facts: [Term]
  let brokenCycles: [String]

  /// Those of what events do.
  var ofEvents: [Obligation] { obligations.filter { $0.event != nil && !$0.isAboutTerms } }

  /// The same where nothing that is due, and no decision that is owed, keeps time from passing.
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

  /// That an antecedent holds, where what is kept does.
  func terms(of antecedent: Antecedent, kept: [Term]) -> [Term] {
    guard let index = antecedent.obligation else { return facts + kept + [antecedent.term] }
    let obligation = obligations[index]
    return obligation.hypotheses + obligation.assumptions.map(\.term) + kept + [antecedent.term]
  }

  /// That a goal is met, where what is kept holds.
  func terms(of goal: ReachGoal, kept: [Term]) -> [Term] {
    guard let index = goal.obligation else { return facts + kept + [goal.term] }
    let obligation = obligations[index]
    return facts + kept + [goal.term] + obligation.hypotheses + obligation.assumptions.map(\.term)
  }

  /// A claim without its formula: what results are told about.
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

/// That some decision is possible wherever a `prompt` holds time up.
struct ProgressObligation: Sendable {
  let property: Int
  let hypotheses: [Term]
  let goal: Term
}

/// A condition under which a property says something: `P` of `all … where P: Q`, of `P implies Q`,
/// of `… : P lasts at most …`.
struct Antecedent: Sendable {
  let property: Int
  /// Which part of the property it is the condition of, counted from 1, and how many there are.
  let part: Int
  let parts: Int
  /// The obligation of the event of whose steps it speaks; none for states.
  let obligation: Int?
  let term: Term
}

/// Something that should be reachable.
struct ReachGoal: Sendable {
  let property: Int
  /// The obligation of the event after which it should hold; none for a state.
  let obligation: Int?
  let term: Term
}
