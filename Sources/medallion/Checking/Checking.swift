import Findings
import Replay
import Report
import Rulebook
import Verification

/// A rulebook verified, its traces replayed and compared with their folders, and the result for
/// each requirement.
struct Checking {
  let verification: Verification
  let traces: [CheckDocument.TraceCheck]
  let citations: CitationMatrix

  init(
    _ loaded: LoadedRulebook, _ recorded: [RecordedFile], jobs: Int, _ progress: ProgressLine
  ) throws(Failure) {
    verification = try Verifying.verify(
      loaded.rules, ProofOptions(jobs: jobs, confirms: true), progress
    ).verification
    var traces: [CheckDocument.TraceCheck] = []
    for trace in recorded {
      progress.begin("replaying \(trace.path)")
      let result = try TraceReplaying.replay(trace.path, loaded, ReplayOptions())
      let expected = try ExpectedFindings.load(trace.expected)
      traces.append(
        CheckDocument.TraceCheck(
          name: trace.name, rulebook: loaded.rules.name, folder: trace.folder, result: result,
          differences: Self.differences(result, trace.folder, expected)))
    }
    self.traces = traces
    progress.clear()
    citations = Explainer(loaded.rules, book: loaded.book, source: loaded.source).citations(
      verification, traces.map(\.result), exercisable: loaded.rules.exercisable)
  }

  /// Returns the differences from the folder's verdict and the file of expected findings; empty if
  /// there are none.
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
