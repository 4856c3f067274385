internal import Rulebook
internal import Semantics

/// An obligation that was performed although no line records it.
struct InferredStep: Sendable {
  let occurrence: Occurrence
  let results: [Value]
  let notifications: [SentMessage]
  /// Whether it is known when it happened, and so what was told.
  let isDated: Bool
  /// The places that hold what the server chose and nobody has told: the result by position.
  let open: [(place: Place, result: Int)]
  /// The last line that may be its record, or the first to name whom it introduced.
  let lastLine: Int
  /// No line of a later instant is, but the next few.
  let lastInstant: Int64
  let lastNearLine: Int

  /// Whether a line there may be one of those.
  func mayBe(at line: Int, _ instant: Int64) -> Bool {
    line <= lastLine && (instant <= lastInstant || line <= lastNearLine)
  }
}
