extension Core {
  /// A statement about every reachable state, made by a property of the rulebook or by a tool that
  /// needs it for a proof. Proofs and evaluators give it the same meaning.
  package enum Claim: Hashable, Sendable {
    /// The formula of an invariant or a lemma, by its position in the rules.
    case always(property: Int)
    /// The condition of a `bounded` or `prompt` property has not lasted longer than its limit.
    case lastsNoLonger(property: Int)
    /// While the condition of the property holds, this instant, in terms of its binders, is the one
    /// since which it holds.
    case clockReads(property: Int, Expression)
    /// No instance of the obligation is overdue: where its guards hold, its instant is not over.
    case isInTime(ID<Event>)
    /// The value of the field, or its members, lies in the range that is its type.
    case inRange(ID<Field>)
    /// The value of the state lies in the range that is its type.
    case stateInRange(ID<Global>)
  }
}
