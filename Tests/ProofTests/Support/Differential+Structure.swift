import Basics
import Rulebook
import Semantics
import Solver
import Verification

extension Value {
  /// The value in a finite structure, where entities are elements of the same number.
  var inModel: ModelValue? {
    switch self {
    case .none, .unknown: nil
    case .bool(let value): .bool(value)
    case .number(let number): .number(Rational(number))
    case .symbol(let index): .enumCase(Int(index))
    case .entity(let index): .element(Int(index))
    }
  }
}

extension Differential {
  /// More elements than entities: what does not exist yet.
  static let spares = 2

  /// Makes the structure that the state is, as the encoding writes it, with junk wherever the
  /// encoding leaves anything open: values of none, tickets of those who are in no queue, and
  /// everything about entities that do not exist.
  func fill(_ state: State, _ clocks: Clocks, isStart: Bool = false) {
    self.state = state
    self.clocks = clocks
    var sizes: [Sort: Int] = [:]
    for (index, sort) in rules.entities.enumerated() {
      let count = state.count(of: Core.ID(index))
      sizes[encoding.sorts[index]] = sort.isIntroduced ? count + Self.spares : max(1, count)
    }
    structure.reset(sizes: sizes)
    opened = [:]
    for index in rules.entities.indices {
      guard let existence = encoding.existence[index] else { continue }
      for element in 0..<state.count(of: Core.ID(index)) {
        structure.set(existence, at: [element], to: .bool(true))
      }
    }
    self.isStart = isStart
    nextTicket = isStart ? 0 : 1
    for index in rules.fields.indices {
      for owner in 0..<size(of: rules.fields[index].owner) { fill(Core.ID(index), owner) }
    }
    structure.set(encoding.nextTicket, at: [], to: .number(Rational(nextTicket)))
    structure.set(encoding.now, at: [], to: .number(Rational(state.now)))
    for index in rules.globals.indices { fill(Core.ID<Core.Global>(index)) }
    for property in encoding.clocks.keys.sorted() { fillClock(property) }
  }

  func size(of sort: Core.ID<Core.Entity>) -> Int {
    structure.size(of: encoding.sorts[sort.index]) ?? 0
  }

  private func fill(_ field: Core.ID<Core.Field>, _ owner: Int) {
    let exists = owner < state.count(of: rules[field].owner)
    switch rules[field].kind {
    case .value(let type):
      let value: Value
      if exists {
        value = state[field, of: owner]
      } else {
        value = generator.value(of: type, in: state)
        opened[.field(field, of: Int32(owner))] = value
      }
      write(exists ? value : junk(value, type), encoding.fields[field.index], type, owner)
    case .queue(let element), .set(let element):
      let members =
        exists
        ? state.members(of: field, owner: owner)
        : isStart ? [] : generator.members(element, in: state)
      write(members, encoding.fields[field.index], owner, element)
    }
  }

  private func write(
    _ value: Value, _ code: Encoding.FieldCode, _ type: Core.ValueType, _ owner: Int
  ) {
    switch code {
    case .function(let function):
      if let value = value.inModel { structure.set(function, at: [owner], to: value) }
    case .optional(let has, let function):
      structure.set(has, at: [owner], to: .bool(value != .none))
      structure.set(function, at: [owner], to: value.inModel ?? junk(type))
    case .relation(let has, let pairs, _):
      if let has { structure.set(has, at: [owner], to: .bool(value != .none)) }
      if case .entity(let target) = value {
        structure.set(pairs, at: [owner, Int(target)], to: .bool(true))
      }
    case .set, .queue: break
    }
  }

  /// A value of an entity that does not exist. Premises of what is read through references say
  /// that a reference leads somewhere, also if its owner does not exist; where the sort of the
  /// target is empty, that is to an entity that does not exist either.
  private func junk(_ value: Value, _ type: Core.ValueType) -> Value {
    guard value == .none, !type.isOptional, case .entity(let sort) = type.scalar else {
      return value
    }
    return .entity(Int32(generator.random.below(size(of: sort))))
  }

  /// Any value of the type that is not none.
  private func junk(_ type: Core.ValueType) -> ModelValue {
    generator.value(of: Core.ValueType(type.scalar), in: state).inModel ?? .element(0)
  }

  private func write(
    _ list: [Int32], _ code: Encoding.FieldCode, _ owner: Int, _ element: Core.ID<Core.Entity>
  ) {
    switch code {
    case .set(let members, _):
      for member in list { structure.set(members, at: [owner, Int(member)], to: .bool(true)) }
    case .queue(let members, let tickets, _):
      for other in 0..<size(of: element) {
        let ticket = Int64(generator.random.below(9)) - 4
        structure.set(tickets, at: [owner, other], to: .number(Rational(ticket)))
      }
      var ticket = Int64(generator.random.below(3)) - 2
      for member in list {
        structure.set(members, at: [owner, Int(member)], to: .bool(true))
        structure.set(tickets, at: [owner, Int(member)], to: .number(Rational(ticket)))
        ticket += 1 + Int64(generator.random.below(2))
      }
      nextTicket = max(nextTicket, ticket)
    default: break
    }
  }

  private func fill(_ global: Core.ID<Core.Global>) {
    let value = state[global]
    let type = rules[global].type
    switch encoding.globals[global.index] {
    case .constant(let function): structure.set(function, at: [], to: value.inModel ?? junk(type))
    case .optional(let has, let function):
      structure.set(has, at: [], to: .bool(value != .none))
      structure.set(function, at: [], to: value.inModel ?? junk(type))
    }
  }

  private func fillClock(_ property: Int) {
    guard let clock = encoding.clocks[property],
      case .lasts(let lasting) = rules.properties[property].body
    else { return }
    let lists = lasting.binders.map { binder -> [Value] in
      guard case .entity(let sort) = binder.variable.type.scalar else { return [] }
      return (0..<size(of: sort)).map { .entity(Int32($0)) }
    }
    for tuple in Tuples(lists: lists) {
      let since = evaluator.since(property: property, tuple, in: clocks)
      let junk = isStart ? 0 : state.now - Int64(generator.random.below(5)) * 700
      structure.set(
        clock, at: tuple.map(\.index), to: .number(Rational(since ?? junk)))
    }
  }

  /// Makes each count of a state the number of those whom it counts.
  func fillCounts(_ terms: LoweringProbe.StateTerms) throws {
    for (function, keys, one, counted) in terms.counts {
      let lists = (keys + [one]).map { values(of: probe.bank.sort(of: $0)) }
      var numbers: [[Int]: Int64] = [:]
      for point in Tuples(lists: lists.map { $0.indices.map { .entity(Int32($0)) } }) {
        for ((variable, list), index) in zip(zip(keys + [one], lists), point) {
          structure.bind(variable, to: list[index.index])
        }
        let holds = try evaluating { try $0.holds(counted) }
        numbers[point.dropLast().map(\.index), default: 0] += holds ? 1 : 0
      }
      for (point, number) in numbers {
        structure.set(function, at: point, to: .number(Rational(number)))
      }
    }
  }

  private func values(of sort: Sort) -> [ModelValue] {
    (0..<(structure.size(of: sort) ?? 0)).map { index in
      switch sort {
      case .bool: .bool(index == 1)
      case .enumeration: .enumCase(index)
      case .int, .real, .uninterpreted: .element(index)
      }
    }
  }

  /// Gives the constants of an event their values.
  func bind(_ terms: LoweringProbe.EventTerms, _ values: [Value], _ types: [Core.ValueType]) {
    for ((argument, value), type) in zip(zip(terms.arguments, values), types) {
      if let has = argument.has { structure.set(has, to: .bool(value != .none)) }
      structure.set(argument.value, to: value.inModel ?? junk(type))
    }
  }

  /// Finds the entities that are read through references; nil if there is none for one of them.
  func lift(_ terms: LoweringProbe.EventTerms) throws -> Bool {
    for (constant, premise) in terms.lifted {
      let size = structure.size(of: probe.bank.sort(of: constant)) ?? 0
      let start = generator.random.below(max(1, size))
      var isFound = false
      for offset in 0..<size where !isFound {
        structure.set(constant, to: .element((start + offset) % size))
        isFound = try evaluating { try $0.holds(premise) }
      }
      if !isFound { return false }
    }
    return true
  }
}

extension Value {
  /// The position of an entity.
  var index: Int { if case .entity(let index) = self { Int(index) } else { 0 } }
}
