import Findings

/// The settings of a replay.
public struct ReplayOptions: Sendable, Hashable {
  /// The error that a recorded instant may have: from zero to ten years, in whole milliseconds.
  /// Lateness up to it is no finding.
  public var tolerance: Duration = .zero
  /// True if the trace begins in mid-stream: nothing is known of the state before, and no fault
  /// that depends on it is reported.
  public var startsUnknown = false

  /// Makes the default settings.
  public init() {}
}

/// A result of a replay: the findings as they come, and the summary at the end.
public enum ReplayResult: Sendable, Hashable {
  /// A finding. At most 10,000 of the same rule, kind and condition are handed over; all of them
  /// are counted in the summary.
  case finding(Finding)
  /// A line that could not be read. At most 10,000 are handed over; all of them are counted.
  case rejected(RejectedLine)
  /// The verdict on the whole trace: the last result.
  case summary(ReplaySummary)
}

/// The verdict on a trace.
public struct ReplaySummary: Sendable, Hashable {
  /// The answer to whether a trace conforms to the rules.
  public enum Verdict: String, Sendable, CaseIterable {
    /// Every line is as the rules want it.
    case conforms
    /// There is a finding that is a violation.
    case violates
    /// Neither is shown; ``ReplaySummary/reason`` says why.
    case inconclusive
  }

  public let verdict: Verdict
  /// The reason why a trace is inconclusive; nil otherwise.
  public let reason: String?
  /// The number of lines, without blank ones.
  public let lines: Int
  /// The number of lines that were read as events.
  public let events: Int
  /// The exact number of findings of each kind; kinds without any are left out.
  public let counts: [Finding.Kind: Int]
  /// The exact number of lines that could not be read.
  public let rejectedLines: Int
  /// Further facts that a reader of the verdict should know.
  public let notes: [String]

  /// The exact number of findings that are violations.
  public var violations: Int {
    counts.reduce(0) { $0 + ($1.key.isViolation ? $1.value : 0) }
  }
}

extension ReplaySummary {
  init(_ result: TraceResult, rejectedLines: Int) {
    verdict =
      switch result.verdict {
      case .conforms: .conforms
      case .violates: .violates
      case .inconclusive: .inconclusive
      }
    reason = result.reason
    lines = result.lines
    events = result.events
    counts = result.rows.reduce(into: [:]) { $0[Finding.Kind($1.how), default: 0] += $1.count }
    self.rejectedLines = rejectedLines
    notes = result.notes
  }
}
