internal import Findings
internal import Replay
internal import Rulebook
internal import Sharding
internal import Traces

/// One trace, replayed in parts that know nothing of each other, and what they found put together.
struct ShardedReplay {
  private let path: String
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
    plan = sharding.plan
    router = ShardRouter(sharding.plan, count: sharding.count)
    parts = (0..<sharding.count).map { _ in
      Part(Replayer(rulebook.rules, path: path, source: rulebook.source, options: options))
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
      for (index, part) in try router.route(line).enumerated() {
        if let part { parts[index].replayer.take(.line(part)) }
      }
    } catch {
      unsplittable = error
    }
  }

  mutating func finish() throws(Failure) -> TraceResult {
    if let unsplittable {
      throw Failure(
        .wrongInput, "\(path):\(unsplittable.line): the trace cannot be replayed in parts: "
          + unsplittable.message)
    }
    return ShardResults(parts.map { $0.replayer.finish() }, shared: sharedRules).merged(path, events: events, lines: lines)
  }

  private var sharedRules: Set<String> {
    Set(plan.parts.filter { $0.scope == .shared }.map(\.name))
  }
}

/// How a trace is to be replayed in parts.
struct Sharding {
  let plan: ShardingPlan
  let count: Int
}

/// The results of the parts as one.
struct ShardResults {
  private let results: [TraceResult]
  private let shared: Set<String>

  /// - Parameter shared: the rules that every part judges.
  init(_ results: [TraceResult], shared: Set<String>) {
    self.results = results
    self.shared = shared
  }

  func merged(_ path: String, events: Int, lines: Int) -> TraceResult {
    var merged = TraceResult(path: path)
    merged.events = events
    merged.lines = lines
    merged.findings = findings
    merged.rejected = results[0].rejected
    merged.tolerance = results[0].tolerance
    for (index, result) in results.enumerated() {
      merged.entities.merge(result.entities) { max($0, $1) }
      for (rule, exercise) in result.exercised { add(exercise, rule, index, &merged) }
      for (rule, tolerated) in result.tolerated {
        var all = merged.tolerated[rule] ?? TraceResult.Tolerated(times: 0)
        all.times += tolerated.times
        all.most = [all.most, tolerated.most].compactMap(\.self).max()
        merged.tolerated[rule] = all
      }
      merged.notes += result.notes.map { "part \(index + 1): \($0)" }
    }
    (merged.verdict, merged.reason) = verdict(merged)
    return merged
  }

  /// What every part judges counts once.
  private func add(
    _ exercise: TraceResult.Exercise, _ rule: String, _ part: Int, _ merged: inout TraceResult
  ) {
    let name = String(rule.drop { $0 != " " }.dropFirst().prefix { $0 != ":" })
    let isPerState = rule.hasPrefix("property ") || shared.contains(name)
    guard part == 0 || !isPerState else {
      var margin = exercise
      margin.times = 0
      merged.exercised[rule, default: TraceResult.Exercise(times: 0)].add(margin)
      return
    }
    merged.exercised[rule, default: TraceResult.Exercise(times: 0)].add(exercise)
  }

  /// In the order of lines. Of what every part judges something is found only if each finds it:
  /// where one does not, it follows there from what was found before.
  private var findings: [Finding] {
    var found: [(part: Int, position: Int, finding: Finding)] = []
    for (part, result) in results.enumerated() {
      for (position, finding) in result.findings.enumerated() {
        if isShared(finding) {
          guard part == 0, results.allSatisfy({ $0.findings.contains { isSame($0, finding) } })
          else { continue }
        }
        found.append((part, position, finding))
      }
    }
    found.sort { a, b in
      (a.finding.line, a.finding.at, a.part, a.position)
        < (b.finding.line, b.finding.at, b.part, b.position)
    }
    return found.map(\.finding)
  }

  private func isShared(_ finding: Finding) -> Bool {
    finding.kind == .order || shared.contains(finding.rule)
  }

  private func isSame(_ a: Finding, _ b: Finding) -> Bool {
    a.line == b.line && a.kind == b.kind && a.rule == b.rule && a.entity == b.entity
  }

  private func verdict(_ merged: TraceResult) -> (TraceResult.Verdict, String?) {
    let judged = results.filter { $0.events > 0 || !$0.rejected.isEmpty }
    if merged.findings.contains(where: \.kind.isViolation) { return (.violates, nil) }
    if let open = judged.first(where: { $0.verdict != .conforms }) {
      return (.inconclusive, open.reason)
    }
    return judged.isEmpty ? (.inconclusive, "no event") : (.conforms, nil)
  }
}
