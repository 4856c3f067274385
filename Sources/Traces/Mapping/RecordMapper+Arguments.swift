import Basics
import Rulebook

extension RecordMapper {
  func addArguments(
    of id: Core.ID<Core.Event>, to line: inout MappedRecord, from record: Record
  ) throws(InterpretationError) {
    let event = rules[id]
    var given: Set<String> = []
    let parameters = event.parameters.map { ($0, isResult: false) }
    let results = event.results.map { ($0.variable, isResult: true) }
    for (index, (variable, isResult)) in (parameters + results).enumerated() {
      let sources = sources[id.index][index]
      guard case .value(let value, let origin) = try stated(variable.name, sources, in: record)
      else { continue }
      given.insert(variable.name)
      let fitted = value.fitted(to: variable.type, rules)
      if isResult, fitted.content == .null { continue }
      line.members.append(.init(key: variable.name, value: fitted, origin: origin))
    }
    try addMembers(of: event, to: &line, from: record, except: &given)
    // A logger leaves out members without a value.
    for variable in event.parameters
    where variable.type.isOptional && !given.contains(variable.name) {
      let none = JSONValue(.null, at: record.value.span)
      line.members.append(.init(key: variable.name, value: none, origin: nil))
    }
  }

  /// Returns the `argument` statements that may find each parameter and result, by event; those for
  /// this event come before those for all events.
  static func sources(_ mapping: Mapping, _ rules: Core.Rules) -> [[[Mapping.Field]]] {
    rules.events.map { event in
      (event.parameters + event.results.map(\.variable)).map { variable in
        let named = mapping.arguments.filter { $0.name == variable.name }
        return (named.filter { $0.event == event.name } + named.filter { $0.event == nil })
          .map(\.field)
      }
    }
  }

  /// The value that `position` and `argument` statements find.
  private func stated(
    _ name: String, _ sources: [Mapping.Field], in record: Record
  ) throws(InterpretationError) -> Found {
    for position in mapping.positions where position.name == name {
      guard let longitude = try reader.value(at: position.longitude, in: record),
        let latitude = try reader.value(at: position.latitude, in: record),
        longitude.content != .null, latitude.content != .null
      else { continue }
      let value = JSONValue(
        .array([longitude.asNumber, latitude.asNumber]), at: longitude.span)
      return .value(value, from: position.longitude)
    }
    for field in sources {
      let found = try read(field, in: record)
      guard case .value(let value, let origin) = found else { continue }
      if field.form == .native { return found }
      let instant = try instant(value, field.form, from: origin, after: 0)
      return .value(JSONValue(.integer(instant.milliseconds), at: value.span), from: origin)
    }
    return .absent
  }

  private static let mostMembers = 256

  /// Adds the members of the objects of arguments, also those that the event does not have: they
  /// are for the interpreter to reject.
  private func addMembers(
    of event: Core.Event, to line: inout MappedRecord, from record: Record,
    except given: inout Set<String>
  ) throws(InterpretationError) {
    let keys = vocabulary.eventKeys[vocabulary.events[event.name]?.index ?? 0]
    for (path, taken) in zip(mapping.objects, taken) {
      guard case .object(let members)? = try object(at: path, in: record)?.content else { continue }
      // Many records may share one such object, and each goes through all of it.
      if members.count > Self.mostMembers {
        throw InterpretationError(
          .unknownKey, at: members[Self.mostMembers].keySpan.lower,
          "`\(path)` has more than \(Self.mostMembers) members, more than any event has arguments")
      }
      for member in members where !taken.contains(member.key) && !given.contains(member.key) {
        var value = member.value
        let origin = FieldPath(climbs: path.climbs, path.steps + [.member(member.key)])
        switch keys[member.key] {
        case .argument(let index): value = value.fitted(to: event.parameters[index].type, rules)
        case .result(let index):
          value = value.fitted(to: event.results[index].variable.type, rules)
          if value.content == .null { continue }
        case .reserved(let key) where key.yields: continue
        case .reserved, nil:
          if value.content == .null || keys[member.key] == nil && mapping.ignoresOthers { continue }
          guard keys[member.key] == nil else {
            throw InterpretationError(
              .unknownKey, at: member.keySpan.lower,
              "`\(path)` has a member `\(member.key)`, which is no argument of the event "
                + "`\(event.name)`; `ignore \(origin)` passes over it")
          }
        }
        given.insert(member.key)
        line.members.append(.init(key: member.key, value: value, origin: origin))
      }
    }
  }
}

extension JSONValue {
  /// Returns the value as a trace writes one of that type, where a logger writes it otherwise:
  /// numbers and truth values as text, numbers as names. A value that does not fit stays as it is.
  func fitted(to type: Core.ValueType, _ rules: Core.Rules) -> JSONValue {
    switch (type.scalar, content) {
    case (.bool, .string("true")): return JSONValue(.bool(true), at: span)
    case (.bool, .string("false")): return JSONValue(.bool(false), at: span)
    case (.int, .string(let text)), (.unit, .string(let text)), (.range, .string(let text)),
      (.time, .string(let text)), (.duration, .string(let text)):
      guard let number = Int64(text), String(number) == text else { return self }
      return JSONValue(.integer(number), at: span)
    case (.entity, .integer), (.enumeration, .integer), (.enumeration, .bool): return asString
    default: return self
    }
  }

  /// A number that a logger writes as text.
  fileprivate var asNumber: JSONValue {
    if case .string(let text) = content { JSONValue(.number(text), at: span) } else { self }
  }
}
