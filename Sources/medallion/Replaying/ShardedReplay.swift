import Findings
import Replay
import Rulebook
import Traces

/// One trace, replayed in independent parts, with their findings merged.
struct ShardedReplay {
  private let path: String
  private let options: ReplayOptions
  private let plan: ShardingPlan
  private var router: ShardRouter
  private let parts: [Part]
  private var unsplittable: ShardRouter.Unsplittable?
  private var events = 0
  private var lines = 0

  init(
    _ path: String, _ rulebook: LoadedRulebook, _ options: ReplayOptions, _ sharding: Sharding
  ) {
    self.path = path
    self.options = options
    plan = sharding.plan
    router = ShardRouter(sharding.plan, count: sharding.count)
    // Findings that several parts share are recognised by the findings themselves.
    let all = options.listing(ReplayOptions.mostOfAPart)
    parts = (0..<sharding.count).map { _ in
      Part(Replayer(rulebook.rules, path: path, source: rulebook.source, options: all))
    }
  }

  /// Replayers cannot be copied, and so stand in no array themselves.
  private final class Part {
    var replayer: Replayer

    init(_ replayer: consuming Replayer) { self.replayer = replayer }
  }

  mutating func take(_ item: TraceReader.Item) {
    guard unsplittable == nil else { return }
    lines += 1
    guard case .line(let line) = item else { return parts[0].replayer.take(item) }
    if case .event = line { events += 1 }
    do {
      let routed = try router.route(line) { name, sort, origin in
        parts[origin.part].replayer.mayBeHere(name, sort, since: origin.line)
      }
      for (index, part) in routed.enumerated() {
        if let part { parts[index].replayer.take(.line(part)) }
      }
      if router.isFull {
        router.forget { name, sort, part in parts[part].replayer.knows(name, sort) }
      }
    } catch {
      unsplittable = error
    }
  }

  mutating func finish() throws(Failure) -> TraceResult {
    if let unsplittable {
      throw Failure(
        .wrongInput,
        "\(path):\(unsplittable.line): the trace cannot be replayed in parts: "
          + unsplittable.message)
    }
    return ShardResults(parts.map { $0.replayer.finish() }, plan)
      .merged(path, events: events, lines: lines, options)
  }
}

/// The settings for replaying a trace in parts.
struct Sharding {
  let plan: ShardingPlan
  let count: Int
}
