import Rulebook
import Solver

/// The terms of one rulebook's lowering, so that it can be compared with the evaluator: the terms
/// that proofs are made of, ready to be given values in a finite structure.
package struct LoweringProbe: Sendable {
  package let bank: TermBank
  package let encoding: Encoding
  /// The variables of each sort: one for the entity that a reading is about, and one for a second
  /// entity.
  package let owners: [Term]
  package let others: [Term]
  /// The terms in the state before.
  package let before: StateTerms
  /// The facts that hold only at the start.
  package let initial: [Term]
  /// The events in the order of the rules; the passage of time is last.
  package let events: [EventTerms]
  package let claims: [Core.Claim]
  /// The `reach` properties about states, by position, and the `measure`s: a formula over the
  /// variables that is true of the bindings that count.
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

  /// The terms of a state, before or after an event.
  package struct StateTerms: Sendable {
    /// The condition that an entity exists, by sort, over its owner variable; nil if all exist.
    package let existence: [Term?]
    /// The readings of the fields, over the owner variable of their entity and, for references and
    /// collections, the other variable of the target's sort.
    package let fields: [Reading]
    package let globals: [Reading]
    package let now: Term
    package let nextTicket: Term
    /// The reading of each clock for the variables, by property.
    package let clocks: [Int: (variables: [Term], reading: Term)]
    /// The counts: each a function of the keys, and the counted condition over variables for the keys
    /// and the entity.
    package let counts: [(function: Function, keys: [Term], one: Term, counted: Term)]
    /// The claims in the order of ``LoweringProbe/claims``.
    package let claims: [Term]
    package let facts: [Term]
  }

  package enum Reading: Sendable {
    case value(Term)
    case optional(has: Term, value: Term)
    case reference(has: Term, leadsTo: Term)
    /// The members; the ticket only for queues.
    case members(Term, ticket: Term?)
  }

  package struct EventTerms: Sendable {
    package let event: Core.ID<Core.Event>?
    /// Constants for the parameters and then the results; `has` if they are optional.
    package let arguments: [(has: Term?, value: Term)]
    /// Constants for values read through references, each with the premise that fixes it.
    package let lifted: [(constant: Term, premise: Term)]
    package let enabling: Term
    /// The relation of the counts after to those before.
    package let counting: [Term]
    package let assumptions: [Term]
    package let definedness: [(name: String, hypothesis: Term, fact: Term)]
    package let after: StateTerms
    package let steps: [(property: Int, formula: Core.Expression, term: Term)]
  }
}
