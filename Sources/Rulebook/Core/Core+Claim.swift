extension Core {
  /// What is said of every reachable state: by a property of the rulebook, or by a tool that
  /// needs it for a proof. Whoever proves it and whoever evaluates it mean the same.
  public enum Claim: Hashable, Sendable {
    /// The formula of an invariant or a lemma, by its position in the rules.
    case always(property: Int)
    /// The condition of a `bounded` or `prompt` property has not lasted longer than its limit.
    case lastsNoLonger(property: Int)
    /// While the condition of the property holds, this field of its entity tells since when.
    case clockReads(property: Int, ID<Field>)
    /// What the field holds lies in the range that is its type.
    case inRange(ID<Field>)
  }
}
