internal import ArgumentParser
internal import Findings
internal import Proof
internal import Report
internal import Rulebook

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Proves or refutes the properties of a rulebook.")

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Give a parameter another value: answerWindow=15s.", valueName: "name=value"))
  var settings: [String] = []

  @Option(help: "Z3's resource limit for one query.")
  var rlimit: UInt32 = 30_000_000

  @Option(help: "How many obligations are worked on at once.")
  var jobs = 2

  @Option(help: "The solver's seed.")
  var seed: UInt32 = 1

  @Flag(help: "Ask for every proof a second time, by ground instances; counted in the JSON.")
  var confirm = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs must be at least 1.") }
  }

  func run() throws {
    try output.refuse(inputs: [rulebook])
    let loaded = try LoadedRulebook.load(rulebook, settings: try Settings.parse(settings))
    try output.refuse(inputs: [loaded.tablePath])
    if !output.quiet { Console.standardError.write(loaded.warnings) }
    let options = ProofOptions(rlimit: rlimit, seed: seed, jobs: jobs, confirms: confirm)
    let verification = try Verifying.verify(loaded.rules, options)
    try output.emit(verification) {
      VerificationText(style: output.style, showsDurations: output.showsDurations)
        .render(verification)
    }
    if verification.outcome != .success { throw ExitCode(verification.outcome.rawValue) }
  }
}
