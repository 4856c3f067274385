import Rulebook
import Semantics
import Traces
import Verification

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

  /// The fields that are told at the start: those that the rules leave open, and one of each sort,
  /// because rules may speak of all entities. For a sort without open fields it is the first field.
  private var toldFields: Set<Core.ID<Core.Field>> {
    var told: Set<Core.ID<Core.Field>> = []
    for sort in rules.entities where !sort.isIntroduced {
      let open = sort.fields.filter { rules[$0].initial == .any }
      told.formUnion(open.isEmpty ? Array(sort.fields.prefix(1)) : open)
    }
    return told
  }

  /// A reason why a run cannot be told to its end.
  struct Stop: Error {
    /// The undefined expression; nil: an instant is out of the range of traces.
    let undefined: EvaluationError?
    /// The number of events that are told.
    let events: Int
    /// The event that was to happen then; nil: time was to pass, or the run to begin.
    let event: Core.ID<Core.Event>?
  }

  /// Returns a trace of at most `events` events; fewer if nothing can happen any more.
  func trace(_ events: Int) throws(Stop) -> [UInt8] {
    var bytes: [UInt8] = []
    var written = 0
    var tried: Core.ID<Core.Event>?
    do {
      let run = try RandomRun(
        Evaluator(rules), counts: scope.counts(introduced: false),
        caps: scope.counts(introduced: true), seed: seed)
      guard var run else { return [] }
      defer { tried = run.attempted }
      try tell(&run, events, &written, to: &bytes)
    } catch {
      throw Stop(undefined: error as? EvaluationError, events: written, event: tried)
    }
    return bytes
  }

  private func tell(
    _ run: inout RandomRun, _ events: Int, _ written: inout Int, to bytes: inout [UInt8]
  ) throws {
    let writer = TraceWriter(rules: rules)
    let telling = TraceTelling(rules)
    let told = toldFields
    let start = try telling.observation(
      of: run.state, line: 1, where: { $0 == .any }, fields: { told.contains($0) })
    writer.write(.observation(start), to: &bytes)
    var idle = 0
    while written < events, idle < 1_000, let step = try run.next() {
      guard case .event(let step) = step else {
        idle += 1
        continue
      }
      idle = 0
      writer.write(.event(try telling.event(step, line: written + 2)), to: &bytes)
      written += 1
    }
  }
}
