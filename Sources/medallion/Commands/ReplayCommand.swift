import ArgumentParser
import Findings
import Replay
import Report
import Rulebook
import Traces

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Checks recorded traces against a rulebook.")

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Argument(help: "Traces in JSON Lines, also packed by gzip or zstd; - is standard input.")
  var traces: [String]

  @OptionGroup var reading: ReadingOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far logged instants may be from the true ones: 250ms.", valueName: "duration"))
  var tolerance: String = "0s"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The unit to which logged instants were cut: 1s. Lines of one instant may be in any order.",
      valueName: "duration"))
  var resolution: String = "0s"

  @OptionGroup var settings: SettingOptions

  @Flag(help: "A rejected line ends the replay as a wrong input.")
  var strict = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many entities of each kind are remembered after they are over.", valueName: "number"))
  var remember: Int = 10_000

  @Flag(
    help: "Name each trace by its SHA-256 in the result, as evidence of what was judged.")
  var digest = false

  @Flag(
    help: """
      Have every line judged by the evaluator alone: slow, with the same result, but that no line \
      before a fault is taken to be wrong.
      """)
  var evaluator = false

  @Option(
    help: ArgumentHelp(
      "An event that nobody logs: it is inferred where the rules need it; may be given several "
        + "times.", valueName: "event"))
  var hidden: [String] = []

  @Option(
    help: ArgumentHelp(
      "A sort of which the trace names all entities: hidden events are about no others; may be "
        + "given several times.", valueName: "entity"))
  var closed: [String] = []

  @Option(
    help: "What is known where a trace begins: that nothing has happened yet, or nothing at all.")
  var start: Start = .empty

  enum Start: String, ExpressibleByArgument, CaseIterable { case empty, unknown }

  @Option(
    help: """
      Whether it is looked for what went wrong: with none each line that is not allowed is believed, \
      and counted as a finding of its own, at nearly the speed of a right trace.
      """)
  var diagnosis = Diagnosis.full

  enum Diagnosis: String, ExpressibleByArgument, CaseIterable { case none, full }

  @Flag(help: "Hold every line against every property: slow; for rules that are not all proved.")
  var properties = false

  @Option(help: "Let an inconclusive trace count as success: --accept inconclusive.")
  var accept: Acceptance?

  enum Acceptance: String, ExpressibleByArgument, CaseIterable { case inconclusive }

  @Flag(
    help: ArgumentHelp(
      "Go on while the trace is being written, and tell findings as they come; SIGINT ends it."))
  var follow = false

  @OptionGroup var keeping: CheckpointOptions

  @Option(
    help: ArgumentHelp(
      "Replay in parts, cut by this entity; refused if the rules do not allow it.",
      valueName: "entity"))
  var shardBy: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many parts; 4 if not said.", valueName: "number"))
  var shards: Int?

  @OptionGroup var exercise: ExerciseOptions

  @OptionGroup var showing: ShowingOptions

  @Option(
    help: ArgumentHelp(
      "Findings that are accepted: only others make a trace fail.", valueName: "file"))
  var accepted: String?

  @OptionGroup var output: OutputOptions<ReplayFormat>

  func validate() throws {
    if let shards { try require("--shards", shards, in: 1...1_024) }
    try require("--remember", remember, in: 0...10_000_000)
    guard !showing.showLines || !follow else {
      throw ValidationError("--show-lines reads the trace again: no --follow")
    }
    guard shards == nil || shardBy != nil else {
      throw ValidationError("--shards needs --shard-by")
    }
    guard shardBy == nil || start != .unknown else {
      throw ValidationError(
        "--shard-by needs all of the trace: what a line tells of what all share, with "
          + "--start unknown only its part would learn")
    }
    guard traces.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("standard input can be read only once: '-' is given twice")
    }
    let isPartial = follow || keeping.checkpoint != nil
    guard !reading.oneTrace || !isPartial else {
      throw ValidationError("--one-trace is of whole files: no --follow, and no --checkpoint")
    }
    guard !reading.oneTrace || !showing.showLines else {
      throw ValidationError("--show-lines reads one file again: no --one-trace")
    }
    guard !digest || !isPartial else {
      throw ValidationError("--digest is of a whole file: no --follow, and no --checkpoint")
    }
    guard !reading.explainMapping || !isPartial else {
      throw ValidationError("--explain-mapping judges nothing: no --follow, and no --checkpoint")
    }
  }

  func run() throws {
    try keeping.refuse(traces: traces, sharded: shardBy != nil)
    let settings = try settings.parse()
    let traces = self.reading.oneTrace ? try TraceFolders.files(of: traces) : traces
    let inputs = traces + reading.files + (accepted.map { [$0] } ?? [])
    let others: KeyValuePairs = ["checkpoint": keeping.checkpoint]
    let loaded = try output.tellingMistakes(inputs: inputs, besides: others) {
      () throws(Failure) in
      try LoadedRulebook.load(rulebook, settings: settings)
    }
    try output.refuse(inputs: loaded.files + inputs, besides: others)
    loaded.showWarnings(unless: output.quiet)
    let known = try accepted.map(Accepted.load)
    var reading = try reading.resolve(loaded.rules)
    if let shardBy {
      reading.sharding = try Sharding.sound(loaded, by: shardBy, count: shards ?? 4)
    }
    reading.isDigested = digest
    if self.reading.explainMapping { return try explain(traces, reading, loaded) }
    let required = try exercise.required(loaded.rules)
    let options = ReplayOptions(
      tolerance: try Durations.parse(tolerance, option: "--tolerance"),
      resolution: try Durations.parse(resolution, option: "--resolution"), strict: strict,
      mostFindings: follow ? TraceFollowing.mostFindings : 10_000, evaluator: evaluator,
      properties: properties, remembered: remember,
      hidden: try HiddenEvents.resolve(hidden, loaded.rules)
        .union(reading.mapping?.hidden ?? []),
      closed: try HiddenEvents.resolveClosed(closed, loaded.rules),
      startsUnknown: start == .unknown,
      limit: showing.limit ?? (follow ? TraceFollowing.usualLimit : ShowingOptions.usualLimit),
      filter: try showing.filter(loaded.rules), diagnoses: diagnosis == .full)
    if diagnosis == .none, !options.hidden.isEmpty {
      throw Failure(
        .wrongInput,
        "--diagnosis none infers nothing: not with --hidden, nor with hidden events of a mapping")
    }
    let progress = ProgressLine(isShown: !output.quiet)
    let checkpoint = try keeping.resolve(Circumstances(loaded, self, options, reading))
    if follow { return try follow(loaded, options, reading, required, progress, checkpoint, known) }
    let stream = isStreamed ? stream(progress) : nil
    var results: [TraceResult] = []
    var unread: [Replaying.Unread] = []
    let wholes = self.reading.oneTrace ? [traces] : traces.map { [$0] }
    for (trace, files) in zip(traces, wholes) {
      do throws(Failure) {
        var result =
          self.reading.oneTrace
          ? try OneTrace.replay(files, loaded, options, reading: reading, progress: progress)
          : try TraceReplaying.replay(
            trace, loaded, options, reading: reading, progress: progress, checkpoint: checkpoint,
            stream: stream)
        if showing.showLines { try LineTexts.add(to: &result, reading) }
        if strict, let first = result.rejected.first {
          throw Failure(.wrongInput, "\(trace):\(first.line): \(first.message)")
        }
        results.append(result)
      } catch {
        // A wrong trace does not prevent the replay of the others.
        guard wholes.count > 1, error.outcome == .wrongInput else { throw error }
        Console.standardError.write(error.rendered)
        unread.append(Replaying.Unread(path: trace, message: error.message))
      }
    }
    if results.isEmpty { throw ExitCode(Outcome.wrongInput.rawValue) }
    var document = Replaying(
      rulebook: loaded.rules.name, digest: loaded.rules.digest, options: judgingOptions,
      traces: results)
    if !unread.isEmpty { document.unread = unread }
    if let required { document.require(required) }
    known?.apply(to: &document, on: .today)
    try conclude(document, loaded)
  }

  /// Shows the result and ends with its exit code.
  private func conclude(_ document: Replaying, _ loaded: LoadedRulebook) throws {
    let outcome = outcome(of: document)
    let rendering = rendering(loaded, outcome)
    try output.destination.write(
      isStreamed
        ? try rendering.ending(
          document, as: output.format, style: output.style, toldRejected: follow)
        : try rendering.render(document, as: output.format, style: output.style))
    if outcome != .success { throw ExitCode(outcome.rawValue) }
  }

  /// True if findings are told as they are found.
  private var isStreamed: Bool {
    output.destination.output == nil && (output.format == .text || output.format == .jsonl)
      && !showing.showLines && !reading.oneTrace
  }

  private func stream(_ progress: ProgressLine) -> FindingStream {
    FindingStream(
      format: output.format, style: output.style, limits: limits, quiet: output.quiet,
      strict: strict, namesTraces: traces.count > 1, tellsRejected: follow, progress: progress)
  }

  private func outcome(of document: Replaying) -> Outcome {
    let lacksExercise = document.unexercised?.isEmpty == false
    let accepts = document.outcome == .open && accept == .inconclusive && !lacksExercise
    return accepts ? .success : document.outcome
  }

  private func rendering(_ loaded: LoadedRulebook, _ outcome: Outcome) -> ReplayRendering {
    ReplayRendering(
      rulebook: loaded, outcome: outcome, accepts: accept == .inconclusive,
      showsCoverage: exercise.coverage, limits: limits, isVerbose: showing.verbose)
  }

  private var limits: ReplayText.Limits {
    showing.limit.map { ReplayText.Limits(rejected: $0) } ?? ReplayText.Limits()
  }

  /// Replays a trace that is being written.
  private func follow(
    _ loaded: LoadedRulebook, _ options: ReplayOptions, _ reading: TraceReading,
    _ required: [String]?, _ progress: ProgressLine, _ checkpoint: CheckpointFile?,
    _ known: Accepted?
  ) throws {
    guard traces.count == 1, output.destination.output == nil, shardBy == nil else {
      throw Failure(
        .wrongInput,
        "--follow has one trace, and neither --output nor --shard-by: findings are "
          + "told as they come")
    }
    var following = try TraceFollowing(traces[0], stream(progress))
    var document = Replaying(
      rulebook: loaded.rules.name, digest: loaded.rules.digest, options: judgingOptions,
      traces: [try following.run(loaded, options, reading, checkpoint)])
    if let required { document.require(required) }
    known?.apply(to: &document, on: .today)
    let outcome = outcome(of: document)
    try output.destination.write(
      try rendering(loaded, outcome).ending(
        document, as: output.format, style: output.style, toldRejected: follow))
    if outcome != .success { throw ExitCode(outcome.rawValue) }
  }

  /// Shows the lines that the mapping makes of the first records, without checking them.
  private func explain(
    _ traces: [String], _ reading: TraceReading, _ rulebook: LoadedRulebook
  ) throws {
    var document = ExplainedMapping(rulebook: rulebook.rules.name, traces: [])
    for trace in traces {
      document.traces.append(try MappingExplaining.explain(trace, rulebook.rules, reading))
    }
    switch output.format {
    case .text:
      let text = MappingText(style: output.style)
      try output.destination.write(document.traces.map(text.render).joined())
    case .json: try output.destination.write(try JSONText.render(document))
    case .jsonl, .junit, .sarif:
      throw Failure(.wrongInput, "--explain-mapping has the formats text and json")
    }
  }
}
