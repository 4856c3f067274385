import Basics
import Findings
import Traces

extension LineChain {
  /// Codes the state that decides the answer, from the first line on that was not read to its end.
  /// Reading continues from another chain in the same circumstances, before anything is fed.
  ///
  /// - Parameter place: The place of the next byte.
  package mutating func code(with coder: inout CheckpointCoder, at place: TracePlace) throws {
    let (isOff, reason) = (try coder.coded(isOff), try coder.coded(answer.reason))
    if isOff { return coder.isReading ? stop(reason ?? "") : () }
    if coder.isReading { splitter.begin(at: place) }
    try coder.code(&opening)
    try coder.code(&latest)
    try coder.code(&latestLine, &hasDigests, &isAtFileStart, &answer.first, &answer.last)
    try coder.code(&answer.chains, &answer.unlistedBreaks, &answer.breaks)
  }
}

extension LineChain.Opening: Checkpointed {
  static var blank: Self { Self(line: 0, sequence: 0, previous: nil, instant: nil) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line, &sequence)
    try coder.code(&previous)
    try coder.code(&instant)
  }
}

extension Completeness.Break.Kind: Checkpointed {}

extension Completeness.Break: Checkpointed {
  package static var blank: Self { Self(.gap, line: 0, expected: "", found: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&kind, &line, &expected, &found, &missing)
    try coder.code(&after, &before)
  }
}
