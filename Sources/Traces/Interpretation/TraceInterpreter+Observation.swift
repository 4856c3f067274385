import Basics
import Rulebook

extension TraceInterpreter {
  private static let keys: [Vocabulary.Reserved] = [
    .at, .observe, .id, .checksum, .sequence, .previous,
  ]

  func observation(
    _ observed: JSONValue, _ members: [JSONValue.Member], at place: TracePlace
  ) throws(InterpretationError) -> Observation {
    var instant: PreciseInstant?
    var id: String?
    var checksum: TraceChecksum?
    var facts: [Observation.Fact] = []
    for member in members {
      switch Vocabulary.Reserved(rawValue: member.key) {
      case .at: instant = try self.instant(member.value, of: member.key)
      case .observe: facts = try self.facts(observed)
      case .id: id = try text(member.value, of: member.key)
      case .checksum: checksum = try self.checksum(member.value)
      case .sequence, .previous: break
      case .event, .outcome, .notified, nil:
        throw unknownKey(member, of: "an observation", among: Self.keys.map(\.rawValue))
      }
    }
    var read = Observation(
      place: place, instant: instant?.milliseconds, facts: facts, id: id, checksum: checksum)
    read.nanoseconds = instant?.nanoseconds ?? 0
    return read
  }

  private func facts(_ json: JSONValue) throws(InterpretationError) -> [Observation.Fact] {
    guard case .object(let members) = json.content else {
      throw wrongType(json, "an object of facts", of: Vocabulary.Reserved.observe.rawValue)
    }
    var facts: [Observation.Fact] = []
    var stated: Set<Stated> = []
    for member in members {
      let fields = vocabulary.fields[member.key] ?? []
      let global = vocabulary.globals[member.key]
      if case .object(let entries) = member.value.content, !fields.isEmpty {
        for entry in entries {
          let fact = try self.fact(entry, fields, of: member.key)
          let key = vocabulary.key(of: fact, rules)
          guard stated.insert(Stated(owner: ExactText(entry.key), key: key)).inserted else {
            throw InterpretationError(
              .repeatedFact, at: entry.keySpan.lower,
              "`\(member.key)` of this entity is stated twice in one observation")
          }
          facts.append(fact)
        }
      } else if let global {
        let type = rules[global].type
        facts.append(.global(global, try value(member.value, type, of: member.key)))
      } else if fields.isEmpty {
        throw unknownFact(member)
      } else {
        throw wrongType(member.value, "an object from entities to values", of: member.key)
      }
    }
    return vocabulary.grouped(facts, rules).flatMap(\.facts)
  }

  private struct Stated: Hashable {
    let owner: ExactText
    let key: String
  }

  private func fact(
    _ entry: JSONValue.Member, _ fields: [Core.ID<Core.Field>], of key: String
  ) throws(InterpretationError) -> Observation.Fact {
    if entry.key.isEmpty {
      throw InterpretationError(
        .emptyName, at: entry.keySpan.lower, "`\(key)` is stated of an entity without a name")
    }
    var readings: [Observation.Reading] = []
    for field in fields {
      do throws(InterpretationError) {
        readings.append(.init(field, try observedValue(entry.value, field, of: key)))
      } catch {
        if fields.count == 1 { throw error }
      }
    }
    if readings.isEmpty {
      throw InterpretationError(
        .unfitFact, at: entry.value.span.lower,
        "`\(key)` is a field of several entities, and the value fits none: "
          + fields.map { "`\(rules[$0].qualifiedName(in: rules))`" }.joined(separator: ", "))
    }
    return .field(of: entry.key, readings)
  }

  private func observedValue(
    _ json: JSONValue, _ field: Core.ID<Core.Field>, of key: String
  ) throws(InterpretationError) -> ObservedValue {
    if let pair = rules[field].pair { return .pairs(try pairs(json, pair.type, of: key)) }
    switch rules[field].kind {
    case .value(let type): return .value(try value(json, type, of: key))
    case .queue(let entity), .set(let entity):
      return .members(try names(json, Core.ValueType(.entity(entity)), of: key))
    }
  }

  /// Reads values of a field of pairs, by the names of the other entities.
  private func pairs(
    _ json: JSONValue, _ type: Core.ValueType, of key: String
  ) throws(InterpretationError) -> [ObservedValue.Pair] {
    guard case .object(let members) = json.content else {
      throw wrongType(json, "an object from entities to values", of: key)
    }
    var pairs: [ObservedValue.Pair] = []
    var seen: Set<ExactText> = []
    for member in members {
      if member.key.isEmpty {
        throw InterpretationError(
          .emptyName, at: member.keySpan.lower, "`\(key)` is stated for an entity without a name")
      }
      guard seen.insert(ExactText(member.key)).inserted else {
        throw InterpretationError(
          .repeatedFact, at: member.keySpan.lower,
          "`\(key)` of this pair is stated twice in one observation")
      }
      pairs.append(.init(member.key, try value(member.value, type, of: key)))
    }
    return pairs
  }

  /// Reads the members of a queue or set.
  private func names(
    _ json: JSONValue, _ type: Core.ValueType, of key: String
  ) throws(InterpretationError) -> [String] {
    guard case .array(let elements) = json.content else {
      throw wrongType(json, "an array, each element \(description(of: type))", of: key)
    }
    var names: [String] = []
    var seen: Set<ExactText> = []
    for element in elements {
      let name = try name(element, description(of: type), of: key)
      guard seen.insert(ExactText(name)).inserted else {
        throw InterpretationError(
          .repeatedMember, at: element.span.lower, "`\(key)` cannot hold a member twice")
      }
      names.append(name)
    }
    return names
  }

  private func unknownFact(_ member: JSONValue.Member) -> InterpretationError {
    let names = (Array(vocabulary.fields.keys) + Array(vocabulary.globals.keys)).sorted()
    return InterpretationError(
      .unknownFact, at: member.keySpan.lower,
      "the rulebook has no field and no state `\(member.key.shortenedForDisplay())`"
        + meant(member.key, among: names))
  }
}
