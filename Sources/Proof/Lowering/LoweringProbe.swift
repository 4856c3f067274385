package import Rulebook
package import Solver

/// The lowering of one rulebook laid open, so that the evaluator can be held against it: the
/// terms that proofs are made of, ready to be given values in a finite structure.
package struct LoweringProbe: Sendable {
  package let bank: TermBank
  package let encoding: Encoding
  /// By sort: a variable for the entity that is asked about, and one for whom it is asked about.
  package let owners: [Term]
  package let others: [Term]
  /// In the state before.
  package let before: StateTerms
  /// What holds at the start and nowhere else that differs from it.
  package let initial: [Term]
  /// In the order of the rules; the passage of time is last.
  package let events: [EventTerms]
  package let claims: [Core.Claim]
  /// The `reach` properties about states, by position, and the `measure`s: a formula over the
  /// variables that is true of what counts.
  package let reach: [(property: Int, term: Term)]
  package let measures: [(property: Int, variables: [Term], counts: Term)]

  /// Lowers the rulebook as proofs do.
  package init(_ rules: Core.Rules, fault: LoweringFault? = nil) throws(OutsideFragment) {
    do {
      let lowering = Lowering(rules, fault: fault)
      let probing = Probing(lowering)
      let state = lowering.freshState()
      encoding = lowering.encoding
      owners = probing.owners
      others = probing.others
      claims = probing.claims.map(\.meaning)
      before = try probing.terms(of: state)
      initial = try lowering.initialFacts(state)
      var lowered: [LoweredEvent] = []
      for index in rules.events.indices {
        lowered.append(try lowering.lower(Core.ID(index), from: state))
      }
      lowered.append(try lowering.lowerTime(from: state))
      var events: [EventTerms] = []
      for event in lowered { events.append(try probing.terms(of: event)) }
      self.events = events
      reach = try lowering.reachGoals(state, lowered).filter { $0.obligation == nil }
        .map { ($0.property, $0.term) }
      measures = try probing.measures(state)
      bank = lowering.builder.bank
    } catch {
      throw OutsideFragment(message: error.message)
    }
  }

  /// What can be asked of a state, before or after an event.
  package struct StateTerms: Sendable {
    /// By sort, over its owner variable: whether the entity exists; nil where all do.
    package let existence: [Term?]
    /// By field, over the owner variable of its entity and, for references and collections, the
    /// other variable of the entity it leads to.
    package let fields: [Reading]
    package let globals: [Reading]
    package let now: Term
    package let nextTicket: Term
    /// By property with a clock: the reading for the variables.
    package let clocks: [Int: (variables: [Term], reading: Term)]
    /// In the order of ``LoweringProbe/claims``.
    package let claims: [Term]
    package let facts: [Term]
  }

  package enum Reading: Sendable {
    case value(Term)
    case optional(has: Term, value: Term)
    case reference(has: Term, leadsTo: Term)
    /// The ticket only of queues.
    case members(Term, ticket: Term?)
  }

  package struct EventTerms: Sendable {
    package let event: Core.ID<Core.Event>?
    /// Constants for the parameters and then the results; `has` where they are optional.
    package let arguments: [(has: Term?, value: Term)]
    /// Constants for what is read through references, each with what makes it the right one.
    package let lifted: [(constant: Term, premise: Term)]
    package let enabling: Term
    package let assumptions: [Term]
    package let definedness: [(name: String, hypothesis: Term, fact: Term)]
    package let after: StateTerms
    package let steps: [(property: Int, formula: Core.Expression, term: Term)]
  }
}
