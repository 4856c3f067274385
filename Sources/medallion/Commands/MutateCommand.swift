import ArgumentParser
import Findings
import Report
import Rulebook
import Verification

struct MutateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Changes one piece of a rulebook after the other, and tells which nobody misses.",
    discussion: """
      Each guard, instant, effect, message, row of cases, initial value, parameter and end of a \
      range is changed in turn. Who notices is the language, a property, or a recorded trace. \
      What nobody notices could change without any property or trace telling; that is exit 3.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @OptionGroup var place: RootOptions

  @OptionGroup var work: WorkOptions

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook)
    let traces = try Catalog.traces(of: loaded, root: place.root)
    try output.refuse(inputs: loaded.files + traces.flatMap(\.files))
    loaded.showWarnings(unless: output.quiet)
    let document = try Mutating.of(
      loaded, traces, comparing: true, jobs: work.jobs, ProgressLine(isShown: !output.quiet))
    try output.emit(document) { MutationText(style: output.style).render(document) }
    if document.outcome != .success { throw ExitCode(document.outcome.rawValue) }
  }
}

extension Mutating {
  /// Tries all changes of a rulebook on its own traces.
  /// - Parameter comparing: True to show the effect of each change that no trace notices; takes
  ///   three times as long.
  static func of(
    _ loaded: LoadedRulebook, _ recorded: [RecordedFile], comparing: Bool, jobs: Int,
    _ progress: ProgressLine
  ) throws(Failure) -> Mutating {
    var traces: [RecordedTrace] = []
    for trace in recorded {
      let bytes = try TraceInput.content(of: trace.path, limit: largestTrace)
      traces.append(RecordedTrace(path: trace.path, bytes: bytes))
    }
    let mutation = Mutation(
      loaded.book, loaded.source, loaded.rules, ProofOptions(), traces: traces)
    progress.begin("\(loaded.rules.name): changing")
    let document = mutation.run(jobs: jobs, comparing: comparing) { done, total in
      progress.tell(done: done, of: total, "changes")
    }
    progress.clear()
    return document
  }

  private static let largestTrace = 16 << 20
}
