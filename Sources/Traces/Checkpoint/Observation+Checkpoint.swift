import Basics
import Rulebook

extension Observation: Checkpointed {
  package static var blank: Self { Self(place: .blank, facts: []) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&place)
    try coder.code(&instant)
    try coder.nanoseconds(&nanoseconds)
    try coder.code(&facts)
    try coder.code(&id)
    try coder.code(&checksum)
    try coder.code(&source)
    try coder.require(instant.map { (0...Timestamp.latest).contains($0) } ?? true)
  }
}

extension Observation.Fact: Checkpointed {
  package static var blank: Self { .field(of: "", []) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.blank, .global(.blank, .none)])
    switch self {
    case .field(var name, var readings):
      try coder.tag(0, &name)
      try coder.code(&readings)
      try coder.require(!readings.isEmpty)
      self = .field(of: name, readings)
    case .global(var global, var value):
      try coder.tag(1, &global)
      try coder.code(&value)
      try coder.require(coder.bounds.fits(value, coder.rules[global].type))
      self = .global(global, value)
    }
  }
}

extension Observation.Reading: Checkpointed {
  package static var blank: Self { Self(.blank, .blank) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&field)
    try coder.code(&value)
    try coder.require(coder.bounds.fits(value, coder.rules[field]))
  }
}

extension CheckpointBounds {
  fileprivate func fits(_ value: ObservedValue, _ field: Core.Field) -> Bool {
    switch (value, field.pair, field.kind) {
    case (.pairs(let pairs), let pair?, _):
      pairs.allSatisfy { fits($0.value, pair.type) } && areDistinct(pairs.map(\.name))
    case (.value(let value), nil, .value(let type)): fits(value, type)
    case (.members(let names), nil, .queue), (.members(let names), nil, .set):
      areDistinct(names)
    default: false
    }
  }

  private func areDistinct(_ names: [String]) -> Bool {
    Set(names.map(ExactText.init)).count == names.count
  }
}

extension ObservedValue: Checkpointed {
  package static var blank: Self { .value(.none) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.blank, .members([]), .pairs([])])
    switch self {
    case .value(var value):
      try coder.tag(0, &value)
      self = .value(value)
    case .members(var names):
      try coder.tag(1, &names)
      self = .members(names)
    case .pairs(var pairs):
      try coder.tag(2, &pairs)
      self = .pairs(pairs)
    }
  }
}

extension ObservedValue.Pair: Checkpointed {
  package static var blank: Self { Self("", .none) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&name)
    try coder.code(&value)
  }
}
