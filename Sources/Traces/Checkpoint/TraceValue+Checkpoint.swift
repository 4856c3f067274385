import Basics
import Rulebook

extension TracePlace: Checkpointed {
  package static var blank: Self { Self(line: 0, offset: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line, &offset, &record, &recordInLine)
  }
}

extension TraceValue: Checkpointed {
  package static var blank: Self { .none }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(
      &self, cases: [.none, .bool(false), .bool(true), .number(0), .symbol(0), .name("")])
    switch self {
    case .none: coder.tag(0)
    case .bool(let truth): coder.tag(truth ? 2 : 1)
    case .number(let number): self = .number(try coder.tag(3, number))
    case .symbol(let index): self = .symbol(try coder.tag(4, index))
    case .name(let name): self = .name(try coder.tag(5, name))
    }
  }
}

extension CheckpointBounds {
  /// Returns true if a value is of a type; nil: the line does not tell it.
  func fits(_ value: TraceValue?, _ type: Core.ValueType) -> Bool {
    guard let value else { return true }
    return switch (value, type.scalar) {
    case (.none, _): type.isOptional
    case (.symbol(let index), .enumeration(let id)): index < rules[id].cases.count
    case (.bool, .bool), (.number, .int), (.number, .time), (.number, .duration),
      (.number, .unit), (.number, .range), (.name, .entity):
      true
    default: false
    }
  }

  /// Returns true if there is a value of each type.
  func fit(_ values: [TraceValue?], _ types: [Core.ValueType]) -> Bool {
    values.count == types.count && zip(values, types).allSatisfy { fits($0, $1) }
  }
}
