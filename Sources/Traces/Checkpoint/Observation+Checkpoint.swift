import Basics
import Rulebook

extension Observation: Checkpointed {
  package static var blank: Self { Self(place: .blank, facts: []) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&place, &instant)
    try coder.nanoseconds(&nanoseconds)
    try coder.code(&facts, &id, &checksum, &source)
    try coder.require(instant.map { (0...Timestamp.latest).contains($0) } ?? true)
  }
}

extension Observation.Fact: Checkpointed {
  package static var blank: Self { .field(of: "", []) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.blank, .global(.blank, .none)])
    switch self {
    case .field(let name, let readings):
      let (name, readings) = (try coder.tag(0, name), try coder.coded(readings))
      try coder.require(!readings.isEmpty)
      self = .field(of: name, readings)
    case .global(let global, let value):
      let (global, value) = (try coder.tag(1, global), try coder.coded(value))
      try coder.require(coder.bounds.fits(value, coder.rules[global].type))
      self = .global(global, value)
    }
  }
}

extension Observation.Reading: Checkpointed {
  package static var blank: Self { Self(.blank, .blank) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&field, &value)
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
    case .value(let value): self = .value(try coder.tag(0, value))
    case .members(let names): self = .members(try coder.tag(1, names))
    case .pairs(let pairs): self = .pairs(try coder.tag(2, pairs))
    }
  }
}

extension ObservedValue.Pair: Checkpointed {
  package static var blank: Self { Self("", .none) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&name, &value)
  }
}
