import Rulebook
import Semantics
import Traces

/// Writes a run as the lines that a server would have recorded.
struct Recorder {
  let rules: Core.Rules
  private(set) var lines: [String] = []

  init(_ rules: Core.Rules) { self.rules = rules }

  /// Everything that holds at the start of a run.
  mutating func observe(_ state: State) {
    var facts: [Observation.Fact] = []
    for (index, global) in rules.globals.enumerated() {
      let id = Core.ID<Core.Global>(index)
      facts.append(.global(id, told(state[id], global.type.scalar)))
    }
    for (index, field) in rules.fields.enumerated() {
      let id = Core.ID<Core.Field>(index)
      for owner in 0..<state.count(of: field.owner) {
        let observed: ObservedValue
        switch field.kind {
        case .value(let type): observed = .value(told(state[id, of: owner], type.scalar))
        case .queue(let sort), .set(let sort):
          observed = .members(state.members(of: id, owner: owner).map { name($0, sort) })
        }
        facts.append(.field(of: name(Int32(owner), field.owner), [.init(id, observed)]))
      }
    }
    write(.observation(Observation(place: nowhere, instant: state.now, facts: facts)))
  }

  mutating func record(_ step: Step) {
    let rule = rules[step.event]
    var event = TraceEvent(
      place: nowhere, instant: step.instant, event: step.event,
      arguments: zip(step.arguments, rule.parameters).map { told($0, $1.type.scalar) })
    event.results = zip(step.results, rule.results).map { told($0, $1.variable.type.scalar) }
    event.notified = step.notifications.compactMap { sent in
      guard case .entity(let number) = sent.recipient else { return nil }
      return TraceNotification(
        recipient: name(number, sent.sort), message: sent.message,
        arguments: zip(sent.arguments, rules[sent.message].parameters).map { value, parameter in
          value.map { told($0, parameter.type.scalar) }
        })
    }
    write(.event(event))
  }

  private var nowhere: TracePlace { TracePlace(line: 0, offset: 0) }

  private func name(_ number: Int32, _ sort: Core.ID<Core.Entity>) -> String {
    "\(rules[sort].name)-\(number)"
  }

  private func told(_ value: Value, _ scalar: Core.Scalar) -> TraceValue {
    switch value {
    case .none, .unknown: .none
    case .bool(let truth): .bool(truth)
    case .number(let number): .number(number)
    case .symbol(let index): .symbol(Int(index))
    case .entity(let number):
      if case .entity(let sort) = scalar { .name(name(number, sort)) } else { .none }
    }
  }

  private mutating func write(_ line: TraceLine) {
    var bytes: [UInt8] = []
    TraceWriter(rules: rules).write(line, to: &bytes)
    lines.append(String(decoding: bytes.dropLast(), as: UTF8.self))
  }
}
