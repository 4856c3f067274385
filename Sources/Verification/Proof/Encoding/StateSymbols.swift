import Rulebook
import Solver

/// The symbols of the state before, to read a state out of a model.
struct StateSymbols: Sendable {
  struct Field: Sendable {
    let name: String
    let owner: Int
    let reading: Reading
    let content: Content
    /// The name and the value, if it is a value of a field of pairs.
    var pair: (name: String, value: String)?
  }

  struct Global: Sendable {
    let name: String
    let reading: Reading
    let content: Content
  }

  /// The kind of content of a place, if it is shown in a special way.
  enum Content: Sendable {
    /// An instant or a duration, which the solver counts in milliseconds as rationals.
    case instant, duration
    case sensitive
    case other

    init(_ rules: Core.Rules, _ scalar: Core.Scalar) {
      switch scalar {
      case _ where rules.isSensitive(scalar): self = .sensitive
      case .time: self = .instant
      case .duration: self = .duration
      default: self = .other
      }
    }
  }

  enum Reading: Sendable {
    case value(Function, enumeration: Int?, target: Int?)
    case optional(has: Function, value: Function, enumeration: Int?)
    case pairs(has: Function?, Function, target: Int)
    case members(Function, tickets: Function?, target: Int)
  }

  let sorts: [Sort]
  let names: [String]
  let existence: [Function?]
  let fields: [Field]
  let globals: [Global]
  let now: Function
  let cases: [[String]]

  init(_ lowering: Lowering) {
    let rules = lowering.rules
    let encoding = lowering.encoding
    func enumeration(_ scalar: Core.Scalar) -> Int? {
      if case .enumeration(let id) = scalar { id.index } else { nil }
    }
    func target(_ scalar: Core.Scalar) -> Int? {
      if case .entity(let id) = scalar { id.index } else { nil }
    }
    sorts = encoding.sorts
    names = rules.entities.map(\.name)
    existence = encoding.existence
    now = encoding.now
    cases = rules.enumerations.map(\.cases)
    fields = rules.fields.enumerated().map { index, field in
      let reading: Reading
      switch (encoding.fields[index], field.kind) {
      case (.function(let function), .value(let type)):
        reading = .value(
          function, enumeration: enumeration(type.scalar), target: target(type.scalar))
      case (.optional(let has, let value), .value(let type)):
        reading = .optional(has: has, value: value, enumeration: enumeration(type.scalar))
      case (.relation(let has, let pairs, let to), _):
        reading = .pairs(has: has, pairs, target: to.index)
      case (.set(let members, let element), _):
        reading = .members(members, tickets: nil, target: element.index)
      case (.queue(let members, let tickets, let element), _):
        reading = .members(members, tickets: tickets, target: element.index)
      case (.function(let function), _):
        reading = .value(function, enumeration: nil, target: nil)
      case (.optional(let has, let value), _):
        reading = .optional(has: has, value: value, enumeration: nil)
      }
      let content: Content =
        if case .value(let type) = field.kind {
          Content(rules, type.scalar)
        } else {
          field.pair.map { Content(rules, $0.type.scalar) } ?? .other
        }
      let pair = field.pair.map { ($0.name, String(field.name.dropFirst($0.name.count + 1))) }
      return Field(
        name: field.name, owner: field.owner.index, reading: reading, content: content,
        pair: pair)
    }
    globals = rules.globals.enumerated().map { index, global in
      let scalar = global.type.scalar
      let reading: Reading =
        switch encoding.globals[index] {
        case .constant(let function):
          .value(function, enumeration: enumeration(scalar), target: target(scalar))
        case .optional(let has, let value):
          .optional(has: has, value: value, enumeration: enumeration(scalar))
        }
      return Global(name: global.name, reading: reading, content: Content(rules, scalar))
    }
  }
}
