import Rulebook
import Solver

/// A state as seen through the writes of one event: every lookup is the lookup in the state before,
/// wrapped in the point updates. There are no frame axioms; an invariant after an event is the
/// invariant with these lookups (weakest precondition by substitution).
struct SymbolicState {
  /// A write `place := value` where `condition` holds and the owner is `owner`.
  struct Write {
    let condition: Term
    let owner: [Term]
    let value: LoweredValue
    /// True if the owner is a placeholder: condition and value then hold for any entity put there.
    var isOfEach = false
  }

  /// A change of a collection, in the order in which it applies.
  enum CollectionWrite {
    case insert(condition: Term, owner: Term, element: Term, ticket: Term?)
    case remove(condition: Term, owner: Term, element: Term)
    /// An insertion for any entities put in place of the placeholders, each of which is the owner
    /// or the element.
    case insertEach([Term], condition: Term, owner: Term, element: Term)
    case removeEach([Term], condition: Term, owner: Term, element: Term)
    case clear(owner: Term)
  }

  let tag: Int
  var fieldWrites: [Core.ID<Core.Field>: [Write]] = [:]
  var globalWrites: [Core.ID<Core.Global>: [Write]] = [:]
  var collectionWrites: [Core.ID<Core.Field>: [CollectionWrite]] = [:]
  var introduced: [Core.ID<Core.Entity>: [Term]] = [:]
  var clockWrites: [Int: ([Term]) -> Term] = [:]
  /// The counts that differ from those in the state before.
  var counts: [CountedSet: Function] = [:]
  var now: Term
  var nextTicket: Term
}

/// A value for the solver.
enum LoweredValue {
  case plain(Term)
  case none
  /// A value that is not an entity: whether it is present, and its value if so.
  case optional(has: Term, value: Term)
  /// A reference as a relation: whether it is present, and whether it leads to a given entity.
  case reference(has: Term, isTo: (Term) -> Term, key: ReferenceKey)
}

/// The key of a lifted variable: reading the same reference twice gives the same variable.
struct ReferenceKey: Hashable {
  let expression: Core.Expression
  let state: Int
}

extension LoweredValue {
  var isNone: Bool { if case .none = self { true } else { false } }
}
