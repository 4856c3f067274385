import Basics
import Rulebook

extension Value: Checkpointed {
  package static var blank: Self { .none }
  private static let cases: [Self] = [
    .none, .unknown, .bool(false), .bool(true), .number(0), .symbol(0), .entity(0),
  ]

  /// Codes a value of any type, about any entity, which need not exist.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: Self.cases)
    switch self {
    case .none: coder.tag(0)
    case .unknown: coder.tag(1)
    case .bool(let truth): coder.tag(truth ? 3 : 2)
    case .number(var number):
      coder.tag(4)
      try number.code(with: &coder)
      self = .number(number)
    case .symbol(var index):
      coder.tag(5)
      try index.code(with: &coder)
      self = .symbol(index)
    case .entity(var number):
      coder.tag(6)
      try number.code(with: &coder)
      self = .entity(number)
    }
  }
}

extension CheckpointCoder {
  /// Codes a list of values without generic code, which would take most of the time of a large
  /// state.
  mutating func code(_ values: inout [Value]) throws {
    var count = values.count
    try length(&count)
    if isReading { values = [] }
    for index in 0..<count {
      var value = isReading ? Value.none : values[index]
      try value.code(with: &self)
      if isReading { values.append(value) }
    }
  }
}

extension CheckpointBounds {
  /// Returns true if a value is of a type, or not known. Programs are compiled by types: another
  /// value would have them write where nothing is.
  package func fits(_ value: Value, _ type: Core.ValueType) -> Bool {
    switch (value, type.scalar) {
    case (.none, _): type.isOptional
    case (.unknown, _), (.bool, .bool), (.number, .int), (.number, .time), (.number, .duration),
      (.number, .unit), (.number, .range):
      true
    case (.symbol(let index), .enumeration(let id)):
      rules[id].cases.indices.contains(Int(index))
    case (.entity(let number), .entity(let sort)): exists(number, sort)
    default: false
    }
  }

  /// Returns true if there is a value of each type.
  package func fit(_ values: [Value], _ types: [Core.ValueType]) -> Bool {
    values.count == types.count && zip(values, types).allSatisfy { fits($0, $1) }
  }

  /// Returns true if a place exists, and is one value or a list as wanted.
  package func has(_ place: Place, asList isList: Bool) -> Bool {
    guard case .field(let field, let owner) = place else { return true }
    let isValue = if case .value = rules[field].kind { true } else { false }
    return isValue != isList && exists(owner, rules[field].owner)
  }
}

extension Place: Checkpointed {
  package static var blank: Self { .global(.blank) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.global(.blank), .field(.blank, of: 0)])
    switch self {
    case .global(var global):
      try coder.tag(0, &global)
      self = .global(global)
    case .field(var field, var owner):
      try coder.tag(1, &field)
      try coder.code(&owner)
      self = .field(field, of: owner)
    }
  }
}

extension Core.Location: Checkpointed {
  package static var blank: Self { .global(.blank) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.global(.blank), .field(.blank)])
    switch self {
    case .global(var global):
      try coder.tag(0, &global)
      self = .global(global)
    case .field(var field):
      try coder.tag(1, &field)
      self = .field(field)
    }
  }
}

extension Deadline.Cause: Checkpointed {
  package static var blank: Self { .prompt(property: 0, binding: []) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.blank, .event(.blank, arguments: [])])
    switch self {
    case .prompt(var property, var binding):
      try coder.tag(0, &property)
      try coder.code(&binding)
      try coder.require(property < coder.rules.properties.count)
      self = .prompt(property: property, binding: binding)
    case .event(var event, var arguments):
      try coder.tag(1, &event)
      try coder.code(&arguments)
      self = .event(event, arguments: arguments)
    }
  }
}
