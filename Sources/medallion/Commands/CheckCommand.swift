import ArgumentParser
import Basics
import Findings
import Report
import Rulebook

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies every rulebook and replays every trace: the main job.",
    discussion: """
      Looks under Models for rulebooks and under Traces/NAME/{conforms,violates,inconclusive} for \
      traces of the rulebook of that name, also packed ones; what has no place there is a wrong \
      input. A trace is as expected if its verdict is its folder's \
      and its findings are those of T.expected.json beside it. Every requirement must be cited or \
      left out with a reason.
      """)

  @Option(
    help: ArgumentHelp(
      "The folder that holds Models and Traces; by default this one, or the installed one.",
      valueName: "folder"))
  var root: String?

  @OptionGroup var work: WorkOptions

  @OptionGroup var output: OutputOptions<VerdictFormat>

  /// A rulebook and its traces.
  private struct Part {
    let rulebook: LoadedRulebook
    let traces: [RecordedFile]
  }

  func run() throws {
    let parts = try parts(in: folder())
    try output.refuse(inputs: parts.flatMap { $0.rulebook.files + $0.traces.flatMap(\.files) })
    let progress = ProgressLine(isShown: !output.quiet)
    var document = CheckDocument()
    var runs: [SARIFRunBuilder] = []
    for part in parts {
      part.rulebook.showWarnings(unless: output.quiet)
      let found = try Checking(part.rulebook, part.traces, jobs: work.jobs, progress)
      document.rulebooks.append(found.verification)
      document.traces += found.traces
      document.citations.append(found.citations)
      var run = SARIFRunBuilder.verifying(found.verification, part.rulebook)
      for trace in found.traces where !trace.differences.isEmpty {
        run.add(trace.result)
        for difference in trace.differences { run.notify("\(trace.result.path): \(difference)") }
      }
      runs.append(run)
    }
    try output.emit(
      document, text: { CheckText(style: output.style).render(document) },
      junit: { document.junit }, sarif: { SARIFLog(runs.map { $0.run(document.outcome) }) })
    if document.outcome != .success { throw ExitCode(document.outcome.rawValue) }
  }

  /// Returns the folder that holds Models, and says so if it is not the obvious one.
  private func folder() -> String {
    if let root { return root }
    let folder = Catalog.standardRoot
    if folder != ".", !output.quiet {
      let note = Console.standardError.style("note: ", .bold)
      Console.standardError.write(
        note + "there is no folder Models here; \(folder.escapedForDisplay) is checked\n")
    }
    return folder
  }

  /// Returns the rulebooks to be checked, with their traces.
  private func parts(in root: String) throws(Failure) -> [Part] {
    let rulebooks = try rulebooks(in: root)
    let traces = try Catalog.traces(of: rulebooks.map(\.rules.name), root: root)
    return rulebooks.map { loaded in
      Part(rulebook: loaded, traces: traces.filter { $0.rulebook == loaded.rules.name })
    }
  }

  /// The rulebooks; the mistakes of all are told before the first is proved.
  private func rulebooks(in root: String) throws(Failure) -> [LoadedRulebook] {
    var rulebooks: [LoadedRulebook] = []
    var failures: [Failure] = []
    for path in try Catalog.rulebooks(root: root) {
      do {
        rulebooks.append(try LoadedRulebook.load(path))
      } catch {
        failures.append(error)
      }
    }
    try output.tellingMistakes(inputs: rulebooks.flatMap(\.files)) { () throws(Failure) in
      if !failures.isEmpty { throw Failure(failures) }
    }
    var known: Set<String> = []
    for rulebook in rulebooks where !known.insert(rulebook.rules.name).inserted {
      throw Failure(
        .wrongInput, "two rulebooks are called '\(rulebook.rules.name)'; one is \(rulebook.path)")
    }
    return rulebooks
  }
}
