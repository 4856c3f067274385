import Findings
import Traces

/// The consequences of a finding.
extension Judge {
  /// The finding that the fault of the present line is, or follows from; nil: it was made on trial,
  /// and is not kept.
  var knownCause: Int? { line.cause.flatMap { findings.indices.contains($0) ? $0 : nil } }

  /// Counts and lists a consequence of a finding on this line, or an earlier one. On trial it does
  /// nothing: that would be undone, and would copy all findings. It is not inlined, since in a loop
  /// even its unused code would copy them.
  /// - Parameters:
  ///   - rule: The rule that the present line would break; nil: the one that was folded last.
  ///   - why: The reason that the rules do not allow it.
  ///   - place: The place of a line behind the present one; nil: the consequence is on the present
  ///     one.
  @inline(never)
  mutating func noteConsequence(
    of cause: Int? = nil, _ rule: String? = nil, _ why: String = "", on place: TracePlace? = nil
  ) {
    if mode == .trial { return }
    guard let cause = cause ?? line.cause, findings.indices.contains(cause) else { return }
    findings[cause].downstream += 1
    guard let told = rule.map({ CurrentLine.Consequence(rule: $0, why: why) }) ?? line.consequence
    else { return }
    let place = place ?? line.place
    findings[cause].fold(
      Finding.Folded(
        line: place.line, record: place.recordInLine, rule: told.rule, why: told.why))
  }

  /// Notes how the check continued after the latest finding.
  mutating func repairLatest(_ repair: String) {
    guard let cause = knownCause, findings[cause].repair == nil else { return }
    findings[cause].repair = repair
  }
}
