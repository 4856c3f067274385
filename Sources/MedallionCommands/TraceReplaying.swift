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
    var input = try TraceInput(path)
    var reader = TraceReader(rules: rulebook.rules, mapping: reading.mapping)
    var order = TraceOrder(reading.order)
    var replayer = Replayer(
      rulebook.rules, path: path, source: rulebook.source, options: options)
    var items: [TraceReader.Item] = []
    var hasMore = true
    do {
      while hasMore {
        hasMore = try input.read { items += reader.feed($0) }
        if !hasMore { items += reader.finish() }
        for item in items { try order.take(item) { replayer.take($0) } }
        items.removeAll(keepingCapacity: true)
      }
    } catch let failure as Failure {
      throw failure
    } catch {
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
}
