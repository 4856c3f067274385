internal import Findings
internal import Replay
internal import Traces

/// How traces are to be read.
struct TraceReading {
  var mapping: Mapping?
  var order = TraceOrder.Options()
  /// nil: in one piece.
  var sharding: Sharding?
}

/// Replays one trace block by block, in memory that does not grow with it.
enum TraceReplaying {
  /// - Parameter path: a file, or `-` for standard input.
  static func replay(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions,
    reading: TraceReading = TraceReading(), progress: ProgressLine? = nil
  ) throws(Failure) -> TraceResult {
    var input = try TraceInput(path)
    var session = ReplaySession(path, rulebook, options, reading)
    progress?.begin("replaying \(path)")
    defer { progress?.clear() }
    // Piece by piece: a block of a packed file may unpack to a thousand times as much.
    while try input.read({ session.feed($0) }) {
      try session.check()
      progress?.tell(bytes: input.position, of: input.size, lines: session.lines)
    }
    return try session.finish()
  }
}
