import Rulebook
import Semantics

/// An obligation that was performed although no line records it.
struct InferredStep: Sendable {
  let occurrence: Occurrence
  let results: [Value]
  let notifications: [SentMessage]
  /// True if the instant of the event is known, and so its messages.
  let isDated: Bool
  /// The places that hold an untold choice of the server, each with the position of its result.
  let open: [(place: Place, result: Int)]
  /// The last line that may be its record, or the first to name the entity that it introduced.
  let lastLine: Int
  /// No line of a later instant is, but the next few.
  let lastInstant: Int64
  let lastNearLine: Int

  /// Returns true if a line at this place may be one of those.
  func mayBe(at line: Int, _ instant: Int64) -> Bool {
    line <= lastLine && (instant <= lastInstant || line <= lastNearLine)
  }
}
