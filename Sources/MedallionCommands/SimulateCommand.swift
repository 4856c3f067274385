internal import ArgumentParser
internal import Findings
internal import Rulebook
internal import Search
internal import Semantics
internal import Traces

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Writes a random legal run as a trace.",
    discussion:
      "The same seed gives the same bytes. Interesting instants and rare events are preferred.")

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(help: "How many events.")
  var events = 1_000

  @Option(help: "The seed.")
  var seed: UInt64 = 1

  @Option(help: "How many of each entity; of introduced ones at most.")
  var entities: String?

  @Option(help: ArgumentHelp("Write to a file, whole or not at all.", valueName: "file"))
  var output: String?

  @Option(name: .customLong("set"), help: "Give a parameter another value: answerWindow=15s.")
  var settings: [String] = []

  func validate() throws {
    try require("--events", events, in: 1...10_000_000)
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook, settings: try Settings.parse(settings))
    try WrittenFiles(["output": output]).refuse(inputs: loaded.files)
    Console.standardError.write(loaded.warnings)
    let scope = try scope(loaded.rules)
    let bytes: [UInt8]
    do {
      bytes = try Simulation(loaded.rules, scope, seed: seed).trace(events)
    } catch {
      throw Failure(.internalFault, error.message(in: loaded.rules))
    }
    if let output {
      try Files.write(bytes, to: output)
    } else {
      try Console.stream(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func scope(_ rules: Core.Rules) throws(Failure) -> Scope {
    guard let entities else { return Scope(rules, each: 3, introduced: 64) }
    do {
      return try Scope(parsing: entities, rules, others: 3)
    } catch {
      throw Failure(.wrongInput, error.message.replacing("--scope", with: "--entities"))
    }
  }
}
