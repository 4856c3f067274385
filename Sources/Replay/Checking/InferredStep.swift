import Rulebook
import Semantics

/// An obligation that was performed although no line records it.
struct InferredStep: Sendable {
  var occurrence: Occurrence
  var results: [Value]
  var notifications: [SentMessage]
  /// True if the instant of the event is known, and so its messages.
  var isDated: Bool
  /// The places that hold an untold choice of the server, each with the position of its result.
  var open: [(place: Place, result: Int)]
  /// The last line that may be its record, or the first to name the entity that it introduced.
  var lastLine: Int
  /// No line of a later instant is, but the next few.
  var lastInstant: Int64
  var lastNearLine: Int

  /// Returns true if a line at this place may be one of those.
  func mayBe(at line: Int, _ instant: Int64) -> Bool {
    line <= lastLine && (instant <= lastInstant || line <= lastNearLine)
  }
}
