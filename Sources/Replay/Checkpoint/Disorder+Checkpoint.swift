import Basics
import Rulebook

extension Disorder {
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&lines)
    try coder.code(&most)
    try coder.code(&lastReordered)
    try coder.code(&openNames)
    try coder.code(&setback)
  }
}

extension Disorder.Setback: Checkpointed {
  static var blank: Self { Self(record: 0, instant: 0, finding: nil) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&record)
    try coder.code(&instant)
    try coder.code(&finding)
    try coder.require(coder.bounds.isFinding(finding))
  }
}
