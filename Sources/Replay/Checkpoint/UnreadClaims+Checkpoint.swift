import Basics
import Rulebook
import Semantics

extension UnreadClaims {
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&lines, &claims, &told)
  }
}

extension UnreadLine: Checkpointed {
  static var blank: Self { Self(line: 0, record: 0, members: [:]) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line, &recordInLine, &record, &members)
  }
}

extension UnreadClaims.Claim: Checkpointed {
  static var blank: Self { Self(concerned: [], places: [], since: 0) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&lines, &concerned, &places, &since, &findings)
    try coder.require(findings.allSatisfy { coder.bounds.isFinding($0) })
  }
}
