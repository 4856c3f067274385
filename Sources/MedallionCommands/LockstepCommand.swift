internal import ArgumentParser
internal import Findings
internal import Lockstep

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

  @Option(help: "How many commands.")
  var inputs = 100_000

  @Option(help: "How many taxis.")
  var taxis = 6

  @Option(help: "How many passengers.")
  var passengers = 8

  @Option(help: "How many zones.")
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
    guard (1...1_000_000_000).contains(inputs), (1...100_000).contains(taxis),
      (1...10_000_000).contains(passengers), (1...1_000).contains(zones), compare > 0
    else {
      throw ValidationError("--inputs, --taxis, --passengers, --zones or --compare is out of range")
    }
    if let exhaust, !(1...12).contains(exhaust) {
      throw ValidationError("--exhaust is between 1 and 12")
    }
  }

  func run() throws {
    try output.refuse(inputs: [rulebook])
    let loaded = try LoadedRulebook.load(rulebook)
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
          progress.tell(done: $0, of: inputs, "commands")
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
    options.inputs = inputs
    options.seed = seed
    options.usesEvaluator = evaluator
    options.fullComparisonInterval = compare
    options.pace = max(1, try Durations.parse(pace, option: "--pace"))
    return options
  }
}
