import Findings

/// A wait that no event ever has to end.
package struct EndlessWait: Sendable {
  /// The run to the beginning of the cycle, and once through it.
  package let run: Run
  /// The number of steps of the run before the cycle.
  package let before: Int
  /// The duration of the cycle in milliseconds; nil: there is no cycle, and nothing keeps time from
  /// passing.
  package let period: Int64?
  /// The sort of which each cycle needs one more entity; nil: it needs none.
  package let joining: String?
}
