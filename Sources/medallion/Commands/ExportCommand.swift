import ArgumentParser
import Basics
import Findings
import Rulebook
import Verification

struct ExportCommand: ParsableCommand {
  enum Target: String, ExpressibleByArgument, CaseIterable { case smtlib }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes what is proved in a form that other tools read.",
    discussion: """
      smtlib: one self-contained SMT-LIB script for each obligation, and manifest.json with what \
      each asks and the answer expected. Check them with any solver: z3 FOLDER/offer.smt2
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(help: ArgumentHelp("The form: smtlib.", valueName: "form"))
  var to: Target

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder that takes the files.", valueName: "folder"))
  var output: String

  @OptionGroup var settings: SettingOptions

  @OptionGroup var solver: SolverOptions

  private struct Manifest: Encodable {
    struct Entry: Encodable {
      let file: String
      let event: String
      let question: String
      let properties: [String]
      let expected: String
    }

    let schema = ExportFolder.schema
    let rulebook: String
    let digest: String
    let solver: Verification.Solver
    let obligations: [Entry]
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook, settings: try settings.parse())
    loaded.showWarnings()
    let options = ProofOptions(rlimit: solver.rlimit, seed: solver.seed, jobs: 2)
    let folder = try ExportFolder(output)
    let prover = try Verifying.verifier(loaded.rules, options).prover
    let obligations = prover.exportedProofs(hasStart: { Searcher(loaded.rules).hasStart })
      .obligations
    let manifest = Manifest(
      rulebook: loaded.rules.name, digest: loaded.rules.digest,
      solver: Verification.Solver(
        name: Prover.solver.name, version: Prover.solver.version, seed: solver.seed,
        rlimit: solver.rlimit),
      obligations: obligations.map {
        Manifest.Entry(
          file: $0.file, event: $0.event, question: $0.question, properties: $0.properties,
          expected: $0.expected)
      })
    try folder.replace(
      with: obligations.map { ($0.file, $0.script) }, manifest: try JSONText.render(manifest))
    try Console.show("\(counted(obligations.count, "obligation")) and manifest.json in \(output)\n")
  }
}
