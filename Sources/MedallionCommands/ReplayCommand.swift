internal import ArgumentParser
internal import Findings
internal import Replay
internal import Report
internal import Rulebook

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Checks recorded traces against a rulebook.")

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Argument(help: "Traces in JSON Lines, also packed by gzip or zstd; - is standard input.")
  var traces: [String]

  @OptionGroup var reading: ReadingOptions

  @Option(help: "How far logged instants may be from the true ones: 250ms.")
  var tolerance: String = "0s"

  @Option(name: .customLong("set"), help: "Give a parameter another value: answerWindow=15s.")
  var settings: [String] = []

  @Flag(help: "A rejected line ends the replay as a wrong input.")
  var strict = false

  @Option(help: "How many entities of each kind are remembered after they are over.")
  var remember: Int = 10_000

  @Flag(help: "Have every line judged by the evaluator alone: slow, with the same result.")
  var evaluator = false

  @Flag(help: "Hold every line against every property: slow; for rules that are not all proved.")
  var properties = false

  @Option(help: "Let an inconclusive trace count as success: --accept inconclusive.")
  var accept: Acceptance?

  enum Acceptance: String, ExpressibleByArgument, CaseIterable { case inconclusive }

  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.refuse(inputs: [rulebook] + traces + reading.files)
    let loaded = try LoadedRulebook.load(rulebook, settings: try Settings.parse(settings))
    Console.standardError.write(loaded.warnings)
    let reading = try reading.resolve(loaded.rules)
    if self.reading.explainMapping { return try explain(reading, loaded) }
    let options = ReplayOptions(
      tolerance: try Durations.parse(tolerance, option: "--tolerance"), strict: strict,
      evaluator: evaluator, properties: properties, remembered: remember)
    var document = Replaying(rulebook: loaded.rules.name, digest: loaded.rules.digest, traces: [])
    for trace in traces {
      let result = try TraceReplaying.replay(trace, loaded, options, reading: reading)
      if strict, let first = result.rejected.first {
        throw Failure(.wrongInput, "\(trace):\(first.line): \(first.message)")
      }
      document.traces.append(result)
    }
    try output.emit(document) {
      document.traces.map { ReplayText(style: output.style).render($0) }.joined()
    }
    var outcome = document.outcome
    if outcome == .open, accept == .inconclusive { outcome = .success }
    if outcome != .success { throw ExitCode(outcome.rawValue) }
  }

  /// Shows what the mapping makes of the first records; judges nothing.
  private func explain(_ reading: TraceReading, _ rulebook: LoadedRulebook) throws {
    var document = ExplainedMapping(rulebook: rulebook.rules.name, traces: [])
    for trace in traces {
      document.traces.append(try MappingExplaining.explain(trace, rulebook.rules, reading))
    }
    try output.emit(document) {
      document.traces.map { MappingText(style: output.style).render($0) }.joined()
    }
  }
}
