internal import Rulebook
internal import Semantics
internal import Traces

/// Steps and states of made-up runs as lines of a trace. Entities are called by their plain
/// names, for nobody is behind them.
struct TraceTelling {
  /// Where made-up traces begin: 2016-01-01, as instants of traces are not before 1970.
  static let epoch: Int64 = 1_451_606_400_000

  private let rules: Core.Rules
  private let names: EntityNames

  init(_ rules: Core.Rules) {
    self.rules = rules
    names = EntityNames(rules)
  }

  /// What is known of a state, as an observation.
  ///
  /// - Parameters:
  ///   - isTold: which states it tells, by what they start with.
  ///   - fields: which fields it tells.
  func observation(
    of state: State, line: Int, where isTold: (Core.Initial) -> Bool = { _ in true },
    fields isFieldTold: (Core.ID<Core.Field>) -> Bool = { _ in true }
  ) -> Observation {
    var facts: [Observation.Fact] = []
    for (index, global) in rules.globals.enumerated() where isTold(global.initial) {
      let value = state[Core.ID(index)]
      guard value != .unknown else { continue }
      facts.append(.global(Core.ID(index), self.value(value, global.type.scalar)))
    }
    for (index, field) in rules.fields.enumerated() where isFieldTold(Core.ID(index)) {
      let id = Core.ID<Core.Field>(index)
      for owner in 0..<state.count(of: field.owner) {
        guard let value = observed(id, of: owner, in: state) else { continue }
        facts.append(
          .field(
            of: names.plainName(field.owner, Int32(owner)), [Observation.Reading(id, value)]))
      }
    }
    return Observation(
      place: TracePlace(line: line, offset: 0), instant: state.now + Self.epoch, facts: facts)
  }

  private func observed(
    _ id: Core.ID<Core.Field>, of owner: Int, in state: State
  ) -> ObservedValue? {
    switch rules[id].kind {
    case .value(let type):
      let value = state[id, of: owner]
      return value == .unknown ? nil : .value(self.value(value, type.scalar))
    case .queue(let sort), .set(let sort):
      return .members(state.members(of: id, owner: owner).map { names.plainName(sort, $0) })
    }
  }

  func event(_ step: Step, line: Int) -> TraceEvent {
    let event = rules[step.event]
    var told = attempt(step.event, step.arguments, at: step.instant, line: line)
    told.results = zip(event.results, step.results).map { value($1, $0.variable.type.scalar) }
    told.notified = step.notifications.map(message)
    return told
  }

  /// An event of which no effect is known.
  func attempt(
    _ id: Core.ID<Core.Event>, _ arguments: [Value], at instant: Int64, line: Int
  ) -> TraceEvent {
    let event = rules[id]
    return TraceEvent(
      place: TracePlace(line: line, offset: 0), instant: instant + Self.epoch, event: id,
      arguments: zip(event.parameters, arguments).map { value($1, $0.type.scalar) },
      results: event.results.map { _ in nil })
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
    case .number(let number): .number(scalar == .time ? number + Self.epoch : number)
    case .symbol(let index): .symbol(Int(index))
    case .entity(let index):
      if case .entity(let sort) = scalar { .name(names.plainName(sort, index)) } else { .none }
    }
  }
}
