import Basics
import Rulebook

extension Value: Checkpointed {
  package static var blank: Self { .none }
  private static let cases: [Self] = [
    .none, .unknown, .bool(false), .bool(true), .number(0), .symbol(0), .entity(0),
  ]

  /// Codes a value of any type, about any entity, which need not exist. There are very many values:
  /// this calls no generic code.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    if coder.isReading {
      var tag = UInt8(0)
      try tag.code(with: &coder)
      try coder.require(tag < Self.cases.count)
      self = Self.cases[Int(tag)]
    }
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
  /// Codes a list without generic code.
  mutating func code(_ values: inout [Value]) throws {
    let count = try length(values.count)
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
    case .global(let global): self = .global(try coder.tag(0, global))
    case .field(let field, let owner):
      self = .field(try coder.tag(1, field), of: try coder.coded(owner))
    }
  }
}

extension Core.Location: Checkpointed {
  package static var blank: Self { .global(.blank) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.global(.blank), .field(.blank)])
    switch self {
    case .global(let global): self = .global(try coder.tag(0, global))
    case .field(let field): self = .field(try coder.tag(1, field))
    }
  }
}

extension Deadline.Cause: Checkpointed {
  package static var blank: Self { .prompt(property: 0, binding: []) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.blank, .event(.blank, arguments: [])])
    switch self {
    case .prompt(let property, let binding):
      let property = try coder.tag(0, property)
      try coder.require(property < coder.rules.properties.count)
      self = .prompt(property: property, binding: try coder.coded(binding))
    case .event(let event, let arguments):
      self = .event(try coder.tag(1, event), arguments: try coder.coded(arguments))
    }
  }
}
