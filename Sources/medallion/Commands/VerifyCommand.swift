import ArgumentParser
import Basics
import Findings
import Report
import Rulebook
import Verification

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Proves or refutes the properties of a rulebook.")

  @Argument(help: "The rulebook.")
  var rulebook: String

  @OptionGroup var settings: SettingOptions

  @Option(
    help: ArgumentHelp(
      "Judge only this property; may be given several times.", valueName: "name"))
  var property: [String] = []

  @OptionGroup var search: SearchOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "After how much processor time an obligation is given up, whatever its resource limit says.",
      valueName: "seconds"))
  var limit = 120

  @Option(
    help: ArgumentHelp(
      """
      How long all of it may take. At the end of that time, or at an interrupt, what is known by \
      then is the result.
      """, valueName: "duration"))
  var time: String?

  @OptionGroup var work: WorkOptions

  @OptionGroup var solver: SolverOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Verify with so many seeds and tell whose verdict moves; each takes as long as the first.",
      valueName: "runs"))
  var stability: Int?

  @Flag(help: "Ask for every proof a second time, by ground instances; counted in the JSON.")
  var confirm = false

  @Flag(
    help: """
      Also ask which lemmas, guards and assumptions no proof would miss, and which state no \
      property mentions; takes about as long again.
      """)
  var surplus = false

  @Option(
    help: ArgumentHelp(
      "Write each run into this folder: as text, Mermaid, ITF, and a trace for replay.",
      valueName: "folder"))
  var runs: String?

  @Option(
    help: ArgumentHelp(
      "How runs are shown: steps, table or sequence. On a terminal of 100 columns a table.",
      valueName: "form"))
  var showRuns: RunForm?

  enum RunForm: String, ExpressibleByArgument, CaseIterable { case steps, table, sequence }

  @Flag(
    inversion: .prefixedNo,
    help: "Take what an earlier run on this rulebook has answered; only on a terminal.")
  var cache = true

  @Flag(help: "Look for lemmas with which more is proved, and print them.")
  var suggestLemmas = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Ask another engine, Spacer, whether a run of one small scope breaks what is neither proved \
      nor refuted, for so many seconds each. Changes no verdict.
      """, valueName: "seconds"))
  var secondOpinion: Int?

  @OptionGroup var output: OutputOptions<VerdictFormat>

  func validate() throws {
    try require("--limit", limit, in: 1...86_400)
    if let secondOpinion { try require("--second-opinion", secondOpinion, in: 1...86_400) }
    if let stability { try require("--stability", stability, in: 2...1_000) }
  }

  func run() throws {
    let settings = try settings.parse()
    let loaded = try output.tellingMistakes { () throws(Failure) in
      try LoadedRulebook.load(rulebook, settings: settings)
    }
    try output.refuse(inputs: loaded.files)
    loaded.showWarnings(unless: output.quiet)
    let chosen = try chosen(loaded.rules)
    let cutoff = try cutoff()
    let cache = keepsAnswers ? AnswerCache(for: rulebook) : nil
    let answers = cache?.read(quiet: output.quiet)
    let options = ProofOptions(
      rlimit: solver.rlimit, seed: solver.seed, seconds: limit, jobs: work.jobs, confirms: confirm,
      only: chosen, answers: answers, cutoff: cutoff)
    let suggesting =
      suggestLemmas
      ? Suggesting(
        loaded: loaded, settings: settings, options: options,
        progress: ProgressLine(isShown: !output.quiet)) : nil
    let progress = ProgressLine(isShown: !output.quiet)
    let telling =
      tellsAtOnce ? VerdictTelling(loaded.rules, output.style, progress) : nil
    let verified = try verify(loaded, options, chosen, progress, suggesting, telling)
    var verification = verified.verification
    if let answers { cache?.write(answers) }
    if let stability {
      var runs = [verification]
      for run in 1..<UInt32(stability) {
        var options = options
        options.seed = solver.seed &+ run
        runs.append(try verify(loaded, options, chosen, progress, isFirst: false).verification)
      }
      verification.stability = Stability(runs)
    }
    if let runs { note(untold: try RunFiles.write(verified.runs, loaded.rules, to: runs)) }
    try output.emit(
      verification,
      text: {
        VerificationText(
          style: output.style, showsDurations: output.showsDurations, showsWitnesses: chosen != nil,
          runs: runForm
        ).render(verification, in: telling?.table, after: telling?.rows ?? [])
      },
      junit: { JUnitReport("medallion verify", [JUnitReport.Suite(verifying: verification)]) },
      sarif: {
        SARIFLog([SARIFRunBuilder.verifying(verification, loaded).run(verification.outcome)])
      })
    if verification.outcome != .success { throw ExitCode(verification.outcome.rawValue) }
  }

  private func note(untold: [String]) {
    guard !output.quiet else { return }
    let style = Console.standardError.style
    for name in untold {
      Console.standardError.write(
        style("note: ", .bold)
          + "no trace is written of the run of '\(name)': it has instants beyond the year 9999\n")
    }
  }

  private func verify(
    _ loaded: LoadedRulebook, _ options: ProofOptions, _ chosen: Set<String>?,
    _ progress: ProgressLine, _ suggesting: Suggesting? = nil, _ telling: VerdictTelling? = nil,
    isFirst: Bool = true
  ) throws(Failure) -> Verified {
    let budget = try budget(loaded.rules, options)
    let opinions = secondOpinion.map { seconds in
      SecondOpinions(
        scope: budget.scope ?? SecondOpinions.scope(loaded.rules), seconds: seconds, jobs: work.jobs
      )
    }
    return try Verifying.verify(
      loaded.rules, options, progress, budget, only: chosen,
      surplusOf: surplus && isFirst ? loaded.source : nil, suggesting: suggesting,
      opinions: isFirst ? opinions : nil, telling: telling)
  }

  /// A person, or a pipe, gets each verdict when it is known; a file gets all of them at the end.
  private var tellsAtOnce: Bool {
    output.format == .text && output.destination.output == nil && !output.quiet
  }

  /// True if answers of the prover may be kept: results for other programs or build servers are
  /// always proved anew.
  private var keepsAnswers: Bool {
    cache && output.format == .text && output.destination.output == nil && stability == nil
      && !confirm && Console.standardOutput.isTerminal && !Console.isUnderCI
  }

  /// The form of runs. A table is chosen if the output is wide enough.
  private var runForm: RunText.Form {
    let width = output.destination.output == nil ? Console.standardOutput.width : nil
    switch showRuns {
    case .steps: return .steps
    case .table: return .table(width: width ?? Self.wide)
    case .sequence: return .sequence
    case nil: return width.map { $0 >= Self.wide ? .table(width: $0) : .steps } ?? .changes
    }
  }

  private static let wide = 100

  private func cutoff() throws(Failure) -> Cutoff {
    let end = try time.map { text throws(Failure) in
      ContinuousClock.now + .milliseconds(try Durations.parse(text, option: "--time"))
    }
    Interruption.watch()
    return Cutoff(at: end) { Interruption.isRequested }
  }

  private func budget(
    _ rules: Core.Rules, _ options: ProofOptions
  ) throws(Failure) -> Searcher.Budget {
    var budget = Searcher.Budget(seed: UInt64(options.seed), cutoff: options.cutoff)
    try search.set(&budget, rules)
    if budget.scope != nil { budget.states = 200_000 }
    return budget
  }

  private func chosen(_ rules: Core.Rules) throws(Failure) -> Set<String>? {
    guard !property.isEmpty else { return nil }
    let known = Verifier.propertyNames(rules)
    for name in property where !known.contains(name) {
      let hint = suggestion(for: name, among: known)
      throw Failure(.wrongInput, "--property: unknown property '\(name)'\(hint)")
    }
    return Set(property)
  }
}
