import Basics
import Findings
import Traces

extension LineChain {
  /// Codes the state that decides the answer, from the first line on that was not read to its end.
  /// Reading continues from another chain in the same circumstances, before anything is fed.
  ///
  /// - Parameter place: The place of the next byte.
  package mutating func code(with coder: inout CheckpointCoder, at place: TracePlace) throws {
    var (isOff, reason) = (isOff, answer.reason)
    try coder.code(&isOff)
    try coder.code(&reason)
    if isOff { return coder.isReading ? stop(reason ?? "") : () }
    if coder.isReading { splitter.begin(at: place) }
    try coder.code(&opening)
    try coder.code(&latest)
    try coder.code(&latestLine)
    try coder.code(&hasDigests)
    try coder.code(&isAtFileStart)
    try coder.code(&answer.first)
    try coder.code(&answer.last)
    try coder.code(&answer.chains)
    try coder.code(&answer.unlistedBreaks)
    try coder.code(&answer.breaks)
  }
}

extension LineChain.Opening: Checkpointed {
  static var blank: Self { Self(line: 0, sequence: 0, previous: nil, instant: nil) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line)
    try coder.code(&sequence)
    try coder.code(&previous)
    try coder.code(&instant)
  }
}

extension Completeness.Break.Kind: Checkpointed {}

extension Completeness.Break: Checkpointed {
  package static var blank: Self { Self(.gap, line: 0, expected: "", found: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&kind)
    try coder.code(&line)
    try coder.code(&expected)
    try coder.code(&found)
    try coder.code(&missing)
    try coder.code(&after)
    try coder.code(&before)
  }
}
