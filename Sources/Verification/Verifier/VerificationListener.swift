import Findings

/// A receiver of what a verification finds out, while it runs.
///
/// Every method has an implementation that does nothing.
package protocol VerificationListener: Sendable {
  /// Begins a phase of the work.
  func begin(_ phase: VerificationPhase)
  /// Notes that an obligation was tried; called from any thread.
  func tell(_ progress: ProofProgress)
  /// Takes the results of the induction. Those for which
  /// ``Findings/Verification/PropertyResult/isSettledByProof`` is true keep their verdicts.
  func prove(_ results: [Verification.PropertyResult])
  /// Takes a verdict as soon as a run is found that leads to it. The run may still become shorter,
  /// and is not in the result.
  func sight(_ result: Verification.PropertyResult)
  /// Takes a result that a run has settled, with the run.
  func settle(_ result: Verification.PropertyResult)
}

extension VerificationListener {
  package func begin(_ phase: VerificationPhase) {}
  package func tell(_ progress: ProofProgress) {}
  package func prove(_ results: [Verification.PropertyResult]) {}
  package func sight(_ result: Verification.PropertyResult) {}
  package func settle(_ result: Verification.PropertyResult) {}
}

/// A phase of a verification. The raw value is its name for people.
package enum VerificationPhase: String, Sendable {
  case proving
  case lookingForWitnesses = "looking for witnesses"
  case findingWhatIsOpen = "what is open"
  case lookingForRuns = "looking for runs"
  case askingForSecondOpinions = "asking for second opinions"
  case findingWhatProofsNeed = "what the proofs need"
}
