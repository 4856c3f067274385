internal import Findings
internal import Traces

/// The consequences of a finding.
extension Judge {
  /// The finding that what is wrong with the present line is, or follows from. What was found while
  /// a line was taken on trial is not on record.
  var knownCause: Int? { line.cause.flatMap { result.findings.indices.contains($0) ? $0 : nil } }

  /// Counts what follows from what was found on this line, or earlier; on trial that is undone, and
  /// would have all findings copied: even not to do it, in a loop into which this is inlined.
  /// - Parameters:
  ///   - rule: what the present line would break; nil: it is not the line that does.
  ///   - why: what it shows that the rules do not allow.
  @inline(never)
  mutating func noteConsequence(of cause: Int? = nil, _ rule: String? = nil, _ why: String = "") {
    if mode == .trial { return }
    guard let cause = cause ?? line.cause, result.findings.indices.contains(cause) else { return }
    result.findings[cause].downstream += 1
    guard let rule, foundAt[cause] != line.place.record else { return }
    result.findings[cause].fold(
      Finding.Folded(
        line: line.place.line, record: line.place.recordInLine, rule: rule, why: why))
  }

  /// Puts on record how the latest finding was got over.
  mutating func repairLatest(_ repair: String) {
    guard let cause = knownCause, result.findings[cause].repair == nil else { return }
    result.findings[cause].repair = repair
  }
}
