import ArgumentParser
import Basics
import Findings
import Rulebook
import Semantics
import Traces
import Verification

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Writes a random legal run as a trace.",
    discussion:
      "The same seed gives the same bytes. Interesting instants and rare events are preferred.")

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many events.", valueName: "number"))
  var events = 1_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "How many of each entity; for introduced entities, at most so many.",
      valueName: "Taxi=2,Zone=1"))
  var entities: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Write to a file, whole or not at all.", valueName: "file"))
  var output: String?

  @OptionGroup var settings: SettingOptions

  func validate() throws {
    try require("--events", events, in: 1...10_000_000)
  }

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook, settings: try settings.parse())
    try WrittenFiles(["output": output]).refuse(inputs: loaded.files)
    loaded.showWarnings()
    let scope = try scope(loaded.rules)
    let bytes: [UInt8]
    do {
      bytes = try Simulation(loaded.rules, scope, seed: seed).trace(events)
    } catch {
      throw failure(error, loaded)
    }
    if let output {
      try Files.write(bytes, to: output)
    } else {
      try Console.stream(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Numbers that outgrow 64 bits and the like are in the rules, and told at their place there.
  private func failure(_ stop: Simulation.Stop, _ loaded: LoadedRulebook) -> Failure {
    let rules = loaded.rules
    var place = stop.events == 0 ? "the start of the run" : "the time after event \(stop.events)"
    if let event = stop.event { place = "event \(stop.events + 1), '\(rules[event].name)'," }
    guard let error = stop.undefined else {
      return Failure(
        .wrongInput,
        "\(place) has an instant for which traces have no place: they go from 1970 to 9999")
    }
    let message = "\(place) has no value: \(error.message(in: rules))"
    guard !error.isOurFault else { return Failure(.internalFault, message) }
    let diagnostic = Diagnostic(
      "no-value", .error, message, at: error.span ?? stop.event.map { rules[$0].span })
    let renderer = DiagnosticRenderer(source: loaded.source, style: Console.standardError.style)
    return Failure(.wrongInput, rendered: renderer.render(diagnostic))
  }

  private func scope(_ rules: Core.Rules) throws(Failure) -> Scope {
    guard let entities else { return Scope(rules, each: 3, introduced: 64) }
    do {
      return try Scope(parsing: entities, rules, option: "--entities", others: 3)
    } catch {
      throw Failure(.wrongInput, error.message)
    }
  }
}
