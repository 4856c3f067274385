import Rulebook

/// Writes lines of a trace in the canonical form: `at`, `event`, the arguments, the results,
/// `outcome`, `notified`, `id`, `crc`; no white space, instants and durations in milliseconds.
///
/// ``TraceReader`` reads these lines back.
package struct TraceWriter: Sendable {
  private let rules: Core.Rules
  private let vocabulary: Vocabulary

  package init(rules: Core.Rules) {
    self.rules = rules
    vocabulary = Vocabulary(rules)
  }

  /// Appends the line with its line end. The ids and values must be of the rulebook, instants
  /// from 0 to ``Timestamp/latest``.
  package func write(_ line: TraceLine, to bytes: inout [UInt8]) {
    var json = JSONBuilder()
    switch line {
    case .event(let event): write(event, to: &json)
    case .observation(let observation): write(observation, to: &json)
    }
    bytes.append(contentsOf: json.bytes)
    bytes.append(UInt8(ascii: "\n"))
  }

  private func write(_ event: TraceEvent, to json: inout JSONBuilder) {
    let rule = rules[event.event]
    json.object { json in
      json.member(Vocabulary.Reserved.at.rawValue) { $0.number(event.instant) }
      json.member(Vocabulary.Reserved.event.rawValue) { $0.string(rule.name) }
      for (parameter, argument) in zip(rule.parameters, event.arguments) {
        json.member(parameter.name) { write(argument, parameter.type, to: &$0) }
      }
      for (result, value) in zip(rule.results, event.results) {
        guard let value else { continue }
        json.member(result.variable.name) { write(value, result.variable.type, to: &$0) }
      }
      json.member(Vocabulary.Reserved.outcome.rawValue) { $0.string(event.outcome.rawValue) }
      if let notified = event.notified {
        json.member(Vocabulary.Reserved.notified.rawValue) { json in
          json.array(notified) { write($0, to: &$1) }
        }
      }
      writeEnd(event.id, event.checksum, to: &json)
    }
  }

  private func write(_ notification: TraceNotification, to json: inout JSONBuilder) {
    let message = rules[notification.message]
    json.object { json in
      json.member(Vocabulary.NotificationKey.recipient.rawValue) {
        $0.string(notification.recipient)
      }
      json.member(Vocabulary.NotificationKey.message.rawValue) { $0.string(message.name) }
      for (parameter, argument) in zip(message.parameters, notification.arguments) {
        guard let argument else { continue }
        json.member(parameter.name) { write(argument, parameter.type, to: &$0) }
      }
    }
  }

  private func write(_ observation: Observation, to json: inout JSONBuilder) {
    json.object { json in
      if let instant = observation.instant {
        json.member(Vocabulary.Reserved.at.rawValue) { $0.number(instant) }
      }
      json.member(Vocabulary.Reserved.observe.rawValue) { json in
        json.object { json in
          for (key, facts) in vocabulary.grouped(observation.facts, rules) {
            write(facts, of: key, to: &json)
          }
        }
      }
      writeEnd(observation.id, observation.checksum, to: &json)
    }
  }

  private func write(_ facts: [Observation.Fact], of key: String, to json: inout JSONBuilder) {
    if case .global(let id, let value)? = facts.first {
      json.member(key) { write(value, rules[id].type, to: &$0) }
      return
    }
    json.member(key) { json in
      json.object { json in
        for case .field(let owner, let readings) in facts {
          guard let reading = readings.first else { continue }
          json.member(owner) { write(reading, to: &$0) }
        }
      }
    }
  }

  private func write(_ reading: Observation.Reading, to json: inout JSONBuilder) {
    switch (reading.value, rules[reading.field].kind) {
    case (.members(let names), _): json.array(names) { $1.string($0) }
    case (.pairs(let pairs), _):
      let type = rules[reading.field].pair?.type ?? Core.ValueType(.bool)
      json.object { json in
        for pair in pairs { json.member(pair.name) { write(pair.value, type, to: &$0) } }
      }
    case (.value(let value), .value(let type)): write(value, type, to: &json)
    case (.value(let value), .queue(let entity)), (.value(let value), .set(let entity)):
      write(value, Core.ValueType(.entity(entity)), to: &json)
    }
  }

  private func writeEnd(_ id: String?, _ checksum: TraceChecksum?, to json: inout JSONBuilder) {
    if let id { json.member(Vocabulary.Reserved.id.rawValue) { $0.string(id) } }
    guard let checksum else { return }
    json.member(Vocabulary.Reserved.checksum.rawValue) {
      switch checksum {
      case .text(let text): $0.string(text)
      case .number(let text): $0.verbatim(text)
      }
    }
  }

  private func write(_ value: TraceValue, _ type: Core.ValueType, to json: inout JSONBuilder) {
    switch value {
    case .none: json.verbatim("null")
    case .bool(let value): json.verbatim(value ? "true" : "false")
    case .number(let number): json.number(number)
    case .name(let name): json.string(name)
    case .symbol(let index):
      guard case .enumeration(let id) = type.scalar else {
        preconditionFailure("a symbol where the rulebook has no enumeration")
      }
      json.string(rules[id].cases[index])
    }
  }
}
