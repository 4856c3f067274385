internal import Findings
internal import Replay
internal import Traces

/// How traces are to be read.
struct TraceReading {
  var mapping: Mapping?
  var order = TraceOrder.Options()
}

/// Replays one trace block by block, in memory that does not grow with it.
enum TraceReplaying {
  /// - Parameter path: a file, or `-` for standard input.
  static func replay(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions,
    reading: TraceReading = TraceReading()
  ) throws(Failure) -> TraceResult {
    if reading.mapping == nil, reading.order == TraceOrder.Options() {
      return try replayPlainly(path, rulebook, options)
    }
    var input = try TraceInput(path)
    var reader = TraceReader(rules: rulebook.rules, mapping: reading.mapping)
    var order = TraceOrder(reading.order)
    var replayer = Replayer(
      rulebook.rules, path: path, source: rulebook.source, options: options)
    var isOverfull = false
    // Piece by piece: a block of a packed file may unpack to a thousand times as much.
    func take(_ items: [TraceReader.Item]) {
      do {
        for item in items { try order.take(item) { replayer.take($0) } }
      } catch {
        isOverfull = true
      }
    }
    while try input.read({ take(reader.feed($0)) }), !isOverfull {}
    take(reader.finish())
    if isOverfull {
      throw Failure(
        .wrongInput, "cannot put the trace '\(path)' into order: more than "
          + "\(TraceOrder.mostHeld) lines are within the window; choose a shorter one")
    }
    order.finish { replayer.take($0) }
    var result = replayer.finish()
    result.add(reader.tally)
    result.add(order.tally, reading.order)
    return result
  }

  /// The same of lines that need no mapping and are in order: only what has an id can be doubled.
  private static func replayPlainly(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions
  ) throws(Failure) -> TraceResult {
    var input = try TraceInput(path)
    var order = TraceOrder()
    var replayer = Replayer(
      rulebook.rules, path: path, source: rulebook.source, options: options)
    func take(_ item: TraceReader.Item, _ replayer: inout Replayer) {
      // Without a window no line waits, so there are never too many.
      try? order.take(item) { replayer.take($0) }
    }
    while try input.read({ replayer.feed($0, take) }) {}
    replayer.endOfTrace(take)
    order.finish { replayer.take($0) }
    var result = replayer.finish()
    result.add(order.tally, TraceOrder.Options())
    return result
  }
}
