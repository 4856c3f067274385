public import Findings
public import Rulebook

/// The result of proving alone; witnesses and runs are searched elsewhere.
public struct ProofResult: Sendable {
  /// The properties in the order of the rulebook, then those that the tool adds.
  public var properties: [Verification.PropertyResult]
  /// The possibility of each event, in the order of the rulebook; empty if
  /// ``ProofOptions/isBrief``.
  public var events: [Verification.EventResult]
  /// The claims proved of every reachable state, including those that the tool added, so that an
  /// evaluator can check them on real states.
  public var provedClaims: [Core.Claim]
  /// The positions of the step properties that are proved.
  public var provedSteps: [Int]
  /// The progress of the induction, for the search for lemmas.
  public var standing: Standing
  /// A defect of this program, such as two checks that contradict each other.
  public var fault: String?
  /// The basis for further questions to the same prover.
  let basis: ProofBasis
}

/// The error that the rulebook is outside the fragment that can be lowered.
public struct OutsideFragment: Error, Sendable {
  /// The message for the user: the construct outside the fragment, and its place.
  public let message: String
}
