public import Rulebook

/// What a claim says of every reachable state, in terms that an evaluator can judge.
public enum ProvedClaim: Hashable, Sendable {
  /// The formula of an invariant or a lemma, by its position in the rules.
  case always(property: Int)
  /// The condition of a `bounded` or `prompt` property has not lasted longer than its limit.
  case lastsNoLonger(property: Int)
  /// While the condition of the property holds, this field of its entity tells since when.
  case clockReads(property: Int, Core.ID<Core.Field>)
  /// What the field holds lies in the range that is its type.
  case inRange(Core.ID<Core.Field>)
}
