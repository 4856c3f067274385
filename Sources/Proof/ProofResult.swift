public import Findings
public import Rulebook

/// What proving alone found out about a rulebook; witnesses and runs are looked for elsewhere.
public struct ProofResult: Sendable {
  /// Properties in the order of the rulebook, then what the tool adds.
  public var properties: [Verification.PropertyResult]
  /// Whether each can happen, in the order of the rulebook; empty where ``ProofOptions/isBrief``.
  public var events: [Verification.EventResult]
  /// What is proved of every reachable state, what the tool added included, so that an evaluator
  /// can hold it against real states.
  public var provedClaims: [Core.Claim]
  /// The positions of the step properties that are proved.
  public var provedSteps: [Int]
  /// How far the induction came, for whoever looks for lemmas.
  public var standing: Standing
  /// Two checks that contradict each other, or the like.
  public var fault: String?
  /// For further questions to the same prover.
  let basis: ProofBasis
}

/// The rulebook leaves the fragment that is lowered at all.
public struct OutsideFragment: Error, Sendable {
  /// What is outside and where, for the user.
  public let message: String
}
