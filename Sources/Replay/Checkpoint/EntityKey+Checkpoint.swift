import Basics
import Rulebook
import Semantics

extension EntityKey: Checkpointed {
  static var blank: Self { Self(sort: .blank, number: 0) }

  /// Codes the key of an entity that need not exist.
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&sort, &number)
  }
}

extension ViolationKey: Checkpointed {
  static var blank: Self { Self(property: 0, binding: []) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&property, &binding)
    try coder.require(property < coder.rules.properties.count)
  }
}

extension Occurrence: Checkpointed {
  static var blank: Self { Self(event: .blank, arguments: []) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&event, &arguments)
    try coder.require(
      coder.bounds.fit(arguments, coder.rules[event].parameters.map(\.type)))
  }
}
