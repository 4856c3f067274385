internal import ArgumentParser
internal import Diagnostics
internal import Findings
internal import Replay
internal import Report
internal import Rulebook

/// The forms of what replaying found.
enum ReplayFormat: String, OutputFormat { case text, json, jsonl, junit, sarif }

/// The result of a replay in each form.
struct ReplayRendering {
  let rulebook: LoadedRulebook
  /// How the command ends.
  let outcome: Outcome
  /// Whether a trace that is inconclusive counts as success.
  let accepts: Bool
  let showsCoverage: Bool
  let limits: ReplayText.Limits

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

  /// What ends a trace of which everything that was found is told already.
  func ending(
    _ document: Replaying, as format: ReplayFormat, style: Style
  ) throws(Failure) -> String {
    let trace = document.traces[0]
    if format == .jsonl { return try closingLine(trace, document) }
    return ReplayText(style: style, limits: limits).closing(trace) + closing(document, style)
  }

  private func text(_ document: Replaying, _ style: Style) -> String {
    let text = ReplayText(style: style, limits: limits)
    return document.traces.map(text.render).joined() + closing(document, style)
  }

  /// What is said of all traces together.
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
    var text = ""
    for trace in document.traces {
      for finding in trace.findings {
        text += try JSONText.line(ReplayLine.finding(finding, trace: trace.path))
      }
      for rejection in trace.rejected {
        text += try JSONText.line(ReplayLine.rejected(rejection, trace: trace.path))
      }
      text += try closingLine(trace, document)
    }
    for trace in document.unread ?? [] { text += try JSONText.line(ReplayLine.unread(trace)) }
    return text
  }

  private func closingLine(_ trace: TraceResult, _ document: Replaying) throws(Failure) -> String {
    try JSONText.line(ReplayLine.closing(trace, of: document))
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
    )
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
    return SARIFLog([builder.run(outcome)])
  }
}
