import Basics
import Findings

extension TraceResult {
  /// Codes the result so far, without the findings and the parts that are made at the end.
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&events, &lines, &rejected, &notes)
    try coder.code(&tolerated, &inferred, &undecided)
  }
}

extension TraceResult.Rejection: Checkpointed {
  package static var blank: Self { Self(line: 0, offset: 0, id: "", message: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line, &record, &offset, &byte, &id)
    try coder.code(&message)
  }
}

extension TraceResult.Tolerated: Checkpointed {
  package static var blank: Self { Self(times: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&times, &most)
  }
}

extension TraceResult.Undecided: Checkpointed {
  package static var blank: Self { Self() }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&times, &lastLine)
  }
}

extension TraceResult.Exercise: Checkpointed {
  package static var blank: Self { Self(times: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&times, &leastMargin)
  }
}
