internal import ArgumentParser
internal import Explanation
internal import Findings
internal import Report

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Says what a rulebook says, in words.",
    discussion: """
      NAME is an event, a field (Taxi.status or status), a state, a requirement id (G9.9), or \
      anything else that the rulebook declares. Without it: the whole rulebook at a glance.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Argument(help: "What to explain.")
  var name: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Give a parameter another value: answerWindow=15s.", valueName: "name=value"))
  var settings: [String] = []

  @OptionGroup var output: OutputOptions

  func run() throws {
    try output.refuse(inputs: [rulebook])
    let loaded = try LoadedRulebook.load(rulebook, settings: try Settings.parse(settings))
    try output.refuse(inputs: [loaded.tablePath])
    if !output.quiet { Console.standardError.write(loaded.warnings) }
    let explainer = Explainer(loaded.rules, book: loaded.book, source: loaded.source)
    let document: ExplanationDocument
    do {
      document = try explainer.explain(name)
    } catch {
      throw Failure(.wrongInput, error.message)
    }
    try output.emit(document) { ExplanationText(style: output.style).render(document) }
  }
}
