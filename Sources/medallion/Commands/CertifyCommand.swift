import ArgumentParser
import Findings
import Report
import Rulebook
import Verification

struct CertifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "certify",
    abstract: "Has every proof checked again by the solvers on this machine.",
    discussion: """
      Exports each obligation and gives it to z3 and cvc5, as far as they are installed. That \
      checks the solver and not how rules are written for it; the ways used are listed, and \
      Documentation/decisions/002-stratified-lowering.md argues why they are sound. A solver that \
      contradicts is exit 70; an obligation that none confirms, a property that is not proved, or \
      an event that can never happen, is exit 3.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(
    help: ArgumentHelp(
      "A solver that reads SMT-LIB files, by default z3 and cvc5; may be given several times.",
      valueName: "program"))
  var solver: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many seconds a solver has for one script.", valueName: "seconds"))
  var limit = 60

  @Option(
    help: ArgumentHelp("Keep the scripts in this folder.", valueName: "folder"))
  var keep: String?

  @OptionGroup var settings: SettingOptions

  @OptionGroup var work: WorkOptions

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func validate() throws {
    try require("--limit", limit, in: 1...86_400)
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook, settings: try settings.parse())
    try output.refuse(inputs: loaded.files)
    loaded.showWarnings(unless: output.quiet)
    let certifier = try Certifier(solver, seconds: limit, jobs: work.jobs)
    let progress = ProgressLine(isShown: !output.quiet)
    progress.begin("\(loaded.rules.name): proving")
    let verifier = try Verifying.verifier(loaded.rules, ProofOptions(jobs: work.jobs))
    let proofs = try Verifying.provedAndReached(verifier)
    let obligations = proofs.obligations
    let folder = try keep ?? Files.makeTemporaryFolder()
    defer { if keep == nil { Files.removeFolder(folder) } }
    try Files.makeFolder(folder)
    for obligation in obligations {
      try Files.write(obligation.script.utf8, to: "\(folder)/\(obligation.file)")
    }
    progress.begin("\(loaded.rules.name): certifying")
    let results = certifier.certify(obligations, in: folder, progress)
    progress.clear()
    var document = Certification(
      rulebook: loaded.rules.name, digest: loaded.rules.digest,
      solvers: certifier.candidates.map {
        Certification.Solver(name: $0.name, version: $0.version)
      },
      obligations: results, lowerings: verifier.prover.lowerings,
      others: Certification.Others(proofs.properties, asked: results))
    document.settings = loaded.rules.settings
    try output.emit(document) { CertificationText(style: output.style).render(document) }
    if document.outcome != .success { throw ExitCode(document.outcome.rawValue) }
  }
}
