internal import ArgumentParser
internal import Findings
internal import Lockstep
internal import TaxiService

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

  @Option(help: "How many commands. 100000 if neither is said.")
  var inputs: Int?

  @Option(help: "How many events to compare, in place of a number of commands.")
  var steps: Int?

  @Option(help: "How many taxis, 1 to 100000.")
  var taxis = 6

  @Option(help: "How many passengers, 1 to 10000000.")
  var passengers = 8

  @Option(help: "How many zones, 1 to 1000.")
  var zones = 3

  @Option(help: "The seed.")
  var seed: UInt64 = 1

  @Option(help: "The longest time between two commands, most of the time: 20s.")
  var pace = "20s"

  @Option(help: "Compare the states in full after so many steps.")
  var compare = 10_000

  @Flag(help: "Ask the evaluator instead of the machine: slow, for few entities.")
  var evaluator = false

  @Option(help: "Give both all sequences of so many commands, for two taxis, zones and passengers.")
  var exhaust: Int?

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func validate() throws {
    if let inputs { try require("--inputs", inputs, in: 1...1_000_000_000) }
    if let steps { try require("--steps", steps, in: 1...1_000_000_000) }
    try require("--taxis", taxis, in: 1...100_000)
    try require("--passengers", passengers, in: 1...Registry.mostPassengers)
    try require("--zones", zones, in: 1...1_000)
    try require("--compare", compare, in: 1...1_000_000_000)
    if let exhaust { try require("--exhaust", exhaust, in: 1...12) }
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook)
    try output.refuse(inputs: loaded.files)
    let options = try options()
    Console.standardError.write(loaded.warnings)
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
    options.taxis = taxis
    options.passengers = passengers
    options.zones = zones
    // With --steps alone inputs come until so many were compared.
    options.inputs = inputs ?? (steps == nil ? 100_000 : .max)
    options.steps = steps
    options.seed = seed
    options.usesEvaluator = evaluator
    options.fullComparisonInterval = compare
    options.pace = max(1, try Durations.parse(pace, option: "--pace"))
    return options
  }
}
