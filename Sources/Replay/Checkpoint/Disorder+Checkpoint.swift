import Basics
import Rulebook

extension Disorder {
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&lines, &most, &lastReordered, &openNames, &setback)
  }
}

extension Disorder.Setback: Checkpointed {
  static var blank: Self { Self(record: 0, instant: 0, finding: nil) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&record, &instant, &finding)
    try coder.require(coder.bounds.isFinding(finding))
  }
}
