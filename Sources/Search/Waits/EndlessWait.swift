public import Findings

/// A wait that no event ever has to end.
public struct EndlessWait: Sendable {
  /// The run to the beginning of the cycle, and once through it.
  public let run: Run
  /// The number of steps of the run before the cycle.
  public let before: Int
  /// The duration of the cycle in milliseconds; nil: there is no cycle, and nothing keeps time from
  /// passing.
  public let period: Int64?
  /// The sort of which each cycle needs one more entity; nil: it needs none.
  public let joining: String?
}
