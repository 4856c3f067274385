import ArgumentParser
import Basics
import Findings
import Report
import Rulebook
import Verification

struct BoundsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounds", abstract: "Tells how long what the rulebook limits can last at most.",
    discussion: """
      Limits are the 'bounded' properties, and the invariants that say 'now <= INSTANT + LENGTHS'. \
      Each is proved, and a run is sought that attains it. Where the lengths are multiplied by \
      counters, a number follows only if proved invariants cap the counters.
      """)

  /// Several searches are made for each limit, and most end with their first thousand states.
  private static let states = 10_000
  private static let randomSteps = 300_000

  @Argument(help: "The rulebook.")
  var rulebook: String

  @OptionGroup var settings: SettingOptions

  @Option(
    help: ArgumentHelp(
      "Tell only of this limit, with the run; may be given several times.", valueName: "name"))
  var property: [String] = []

  @Option(
    help: ArgumentHelp(
      "The limits over the values of a parameter.", valueName: "answerWindow=30s..5min/30s"))
  var sweep: String?

  @Option(help: ArgumentHelp("Plot what --sweep tells, as SVG.", valueName: "file"))
  var plot: String?

  @OptionGroup var search: SearchOptions

  @OptionGroup var work: WorkOptions

  @OptionGroup var solver: SolverOptions

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func validate() throws {
    guard plot == nil || sweep != nil else { throw ValidationError("--plot needs --sweep.") }
  }

  func run() throws {
    let given = try settings.parse()
    let loaded = try LoadedRulebook.load(rulebook, settings: given)
    try output.refuse(inputs: loaded.files, besides: ["plot": plot])
    loaded.showWarnings(unless: output.quiet)
    if let sweep {
      return try tabulate(try Sweep(parsing: sweep, loaded.rules, besides: given), given)
    }
    let progress = ProgressLine(isShown: !output.quiet)
    let report = try report(loaded.rules, progress, seeksRuns: true)
    try output.emit(report) {
      BoundsText(style: output.style, showsRuns: !property.isEmpty).render(report)
    }
    if report.outcome != .success { throw ExitCode(report.outcome.rawValue) }
  }

  private func report(
    _ rules: Core.Rules, _ progress: ProgressLine, seeksRuns: Bool
  ) throws(Failure) -> BoundsReport {
    let bounds = try chosen(rules)
    let names = Bounding.names(for: bounds, in: rules)
    let options = ProofOptions(
      rlimit: solver.rlimit, seed: solver.seed, jobs: work.jobs, isBrief: true, only: names)
    var budget = Searcher.Budget(
      states: Self.states, randomSteps: Self.randomSteps, seed: UInt64(solver.seed))
    try search.set(&budget, rules)
    let verification = try Verifying.verify(rules, options, progress, budget, only: names)
      .verification
    if let fault = verification.fault { throw Failure(.internalFault, fault) }
    defer { progress.clear() }
    do {
      return try Bounding(rules, budget, progress: { progress.begin("\(rules.name): \($0)") })
        .report(bounds, verification, seeksRuns: seeksRuns)
    } catch {
      throw Failure(.internalFault, error.message)
    }
  }

  private func chosen(_ rules: Core.Rules) throws(Failure) -> [Bound] {
    let all = Bound.all(of: rules)
    guard !all.isEmpty else {
      throw Failure(
        .wrongInput,
        "\(rules.name) states no limit: no 'bounded', and no invariant 'now <= INSTANT + LENGTHS'")
    }
    guard !property.isEmpty else { return all }
    let known = all.map { rules.properties[$0.property].name }
    for name in property where !known.contains(name) {
      let hint = suggestion(for: name, among: known)
      throw Failure(.wrongInput, "--property: '\(name)' states no limit of time\(hint)")
    }
    return zip(all, known).filter { property.contains($0.1) }.map(\.0)
  }

  private func tabulate(
    _ sweep: Sweep, _ given: [Compilation.Setting]
  ) throws {
    var reports: [(value: Int64, report: BoundsReport)] = []
    for (index, value) in sweep.values.enumerated() {
      let progress = ProgressLine(
        isShown: !output.quiet, prefix: "\(index + 1) of \(sweep.values.count): ")
      let settings = given + [sweep.setting(value)]
      let rules = try LoadedRulebook.load(rulebook, settings: settings).rules
      reports.append((value, try report(rules, progress, seeksRuns: false)))
    }
    let result = BoundsSweep(
      parameter: sweep.parameter, isDuration: sweep.isDuration, reports)
    let shown = BoundsPlot(result)
    if let plot { try Files.write(shown.svg().utf8, to: plot, what: "plot") }
    try output.emit(result) { shown.table() }
    if result.outcome != Outcome.success.rawValue { throw ExitCode(result.outcome) }
  }
}
