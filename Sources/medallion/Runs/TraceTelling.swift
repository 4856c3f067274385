import Rulebook
import Semantics
import Traces

/// Steps and states of made-up runs as lines of a trace. Entities have their plain names, as none
/// of them is real.
struct TraceTelling {
  /// The instant at which made-up traces begin: 2016-01-01, as instants of traces are not before
  /// 1970.
  static let epoch: Int64 = 1_451_606_400_000

  /// An instant for which traces have no place: they go from 1970 to 9999.
  struct Untellable: Error {}

  private let rules: Core.Rules
  private let names: EntityNames

  init(_ rules: Core.Rules) {
    self.rules = rules
    names = EntityNames(rules)
  }

  /// Returns an observation of the known parts of a state.
  ///
  /// - Parameters:
  ///   - isTold: Selects the parts of the state to tell by their initial values.
  ///   - fields: Selects the fields to tell.
  func observation(
    of state: State, line: Int, where isTold: (Core.Initial) -> Bool = { _ in true },
    fields isFieldTold: (Core.ID<Core.Field>) -> Bool = { _ in true }
  ) throws(Untellable) -> Observation {
    var facts: [Observation.Fact] = []
    for (index, global) in rules.globals.enumerated() where isTold(global.initial) {
      let value = state[Core.ID(index)]
      guard value != .unknown else { continue }
      facts.append(.global(Core.ID(index), try self.value(value, global.type.scalar)))
    }
    for (index, field) in rules.fields.enumerated() where isFieldTold(Core.ID(index)) {
      let id = Core.ID<Core.Field>(index)
      for owner in 0..<state.count(of: field.owner) {
        guard let value = try observed(id, of: owner, in: state) else { continue }
        facts.append(
          .field(
            of: names.plainName(field.owner, Int32(owner)), [Observation.Reading(id, value)]))
      }
    }
    return Observation(
      place: TracePlace(line: line, offset: 0), instant: try told(state.now), facts: facts)
  }

  private func observed(
    _ id: Core.ID<Core.Field>, of owner: Int, in state: State
  ) throws(Untellable) -> ObservedValue? {
    if let part = rules[id].pair {
      return part.position > 0 ? nil : try pairs(id, of: owner, in: state)
    }
    switch rules[id].kind {
    case .value(let type):
      let value = state[id, of: owner]
      return value == .unknown ? nil : .value(try self.value(value, type.scalar))
    case .queue(let sort), .set(let sort):
      return .members(state.members(of: id, owner: owner).map { names.plainName(sort, $0) })
    }
  }

  /// The pairs that do not have the default; nil: all have it.
  private func pairs(
    _ id: Core.ID<Core.Field>, of owner: Int, in state: State
  ) throws(Untellable) -> ObservedValue? {
    var pairs: [ObservedValue.Pair] = []
    for (field, part) in rules.parts(ofPairs: id) {
      guard case .set(let sort) = rules[field].kind else { continue }
      let value = try self.value(Value(part.value), part.type.scalar)
      pairs += state.members(of: field, owner: owner).map {
        ObservedValue.Pair(names.plainName(sort, $0), value)
      }
    }
    return pairs.isEmpty ? nil : .pairs(pairs)
  }

  func event(_ step: Step, line: Int) throws(Untellable) -> TraceEvent {
    let event = rules[step.event]
    var told = try attempt(step.event, step.arguments, at: step.instant, line: line)
    told.results = try values(step.results, event.results.map(\.variable))
    told.notified = try step.notifications.map { sent throws(Untellable) in try message(sent) }
    return told
  }

  /// An event of which no effect is known.
  func attempt(
    _ id: Core.ID<Core.Event>, _ arguments: [Value], at instant: Int64, line: Int
  ) throws(Untellable) -> TraceEvent {
    let event = rules[id]
    return TraceEvent(
      place: TracePlace(line: line, offset: 0), instant: try told(instant), event: id,
      arguments: try values(arguments, event.parameters),
      results: event.results.map { _ in nil })
  }

  private func message(_ sent: SentMessage) throws(Untellable) -> TraceNotification {
    let recipient =
      if case .entity(let index) = sent.recipient { names.plainName(sent.sort, index) } else { "" }
    return TraceNotification(
      recipient: recipient, message: sent.message,
      arguments: try zip(rules[sent.message].parameters, sent.arguments).map {
        (parameter, argument) throws(Untellable) in
        if let argument { try value(argument, parameter.type.scalar) } else { nil }
      })
  }

  private func values(
    _ values: [Value], _ variables: [Core.Variable]
  ) throws(Untellable) -> [TraceValue] {
    try zip(values, variables).map { (value, variable) throws(Untellable) in
      try self.value(value, variable.type.scalar)
    }
  }

  private func value(_ value: Value, _ scalar: Core.Scalar) throws(Untellable) -> TraceValue {
    switch value {
    case .none, .unknown: .none
    case .bool(let value): .bool(value)
    case .number(let number): .number(scalar == .time ? try told(number) : number)
    case .symbol(let index): .symbol(Int(index))
    case .entity(let index):
      if case .entity(let sort) = scalar { .name(names.plainName(sort, index)) } else { .none }
    }
  }

  /// An instant as traces count.
  private func told(_ instant: Int64) throws(Untellable) -> Int64 {
    let (told, overflow) = instant.addingReportingOverflow(Self.epoch)
    guard !overflow, (0...Timestamp.latest).contains(told) else { throw Untellable() }
    return told
  }
}
