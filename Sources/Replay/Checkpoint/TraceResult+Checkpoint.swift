import Basics
import Findings

extension TraceResult {
  /// Codes the result so far, without the parts that are made at the end.
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&events)
    try coder.code(&lines)
    try coder.code(&findings)
    try coder.code(&rejected)
    try coder.code(&notes)
    try coder.code(&tolerated)
    try coder.code(&inferred)
    try coder.code(&undecided)
  }
}

extension TraceResult.Rejection: Checkpointed {
  package static var blank: Self { Self(line: 0, offset: 0, id: "", message: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line)
    try coder.code(&record)
    try coder.code(&offset)
    try coder.code(&byte)
    try coder.code(&id)
    try coder.code(&message)
  }
}

extension TraceResult.Tolerated: Checkpointed {
  package static var blank: Self { Self(times: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&times)
    try coder.code(&most)
  }
}

extension TraceResult.Undecided: Checkpointed {
  package static var blank: Self { Self() }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&times)
    try coder.code(&lastLine)
  }
}

extension TraceResult.Exercise: Checkpointed {
  package static var blank: Self { Self(times: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&times)
    try coder.code(&leastMargin)
  }
}
