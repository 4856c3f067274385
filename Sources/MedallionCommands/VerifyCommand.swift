internal import ArgumentParser
internal import Diagnostics
internal import Findings
internal import Proof
internal import Report
internal import Rulebook
internal import Search

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Proves or refutes the properties of a rulebook.")

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Give a parameter another value: answerWindow=15s.", valueName: "name=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp(
      "Judge only this property; may be given several times.", valueName: "name"))
  var property: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many of each entity a search for runs has; grows by itself without it.",
      valueName: "Taxi=2,Zone=1"))
  var scope: String?

  @Option(help: "How many steps a search for runs goes at most.")
  var steps = 40

  @Option(help: "Z3's resource limit for one query.")
  var rlimit: UInt32 = 30_000_000

  @Option(help: "How many obligations are worked on at once.")
  var jobs = 2

  @Option(help: "The solver's seed.")
  var seed: UInt32 = 1

  @Option(
    help: ArgumentHelp(
      "Verify with so many seeds and tell whose verdict moves; each takes as long as the first.",
      valueName: "runs"))
  var stability: Int?

  @Flag(help: "Ask for every proof a second time, by ground instances; counted in the JSON.")
  var confirm = false

  @Flag(help: "Look for lemmas with which more is proved, and print them.")
  var suggestLemmas = false

  @OptionGroup var output: OutputOptions<VerdictFormat>

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs must be at least 1.") }
    guard (2...1_000).contains(stability ?? 2) else {
      throw ValidationError("--stability must be from 2 to 1000.")
    }
  }

  func run() throws {
    try output.refuse(inputs: [rulebook])
    let settings = try Settings.parse(settings)
    let loaded = try LoadedRulebook.load(rulebook, settings: settings)
    try output.refuse(inputs: [loaded.tablePath])
    if !output.quiet { Console.standardError.write(loaded.warnings) }
    let chosen = try chosen(loaded.rules)
    let options = ProofOptions(
      rlimit: rlimit, seed: seed, jobs: jobs, confirms: confirm, only: chosen)
    let suggesting = suggestLemmas
      ? Suggesting(
        loaded: loaded, settings: settings, options: options,
        progress: ProgressLine(isShown: !output.quiet)) : nil
    var verification = try verify(loaded.rules, options, chosen, suggesting)
    if let stability {
      var runs = [verification]
      for run in 1..<UInt32(stability) {
        var options = options
        options.seed = seed &+ run
        runs.append(try verify(loaded.rules, options, chosen))
      }
      verification.stability = Stability(runs)
    }
    try output.emit(
      verification,
      text: {
        VerificationText(
          style: output.style, showsDurations: output.showsDurations, showsWitnesses: chosen != nil
        ).render(verification)
      },
      junit: { JUnitReport("medallion verify", [JUnitReport.Suite(verifying: verification)]) },
      sarif: {
        SARIFLog([SARIFRunBuilder.verifying(verification, loaded).run(verification.outcome)])
      })
    if verification.outcome != .success { throw ExitCode(verification.outcome.rawValue) }
  }

  private func verify(
    _ rules: Core.Rules, _ options: ProofOptions, _ chosen: Set<String>?,
    _ suggesting: Suggesting? = nil
  ) throws(Failure) -> Verification {
    try Verifying.verify(
      rules, options, ProgressLine(isShown: !output.quiet), try budget(rules, options.seed),
      only: chosen, suggesting: suggesting)
  }

  private func budget(_ rules: Core.Rules, _ seed: UInt32) throws(Failure) -> Searcher.Budget {
    var budget = Searcher.Budget(steps: steps, seed: UInt64(seed))
    guard let scope else { return budget }
    do {
      budget.scope = try Scope(parsing: scope, rules)
    } catch {
      throw Failure(.wrongInput, error.message)
    }
    budget.states = 200_000
    return budget
  }

  private func chosen(_ rules: Core.Rules) throws(Failure) -> Set<String>? {
    guard !property.isEmpty else { return nil }
    // The obligations of events go by the names of the events.
    let known = rules.properties.map(\.name) + rules.events.map(\.name) + ["ownStepsEnd"]
    for name in property where !known.contains(name) {
      let hint = nearestName(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      throw Failure(.wrongInput, "--property: unknown property '\(name)'\(hint)")
    }
    return Set(property)
  }
}
