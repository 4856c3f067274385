import Basics
import Findings
import Report

/// Tells findings and rejected lines as they are found, in the forms text and jsonl.
struct FindingStream {
  let format: ReplayFormat
  let style: Style
  let limits: ReplayText.Limits
  let quiet: Bool
  let strict: Bool
  /// True if the findings of a trace stand below its name.
  let namesTraces: Bool
  /// True if rejected lines are told as text, too; otherwise the summary has them.
  let tellsRejected: Bool
  let progress: ProgressLine

  /// Writes the findings and rejected lines of a trace that were not told yet.
  mutating func tell(
    _ path: String, _ findings: [Finding], _ rejected: [TraceResult.Rejection],
    _ told: inout Told
  ) throws(Failure) {
    var text = ""
    let rendering = ReplayText(style: style, limits: limits)
    let isFirst = told.findings == 0
    for finding in findings {
      text +=
        format == .jsonl
        ? try JSONText.line(ReplayLine.finding(finding, trace: path)) : rendering.render(finding)
      told.findings += 1
    }
    var end: Failure?
    for rejection in rejected.dropFirst(told.rejected) where end == nil {
      if strict {
        end = Failure(.wrongInput, "\(path):\(rejection.line): \(rejection.message)")
        continue
      }
      if format == .jsonl {
        text += try JSONText.line(ReplayLine.rejected(rejection, trace: path))
      } else if tellsRejected, told.rejected < limits.rejected {
        text += rendering.render(rejection)
      }
      told.rejected += 1
    }
    if !text.isEmpty, !quiet {
      progress.clear()
      let heading = namesTraces && isFirst && format == .text ? rendering.heading(path) : ""
      try Console.show(heading + text)
    }
    if let end { throw end }
  }
}
