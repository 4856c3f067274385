import ArgumentParser
import Findings
import Report
import Rulebook
import Verification

struct ExplainCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, mermaid }

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

  @Flag(
    help: ArgumentHelp(
      "Show what would go wrong without each piece of the event, or of what cites the requirement.")
  )
  var counterfactuals = false

  @OptionGroup var settings: SettingOptions

  @OptionGroup var work: WorkOptions

  @Option(help: "The form of the result: text, json, or mermaid for state diagrams.")
  var format: Format = .text

  @OptionGroup var destination: OutputDestination

  func validate() throws {
    guard !counterfactuals || format != .mermaid else {
      throw ValidationError("--counterfactuals are no state diagram: --format text or json.")
    }
  }

  func run() throws {
    let settings = try settings.parse()
    let loaded = try LoadedRulebook.load(rulebook, settings: settings)
    try destination.refuse(inputs: loaded.files)
    loaded.showWarnings(unless: destination.quiet)
    var document = try explanation(loaded)
    if counterfactuals { document.counterfactuals = try tried(document, loaded, settings) }
    switch format {
    case .text:
      try destination.write(ExplanationText(style: destination.style).render(document))
    case .json: try destination.write(try JSONText.render(document))
    case .mermaid: try destination.write(try diagram(of: document))
    }
  }

  private func explanation(_ loaded: LoadedRulebook) throws(Failure) -> ExplanationDocument {
    do {
      return try Explainer(loaded.rules, book: loaded.book, source: loaded.source).explain(name)
    } catch {
      throw Failure(.wrongInput, error.message)
    }
  }

  private func diagram(of document: ExplanationDocument) throws(Failure) -> String {
    guard let diagram = document.diagram else {
      throw Failure(
        .wrongInput,
        "nothing to draw: '\(name ?? document.rulebook)' concerns no field whose type is an enumeration"
      )
    }
    return diagram.text
  }

  private func tried(
    _ document: ExplanationDocument, _ loaded: LoadedRulebook, _ settings: [Compilation.Setting]
  ) throws(Failure) -> [Counterfactual] {
    let subjects = document.subjects.compactMap { subject -> Counterfactuals.Subject? in
      switch subject.kind {
      case .event: .event(subject.name)
      case .requirement: .requirement(subject.name)
      default: nil
      }
    }
    guard let subject = subjects.first else {
      throw Failure(
        .wrongInput, "--counterfactuals needs the name of an event or the id of a requirement")
    }
    // A rulebook that the prover cannot handle is reported as in `verify`.
    _ = try Verifying.verifier(loaded.rules, ProofOptions())
    let progress = ProgressLine(isShown: !destination.quiet)
    progress.begin("\(loaded.rules.name): preparing")
    let trials = Counterfactuals(
      of: subject, in: loaded.book, loaded.source, loaded.rules, settings: settings,
      ProofOptions(), Self.budget)
    progress.begin("\(loaded.rules.name): without each piece")
    let results = trials.run(jobs: work.jobs) { done, total in
      progress.tell(done: done, of: total, "pieces")
    }
    progress.clear()
    return results
  }

  /// A run is an illustration here; `verify` of the changed rulebook looks further.
  private static let budget = Searcher.Budget(states: 10_000, steps: 20, randomSteps: 60_000)
}
