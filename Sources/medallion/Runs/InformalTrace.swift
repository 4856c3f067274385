import FoundationEssentials
import Rulebook
import Semantics
import Verification

/// A run in Apalache's Informal Trace Format: every state in full.
///
/// Numbers are `#bigint`, instants and durations milliseconds; a field is a `#map` from its owners;
/// optional values are variants. The step to a state is told as in Quint: `mbt::actionTaken` is the
/// event, `mbt::nondetPicks` its arguments.
struct InformalTrace: Encodable {
  private let description: String
  private let rulebook: String
  private let variables: [String]
  private let states: [[String: InformalValue]]

  init(_ recording: Recording, _ rules: Core.Rules, about property: String) {
    description = property
    rulebook = rules.name
    let telling = InformalState(rules, recording)
    var states = [telling.members(of: recording.start, after: nil)]
    for moment in recording.moments {
      if case .event(let step) = moment {
        states.append(telling.members(of: step.after, after: step))
      } else {
        states.append(telling.members(of: moment.after, after: nil))
      }
    }
    self.states = states
    variables = states[0].keys.sorted()
  }

  private enum Key: String, CodingKey {
    case meta = "#meta"
    case vars, states
  }

  private struct About: Encodable {
    let format = "ITF"
    let formatDescription = "https://apalache-mc.org/docs/adr/015adr-trace.html"
    let description: String
    let source: String

    enum CodingKeys: String, CodingKey {
      case format, description, source
      case formatDescription = "format-description"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(About(description: description, source: rulebook), forKey: .meta)
    try container.encode(variables, forKey: .vars)
    let numbered = states.enumerated().map { index, state in
      state.merging(["#meta": .record(["index": .index(index)])]) { $1 }
    }
    try container.encode(numbered, forKey: .states)
  }
}

/// A value as the format writes it.
indirect enum InformalValue: Encodable, Sendable {
  case bool(Bool)
  case text(String)
  case number(Int64)
  /// A plain number of the format's own.
  case index(Int)
  case list([InformalValue])
  case set([InformalValue])
  case map([(key: InformalValue, value: InformalValue)])
  case record([String: InformalValue])

  /// An optional value as a variant; the unit is an empty tuple.
  static func optional(_ value: InformalValue?) -> InformalValue {
    guard let value else {
      return .record(["tag": .text("None"), "value": .record(["#tup": .list([])])])
    }
    return .record(["tag": .text("Some"), "value": value])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(["#bigint": "\(number)"])
    case .index(let index): try container.encode(index)
    case .list(let values): try container.encode(values)
    case .set(let values): try container.encode(["#set": values])
    case .map(let pairs):
      try container.encode(["#map": pairs.map { InformalValue.list([$0.key, $0.value]) }])
    case .record(let members): try container.encode(members)
    }
  }
}

/// A state as members of the format.
private struct InformalState {
  let rules: Core.Rules
  let names: EntityNames
  /// The names of all arguments in the run: the states of a trace have members of the same names.
  let picked: Set<String>

  init(_ rules: Core.Rules, _ recording: Recording) {
    self.rules = rules
    names = EntityNames(rules)
    var picked: Set<String> = []
    for case .event(let step) in recording.moments {
      picked.formUnion(rules[step.event].variables.map(\.name))
    }
    self.picked = picked
  }

  func members(of state: State, after step: Step?) -> [String: InformalValue] {
    var members: [String: InformalValue] = [
      "now": .number(state.now),
      "mbt::actionTaken": .text(step.map { rules[$0.event].name } ?? ""),
      "mbt::nondetPicks": .record(arguments(step)),
    ]
    for index in rules.entities.indices {
      let sort = Core.ID<Core.Entity>(index)
      members[rules[sort].name] = .set(
        (0..<state.count(of: sort)).map { .text(names.plainName(sort, Int32($0))) })
    }
    for (index, global) in rules.globals.enumerated() {
      members[global.name] = value(state[Core.ID(index)], global.type)
    }
    for index in rules.fields.indices {
      let field = rules.fields[index]
      let owners = 0..<state.count(of: field.owner)
      members["\(rules[field.owner].name).\(field.name)"] = .map(
        owners.map { owner in
          (
            key: .text(names.plainName(field.owner, Int32(owner))),
            value: content(Core.ID(index), of: owner, in: state)
          )
        })
    }
    return members
  }

  private func content(
    _ id: Core.ID<Core.Field>, of owner: Int, in state: State
  ) -> InformalValue {
    switch rules[id].kind {
    case .value(let type): return value(state[id, of: owner], type)
    case .queue(let sort):
      return .list(
        state.members(of: id, owner: owner).map { .text(names.plainName(sort, $0)) })
    case .set(let sort):
      return .set(state.members(of: id, owner: owner).map { .text(names.plainName(sort, $0)) })
    }
  }

  private func arguments(_ step: Step?) -> [String: InformalValue] {
    var members = Dictionary(uniqueKeysWithValues: picked.map { ($0, InformalValue.optional(nil)) })
    guard let step else { return members }
    for (variable, value) in zip(rules[step.event].variables, step.arguments + step.results) {
      members[variable.name] = .optional(plain(value, variable.type.scalar))
    }
    return members
  }

  private func value(_ value: Value, _ type: Core.ValueType) -> InformalValue {
    let plain = plain(value, type.scalar)
    return type.isOptional ? .optional(plain) : plain ?? .text("none")
  }

  /// Returns a value that is not optional; nil: there is none.
  private func plain(_ value: Value, _ scalar: Core.Scalar) -> InformalValue? {
    switch value {
    case .none: return nil
    case .unknown: return .text("unknown")
    case .bool(let value): return .bool(value)
    case .number(let number): return .number(number)
    case .symbol(let index):
      guard case .enumeration(let id) = scalar else { return nil }
      return .text(rules[id].cases[Int(index)])
    case .entity(let index):
      guard case .entity(let sort) = scalar else { return nil }
      return .text(names.plainName(sort, index))
    }
  }
}

extension Core.Event {
  /// Parameters, then results.
  fileprivate var variables: [Core.Variable] { parameters + results.map(\.variable) }
}
