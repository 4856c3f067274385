internal import Findings
internal import Proof
internal import Rulebook

/// One SMT-LIB script for each obligation, and a manifest that says what each asks.
struct SMTLIBExport {
  let rlimit: UInt32
  let seed: UInt32

  private struct Manifest: Encodable {
    struct Entry: Encodable {
      let file: String
      let event: String
      let question: String
      let properties: [String]
      let expected: String
    }

    let schema = "medallion.export/1"
    let rulebook: String
    let digest: String
    let solver: Verification.Solver
    let obligations: [Entry]
  }

  func write(_ rules: Core.Rules, to folder: String) throws(Failure) {
    let prover = try Verifying.prover(rules, ProofOptions(rlimit: rlimit, seed: seed, jobs: 2))
    let obligations = prover.exportedObligations()
    try Files.makeFolder(folder)
    for obligation in obligations {
      try Files.write(obligation.script.utf8, to: "\(folder)/\(obligation.file)")
    }
    let manifest = Manifest(
      rulebook: rules.name, digest: rules.digest,
      solver: Verification.Solver(
        name: Prover.solver.name, version: Prover.solver.version, seed: seed, rlimit: rlimit),
      obligations: obligations.map {
        Manifest.Entry(
          file: $0.file, event: $0.event, question: $0.question, properties: $0.properties,
          expected: $0.expected)
      })
    try Files.write(try JSONText.render(manifest).utf8, to: "\(folder)/manifest.json")
    Console.standardOutput.write("\(obligations.count) obligations and manifest.json in \(folder)\n")
  }
}
