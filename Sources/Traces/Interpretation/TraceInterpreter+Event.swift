import Basics
import Rulebook

extension TraceInterpreter {
  /// The parts of an event that have been read so far.
  private struct Draft {
    var instant: PreciseInstant?
    var outcome = TraceEvent.Outcome.ok
    var arguments: [TraceValue?]
    var results: [TraceValue?]
    /// The offset of the first result, if there is one.
    var resultOffset: Int?
    var notified: [TraceNotification]?
    var id: String?
    var checksum: TraceChecksum?
  }

  func event(
    _ name: JSONValue, _ members: [JSONValue.Member], in line: JSONValue, at place: TracePlace
  ) throws(InterpretationError) -> TraceEvent {
    let event = try eventID(name)
    let rule = rules[event]
    let keys = vocabulary.eventKeys[event.index]
    var draft = Draft(
      arguments: Array(repeating: nil, count: rule.parameters.count),
      results: Array(repeating: nil, count: rule.results.count))
    for member in members {
      guard let key = keys[member.key] else {
        throw unknownKey(member, of: "the event `\(rule.name)`", among: keys.keys)
      }
      switch key {
      case .reserved(let key): try read(key, member.value, of: rule, into: &draft)
      case .argument(let index):
        let type = rule.parameters[index].type
        draft.arguments[index] = try value(member.value, type, of: member.key)
      case .result(let index):
        draft.resultOffset = draft.resultOffset ?? member.keySpan.lower
        let type = rule.results[index].variable.type
        draft.results[index] = try value(member.value, type, of: member.key)
      }
    }
    return try finish(draft, event, line: line.span.lower, at: place)
  }

  private func read(
    _ key: Vocabulary.Reserved, _ json: JSONValue, of rule: Core.Event, into draft: inout Draft
  ) throws(InterpretationError) {
    switch key {
    case .at: draft.instant = try instant(json, of: key.rawValue)
    case .outcome: draft.outcome = try outcome(json, of: rule)
    case .notified: draft.notified = try notifications(json)
    case .id: draft.id = try text(json, of: key.rawValue)
    case .checksum: draft.checksum = try checksum(json)
    case .event, .observe, .sequence, .previous: break
    }
  }

  private func eventID(_ json: JSONValue) throws(InterpretationError) -> Core.ID<Core.Event> {
    let name = try text(json, of: Vocabulary.Reserved.event.rawValue)
    if let event = vocabulary.events[name] { return event }
    let hint = meant(name, among: rules.events.map(\.name))
    throw InterpretationError(
      .unknownEvent, at: json.span.lower,
      "the rulebook has no event `\(name.shortenedForDisplay())`\(hint)")
  }

  private func outcome(
    _ json: JSONValue, of rule: Core.Event
  ) throws(InterpretationError) -> TraceEvent.Outcome {
    let name = try text(json, of: Vocabulary.Reserved.outcome.rawValue)
    guard let outcome = TraceEvent.Outcome(rawValue: name) else {
      let hint = meant(name, among: TraceEvent.Outcome.allCases.map(\.rawValue))
      throw InterpretationError(
        .unknownOutcome, at: json.span.lower,
        "the outcome is `ok` or `refused`, not `\(name.shortenedForDisplay())`\(hint)")
    }
    if outcome == .refused, !rule.isRefusable {
      throw InterpretationError(
        .notRefusable, at: json.span.lower,
        "`\(rule.name)` is \(rule.sourceDescription): it cannot be refused")
    }
    return outcome
  }

  /// Checks the conditions that need the whole line.
  private func finish(
    _ draft: Draft, _ event: Core.ID<Core.Event>, line: Int, at place: TracePlace
  ) throws(InterpretationError) -> TraceEvent {
    let rule = rules[event]
    if draft.outcome == .refused, let offset = draft.resultOffset {
      throw InterpretationError(
        .resultInRefusal, at: offset, "a refused `\(rule.name)` has no results")
    }
    guard let instant = draft.instant else {
      throw InterpretationError(.missingTime, at: line, "the event has no time (`at`)")
    }
    var arguments: [TraceValue] = []
    for (parameter, argument) in zip(rule.parameters, draft.arguments) {
      guard let argument else {
        throw missing(.missingArgument, parameter, of: rule, at: line)
      }
      arguments.append(argument)
    }
    if draft.outcome == .ok {
      for (result, value) in zip(rule.results, draft.results) where result.isNew && value == nil {
        throw missing(.missingResult, result.variable, of: rule, at: line)
      }
    }
    var read = TraceEvent(
      place: place, instant: instant.milliseconds, event: event, arguments: arguments,
      outcome: draft.outcome,
      results: draft.results, notified: draft.notified, id: draft.id, checksum: draft.checksum)
    read.nanoseconds = instant.nanoseconds
    return read
  }

  private func missing(
    _ fault: Fault, _ variable: Core.Variable, of rule: Core.Event, at offset: Int
  ) -> InterpretationError {
    InterpretationError(
      fault, at: offset,
      "`\(rule.name)` lacks `\(variable.name)`, \(description(of: variable.type))")
  }
}

extension Core.Event {
  /// True if the outcome `refused` is possible.
  var isRefusable: Bool {
    if case .input = source { true } else { false }
  }

  fileprivate var sourceDescription: String {
    switch source {
    case .input(let actor): "an input from \(actor)"
    case .world: "a fact"
    case .system: "a decision of the server"
    case .clock: "an obligation of the server"
    }
  }
}
