internal import Rulebook
internal import Search
internal import Semantics
internal import Traces

/// A random legal run, told as a trace.
struct Simulation {
  private let rules: Core.Rules
  private let scope: Scope
  private let seed: UInt64
  /// What instant 0 of the run is in the trace, in milliseconds.
  private let epoch: Int64
  private let names: EntityNames

  init(_ rules: Core.Rules, _ scope: Scope, seed: UInt64, epoch: Int64) {
    self.rules = rules
    self.scope = scope
    self.seed = seed
    self.epoch = epoch
    names = EntityNames(rules)
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
    var bytes: [UInt8] = []
    writer.write(.observation(start(run.state)), to: &bytes)
    var written = 0
    var idle = 0
    while written < events, idle < 1_000, let step = try run.next() {
      guard case .event(let step) = step else {
        idle += 1
        continue
      }
      idle = 0
      written += 1
      writer.write(.event(line(step, written + 1)), to: &bytes)
    }
    return bytes
  }

  /// What the rules leave open at the start, as an observation.
  private func start(_ state: State) -> Observation {
    var facts: [Observation.Fact] = []
    for (index, global) in rules.globals.enumerated() where global.initial == .any {
      facts.append(.global(Core.ID(index), value(state[Core.ID(index)], global.type.scalar)))
    }
    for (index, field) in rules.fields.enumerated()
    where field.initial == .any && !rules[field.owner].isIntroduced {
      guard case .value(let type) = field.kind else { continue }
      for owner in 0..<state.count(of: field.owner) {
        let id = Core.ID<Core.Field>(index)
        facts.append(
          .field(
            of: names.plainName(field.owner, Int32(owner)),
            [Observation.Reading(id, .value(value(state[id, of: owner], type.scalar)))]))
      }
    }
    return Observation(place: TracePlace(line: 1, offset: 0), instant: epoch, facts: facts)
  }

  private func line(_ step: Step, _ number: Int) -> TraceEvent {
    let event = rules[step.event]
    var line = TraceEvent(
      place: TracePlace(line: number, offset: 0), instant: step.instant + epoch, event: step.event,
      arguments: zip(event.parameters, step.arguments).map { value($1, $0.type.scalar) },
      results: zip(event.results, step.results).map { value($1, $0.variable.type.scalar) })
    line.notified = step.notifications.map(message)
    return line
  }

  private func message(_ sent: SentMessage) -> TraceNotification {
    let recipient =
      if case .entity(let index) = sent.recipient { names.plainName(sent.sort, index) } else { "" }
    return TraceNotification(
      recipient: recipient, message: sent.message,
      arguments: zip(rules[sent.message].parameters, sent.arguments).map { parameter, argument in
        argument.map { value($0, parameter.type.scalar) }
      })
  }

  private func value(_ value: Value, _ scalar: Core.Scalar) -> TraceValue {
    switch value {
    case .none, .unknown: .none
    case .bool(let value): .bool(value)
    case .number(let number): .number(scalar == .time ? number + epoch : number)
    case .symbol(let index): .symbol(Int(index))
    case .entity(let index):
      if case .entity(let sort) = scalar { .name(names.plainName(sort, index)) } else { .none }
    }
  }
}
