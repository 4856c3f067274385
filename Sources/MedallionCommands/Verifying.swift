internal import Findings
internal import Proof
internal import Rulebook

/// Proof first, then the search for witnesses and runs: one verdict on every property.
enum Verifying {
  static func verify(
    _ rules: Core.Rules, _ options: ProofOptions
  ) throws(Failure) -> Verification {
    let clock = ContinuousClock()
    let start = clock.now
    let proof = try prover(rules, options).prove()
    let elapsed = (clock.now - start).components
    return Verification(
      rulebook: rules.name, digest: rules.digest,
      solver: Verification.Solver(
        name: Prover.solver.name, version: Prover.solver.version, seed: options.seed,
        rlimit: options.rlimit),
      properties: proof.properties, events: proof.events, fault: proof.fault,
      seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18)
  }

  static func prover(
    _ rules: Core.Rules, _ options: ProofOptions
  ) throws(Failure) -> Prover {
    do {
      return try Prover(rules, options)
    } catch {
      throw Failure(.wrongInput, "\(rules.name): \(error.message)")
    }
  }
}
