internal import ArgumentParser
internal import Diagnostics
internal import Findings
internal import Proof
internal import Replay
internal import Report
internal import Rulebook

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verifies every rulebook and replays every trace: the main job.",
    discussion: """
      Looks under Models for rulebooks and under Traces/NAME/{conforms,violates,inconclusive} for \
      traces of the rulebook of that name. A trace is as expected if its verdict is its folder's \
      and its findings are those of T.expected.json beside it.
      """)

  @Option(help: "The folder that holds Models and Traces.")
  var root = "."

  @Option(help: "How many obligations are worked on at once.")
  var jobs = 2

  @OptionGroup var output: OutputOptions

  func run() throws {
    let rulebooks = try Catalog.rulebooks(root: root)
    let progress = ProgressLine(isShown: !output.quiet)
    var document = CheckDocument()
    for path in rulebooks {
      let loaded = try LoadedRulebook.load(path)
      Console.standardError.write(loaded.warnings)
      if let twin = document.rulebooks.first(where: { $0.rulebook == loaded.rules.name }) {
        throw Failure(.wrongInput, "two rulebooks are called '\(twin.rulebook)'; one is \(path)")
      }
      let options = ProofOptions(jobs: jobs, confirms: true)
      document.rulebooks.append(try Verifying.verify(loaded.rules, options, progress))
      for trace in Catalog.traces(of: loaded.rules.name, root: root) {
        progress.begin("replaying \(trace.path)")
        let result = try TraceReplaying.replay(trace.path, loaded, ReplayOptions())
        let expected = try ExpectedFindings.load(beside: trace.path)
        document.traces.append(
          CheckDocument.TraceCheck(
            rulebook: loaded.rules.name, folder: trace.folder, result: result,
            differences: Self.differences(result, trace.folder, expected)))
      }
    }
    progress.clear()
    try output.emit(document) { CheckText(style: output.style).render(document) }
    if document.outcome != .success { throw ExitCode(document.outcome.rawValue) }
  }

  /// What is not as the folder and the expected file say; empty if all is.
  private static func differences(
    _ result: TraceResult, _ folder: TraceResult.Verdict, _ expected: ExpectedFindings?
  ) -> [String] {
    var differences: [String] = []
    if result.verdict != folder {
      differences.append("expected \(folder.rawValue), found \(result.verdict.rawValue)")
    }
    if let expected {
      differences += expected.differences(from: result)
    } else if folder != .conforms {
      differences.append("no expected file beside it")
    } else {
      differences += ExpectedFindings().differences(from: result)
    }
    return differences
  }
}
