internal import Findings
internal import Replay
internal import Traces

/// How traces are to be read.
struct TraceReading {
  var mapping: Mapping?
  var order = TraceOrder.Options()
  /// nil: a trace has no positions.
  var positions: PositionNames?
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
    if reading.mapping == nil, reading.order == TraceOrder.Options(), reading.sharding == nil,
      reading.positions == nil
    {
      return try replayPlainly(path, rulebook, options, progress)
    }
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

  /// The same of lines that need no mapping and are in order: only what has an id can be doubled.
  private static func replayPlainly(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions,
    _ progress: ProgressLine?
  ) throws(Failure) -> TraceResult {
    var input = try TraceInput(path)
    progress?.begin("replaying \(path)")
    defer { progress?.clear() }
    var order = TraceOrder()
    var replayer = Replayer(
      rulebook.rules, path: path, source: rulebook.source, options: options)
    func take(_ item: TraceReader.Item, _ replayer: inout Replayer) {
      // Without a window no line waits, so there are never too many.
      try? order.take(item) { replayer.take($0) }
    }
    while try input.read({ replayer.feed($0, take) }) {
      progress?.tell(bytes: input.position, of: input.size, lines: replayer.lines)
    }
    replayer.endOfTrace(take)
    order.finish { replayer.take($0) }
    var result = replayer.finish()
    result.add(order.tally, TraceOrder.Options())
    return result
  }
}
