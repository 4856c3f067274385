import Rulebook
import Solver

/// The translation of core expressions to terms, over symbolic states.
final class Lowering {
  let rules: Core.Rules
  let builder: Builder
  let encoding: Encoding
  /// A deliberate mistake; nil except in tests of the tests.
  let fault: LoweringFault?
  let countedSets: [CountedSet]
  /// The count of each in the state before.
  let counts: [CountedSet: Function]
  private var stateCount = 0

  init(_ rules: Core.Rules, fault: LoweringFault? = nil) {
    self.rules = rules
    self.fault = fault
    builder = Builder()
    let encoding = Encoding(rules, builder)
    var counts: [CountedSet: Function] = [:]
    countedSets = rules.countedSets()
    for set in countedSets {
      counts[set] = builder.count(set.keys.map { encoding.sort($0.type.scalar) }, "count")
    }
    self.encoding = encoding
    self.counts = counts
  }

  /// Returns the state before an event: every lookup is a symbol.
  func freshState() -> SymbolicState {
    stateCount += 1
    return SymbolicState(
      tag: stateCount, now: builder.apply(encoding.now, []),
      nextTicket: builder.apply(encoding.nextTicket, []))
  }

  /// Returns a state that starts as a copy, to be written to.
  func successor(of state: SymbolicState) -> SymbolicState {
    stateCount += 1
    return SymbolicState(
      tag: stateCount, fieldWrites: state.fieldWrites, globalWrites: state.globalWrites,
      collectionWrites: state.collectionWrites, introduced: state.introduced,
      clockWrites: state.clockWrites, counts: state.counts, now: state.now,
      nextTicket: state.nextTicket)
  }
}

/// The variables that stand for entities read through references, bound where the reference's
/// owner is bound: `r.taxi.status` becomes `status(v)` under `has(r) ⇒ taxi(r, v)`.
final class LiftScope {
  let depth: Int
  /// True if lifted variables are constants: at the top of an event, whose arguments are constants
  /// too. Elsewhere they are variables that the scope's quantifier binds.
  let isConstant: Bool
  private(set) var variables: [Term] = []
  private(set) var premises: [Term] = []
  private var known: [ReferenceKey: Term] = [:]

  init(depth: Int, isConstant: Bool = false) {
    self.depth = depth
    self.isConstant = isConstant
  }

  func variable(for key: ReferenceKey, make: () -> (Term, premise: Term)) -> Term {
    if let term = known[key] { return term }
    let (term, premise) = make()
    known[key] = term
    variables.append(term)
    premises.append(premise)
    return term
  }
}

/// The values of the variables of an expression, and the states that it reads.
struct LoweringContext {
  struct Bound {
    let value: LoweredValue
    let scope: LiftScope
  }

  struct Sent {
    let condition: Term
    let recipient: Term
    let recipientSort: Core.Scalar
    let message: Core.ID<Core.Message>
    let arguments: [LoweredValue?]
    /// True if the recipient is a placeholder for each entity for which the condition holds.
    var isOfEach = false
  }

  var here: SymbolicState
  var before: SymbolicState?
  /// The scope to which a reference is lifted that depends on no bound variable.
  let top: LiftScope
  var bound: [Int: Bound] = [:]
  var sent: [Sent] = []

  init(here: SymbolicState, before: SymbolicState? = nil, top: LiftScope) {
    self.here = here
    self.before = before
    self.top = top
  }

  func state(_ era: Core.Era) -> SymbolicState { era == .before ? before ?? here : here }
}

/// The error that a rule is outside the fragment that the solver decides well.
struct LoweringError: Error {
  let message: String
}
