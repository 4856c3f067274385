import ArgumentParser
import Findings
import Lockstep
import TaxiService

struct LockstepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lockstep",
    abstract: "Holds the reference taxi service against a rulebook, step by step.",
    discussion: """
      Both are given the same random commands. The first difference is shown with the shortest \
      run found that leads there.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many commands. 100000 if neither is said.", valueName: "number"))
  var inputs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many events to compare, in place of a number of commands.", valueName: "number"))
  var steps: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many taxis, 1 to 100000; 6 if not said.", valueName: "number"))
  var taxis: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many passengers, 1 to 10000000; 8 if not said.", valueName: "number"))
  var passengers: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many zones, 1 to 1000; 3 if not said.", valueName: "number"))
  var zones: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed; 1 if not said.", valueName: "number"))
  var seed: UInt64?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest time between two commands, most of the time; 20s if not said.",
      valueName: "duration"))
  var pace: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Compare the states in full after so many steps; 10000 if not said.", valueName: "number"))
  var compare: Int?

  @Flag(help: "Ask the evaluator instead of the machine: slow, for few entities.")
  var evaluator = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give both all sequences of so many commands, for two taxis, zones and passengers, in place "
        + "of random ones.", valueName: "number"))
  var exhaust: Int?

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func validate() throws {
    if let inputs { try require("--inputs", inputs, in: 1...1_000_000_000) }
    if let steps { try require("--steps", steps, in: 1...1_000_000_000) }
    if let taxis { try require("--taxis", taxis, in: 1...100_000) }
    if let passengers { try require("--passengers", passengers, in: 1...Registry.mostPassengers) }
    if let zones { try require("--zones", zones, in: 1...1_000) }
    if let compare { try require("--compare", compare, in: 1...1_000_000_000) }
    guard inputs == nil || steps == nil else {
      throw ValidationError("--steps is in place of --inputs: one of them says how long")
    }
    guard let exhaust else { return }
    try require("--exhaust", exhaust, in: 1...12)
    if let other = ofRandomRuns {
      throw ValidationError("--exhaust tries every sequence: \(other) is for random ones")
    }
  }

  /// An option that says something of random runs, if one is given.
  private var ofRandomRuns: String? {
    let all = [
      ("--inputs", inputs != nil), ("--steps", steps != nil), ("--taxis", taxis != nil),
      ("--passengers", passengers != nil), ("--zones", zones != nil), ("--seed", seed != nil),
      ("--pace", pace != nil), ("--compare", compare != nil), ("--evaluator", evaluator),
    ]
    return all.first(where: \.1)?.0
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook)
    try output.refuse(inputs: loaded.files)
    let options = try options()
    loaded.showWarnings(unless: output.quiet)
    let progress = ProgressLine(isShown: !output.quiet)
    progress.begin("lockstep")
    let result: LockstepResult
    do throws(LockstepFailure) {
      defer { progress.clear() }
      if let exhaust {
        result = try Exhaustion(loaded.rules, depth: exhaust).run {
          progress.tell("\($0) positions")
        }
      } else {
        result = try LockstepRun(loaded.rules, options).run {
          if let steps = options.steps, $1 > 0 {
            progress.tell(done: min($1, steps), of: steps, "steps")
          } else {
            progress.tell(done: $0, of: options.inputs, "commands")
          }
        }
      }
    } catch {
      throw Failure(.wrongInput, error.message)
    }
    try output.emit(result) { LockstepText.render(result, output.style) }
    if result.disagreement != nil { throw ExitCode(Outcome.violation.rawValue) }
  }

  private func options() throws(Failure) -> LockstepOptions {
    var options = LockstepOptions()
    options.taxis = taxis ?? options.taxis
    options.passengers = passengers ?? options.passengers
    options.zones = zones ?? options.zones
    // With --steps alone inputs come until that many steps were compared.
    options.inputs = inputs ?? (steps == nil ? 100_000 : .max)
    options.steps = steps
    options.seed = seed ?? options.seed
    options.usesEvaluator = evaluator
    options.fullComparisonInterval = compare ?? options.fullComparisonInterval
    if let pace { options.pace = max(1, try Durations.parse(pace, option: "--pace")) }
    return options
  }
}
