internal import ArgumentParser
internal import Findings
internal import Report
internal import Rulebook

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies every rulebook and replays every trace: the main job.",
    discussion: """
      Looks under Models for rulebooks and under Traces/NAME/{conforms,violates,inconclusive} for \
      traces of the rulebook of that name. A trace is as expected if its verdict is its folder's \
      and its findings are those of T.expected.json beside it. Every requirement must be cited or \
      left out with a reason.
      """)

  @Option(help: ArgumentHelp("The folder that holds Models and Traces.", valueName: "folder"))
  var root = "."

  @Option(help: ArgumentHelp("How many obligations are worked on at once.", valueName: "number"))
  var jobs = 2

  @OptionGroup var output: OutputOptions<VerdictFormat>

  func validate() throws { try require("--jobs", jobs, in: 1...1_024) }

  func run() throws {
    let rulebooks = try Catalog.rulebooks(root: root)
    let progress = ProgressLine(isShown: !output.quiet)
    var document = CheckDocument()
    var runs: [SARIFRunBuilder] = []
    for path in rulebooks {
      let loaded = try LoadedRulebook.load(path)
      Console.standardError.write(loaded.warnings)
      if let twin = document.rulebooks.first(where: { $0.rulebook == loaded.rules.name }) {
        throw Failure(.wrongInput, "two rulebooks are called '\(twin.rulebook)'; one is \(path)")
      }
      let found = try Checking(loaded, root: root, jobs: jobs, progress)
      document.rulebooks.append(found.verification)
      document.traces += found.traces
      document.citations.append(found.citations)
      var run = SARIFRunBuilder.verifying(found.verification, loaded)
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
}
