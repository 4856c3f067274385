internal import Rulebook
internal import Search
internal import Semantics
internal import Traces

/// A random legal run, told as a trace.
struct Simulation {
  private let rules: Core.Rules
  private let scope: Scope
  private let seed: UInt64

  init(_ rules: Core.Rules, _ scope: Scope, seed: UInt64) {
    self.rules = rules
    self.scope = scope
    self.seed = seed
  }

  /// What has to be told at the start: what the rules leave open, and who there is, for rules may
  /// speak of all. Of a sort without anything open the first field tells that.
  private var toldFields: Set<Core.ID<Core.Field>> {
    var told: Set<Core.ID<Core.Field>> = []
    for sort in rules.entities where !sort.isIntroduced {
      let open = sort.fields.filter { rules[$0].initial == .any }
      told.formUnion(open.isEmpty ? Array(sort.fields.prefix(1)) : open)
    }
    return told
  }

  /// At most so many events; fewer if nothing can happen any more.
  func trace(_ events: Int) throws(EvaluationError) -> [UInt8] {
    let evaluator = Evaluator(rules)
    guard
      var run = try RandomRun(
        evaluator, counts: scope.counts(introduced: false), caps: scope.counts(introduced: true),
        seed: seed)
    else { return [] }
    let writer = TraceWriter(rules: rules)
    let telling = TraceTelling(rules)
    var bytes: [UInt8] = []
    let told = toldFields
    let start = telling.observation(
      of: run.state, line: 1, where: { $0 == .any }, fields: { told.contains($0) })
    writer.write(.observation(start), to: &bytes)
    var written = 0
    var idle = 0
    while written < events, idle < 1_000, let step = try run.next() {
      guard case .event(let step) = step else {
        idle += 1
        continue
      }
      idle = 0
      written += 1
      writer.write(.event(telling.event(step, line: written + 1)), to: &bytes)
    }
    return bytes
  }
}
