import Findings
import Rulebook

/// The result of proving alone; witnesses and runs are searched elsewhere.
package struct ProofResult: Sendable {
  /// The properties in the order of the rulebook, then those that the tool adds.
  package var properties: [Verification.PropertyResult]
  /// The possibility of each event, in the order of the rulebook; empty if
  /// ``ProofOptions/isBrief``.
  package var events: [Verification.EventResult]
  /// The claims proved of every reachable state, including those that the tool added, so that an
  /// evaluator can check them on real states.
  package var provedClaims: [Core.Claim]
  /// The positions of the step properties that are proved.
  package var provedSteps: [Int]
  /// The progress of the induction, for the search for lemmas.
  package var standing: Standing
  /// A defect of this program, such as two checks that contradict each other.
  package var fault: String?
  /// The basis for further questions to the same prover.
  let basis: ProofBasis
}

/// The error that the rulebook is outside the fragment that can be lowered.
package struct OutsideFragment: Error, Sendable {
  /// The message for the user: the construct outside the fragment, and its place.
  package let message: String
}
