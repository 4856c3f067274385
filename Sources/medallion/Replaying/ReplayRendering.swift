import ArgumentParser
import Basics
import Findings
import Replay
import Report
import Rulebook

/// The formats of the result of a replay.
enum ReplayFormat: String, OutputFormat { case text, json, jsonl, junit, sarif }

/// The result of a replay in each form.
struct ReplayRendering {
  let rulebook: LoadedRulebook
  /// The outcome of the command.
  let outcome: Outcome
  /// True if an inconclusive trace counts as success.
  let accepts: Bool
  let showsCoverage: Bool
  let limits: ReplayText.Limits
  /// True if traces that conform have lines of their own among several.
  let isVerbose: Bool

  func render(
    _ document: Replaying, as format: ReplayFormat, style: Style
  ) throws(Failure) -> String {
    switch format {
    case .text: return text(document, style)
    case .json: return try JSONText.render(document)
    case .jsonl: return try lines(document)
    case .junit: return junit(document).render()
    case .sarif: return try JSONText.render(sarif(document))
    }
  }

  /// The end of a result whose findings were told as they were found: the summary.
  func ending(
    _ document: Replaying, as format: ReplayFormat, style: Style, toldRejected: Bool
  ) throws(Failure) -> String {
    if format == .jsonl { return try closingLines(document) + summaryLine(document) }
    let text = ReplayText(style: style, limits: limits)
    let traces = traces(document).map { text.closing($0, toldRejected: toldRejected) }.joined()
    return traces + summary(document, text)
      + closing(document, style)
  }

  private func text(_ document: Replaying, _ style: Style) -> String {
    let text = ReplayText(style: style, limits: limits)
    return summary(document, text) + traces(document).map(text.render).joined()
      + closing(document, style)
  }

  /// The traces that have lines of their own.
  private func traces(_ document: Replaying) -> [TraceResult] {
    guard isSeveral(document), !isVerbose else { return document.traces }
    return document.traces.filter { $0.verdict != .conforms }
  }

  private func isSeveral(_ document: Replaying) -> Bool {
    document.traces.count + (document.unread?.count ?? 0) > 1
  }

  /// Returns the summary of several traces; the lines of a single trace already hold it.
  private func summary(_ document: Replaying, _ text: ReplayText) -> String {
    let remarks = text.remarks(document.summary)
    guard isSeveral(document) else { return remarks }
    return text.summary(document.summary, showsRows: true) + remarks
  }

  /// Returns the text about all traces together.
  private func closing(_ document: Replaying, _ style: Style) -> String {
    let coverage = CoverageText(style: style)
    var text = ReplayText(style: style, limits: limits).unread(document)
    text += coverage.missing(document.unexercised ?? [])
    if showsCoverage {
      text += coverage.render(document.exercised, of: rulebook.rules.exercisable)
    }
    return text
  }

  private func lines(_ document: Replaying) throws(Failure) -> String {
    var text = try summaryLine(document)
    for trace in document.traces {
      for finding in trace.findings {
        text += try JSONText.line(ReplayLine.finding(finding, trace: trace.path))
      }
      for rejection in trace.rejected {
        text += try JSONText.line(ReplayLine.rejected(rejection, trace: trace.path))
      }
    }
    return text + (try closingLines(document))
  }

  private func closingLines(_ document: Replaying) throws(Failure) -> String {
    var text = ""
    for trace in document.traces {
      text += try JSONText.line(ReplayLine.closing(trace, of: document))
    }
    for trace in document.unread ?? [] { text += try JSONText.line(ReplayLine.unread(trace)) }
    return text
  }

  private func summaryLine(_ document: Replaying) throws(Failure) -> String {
    try JSONText.line(ReplayLine.summary(document.summary))
  }

  private func junit(_ document: Replaying) -> JUnitReport {
    let exercisable = rulebook.rules.exercisable
    return JUnitReport(
      "medallion replay",
      document.traces.map {
        JUnitReport.Suite(
          replaying: $0, rulebook: document.rulebook, exercisable: exercisable,
          required: Set(document.unexercised ?? []), accepts: accepts)
      } + (document.unread ?? []).map { JUnitReport.Suite(unread: $0, rulebook: document.rulebook) }
        + (JUnitReport.Suite(remarks: document.summary, rulebook: document.rulebook).map { [$0] }
          ?? []))
  }

  private func sarif(_ document: Replaying) -> SARIFLog {
    var builder = SARIFRunBuilder(
      rulebook: rulebook.path, digest: document.digest,
      version: Medallion.configuration.version)
    for trace in document.traces { builder.add(trace) }
    for trace in document.unread ?? [] { builder.add(trace) }
    for rule in document.unexercised ?? [] {
      builder.notify("required, never put to the test: \(rule)")
    }
    for remark in document.summary.remarks ?? [] { builder.notify(remark) }
    return SARIFLog([builder.run(outcome)])
  }
}
