import Basics
import Rulebook
import Semantics

extension UnreadClaims {
  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&lines)
    try coder.code(&claims)
    try coder.code(&told)
  }
}

extension UnreadLine: Checkpointed {
  static var blank: Self { Self(line: 0, record: 0, members: [:]) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line)
    try coder.code(&record)
    try coder.code(&members)
  }
}

extension UnreadClaims.Claim: Checkpointed {
  static var blank: Self { Self(concerned: [], places: [], since: 0) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&lines)
    try coder.code(&concerned)
    try coder.code(&places)
    try coder.code(&since)
    try coder.code(&findings)
    try coder.require(findings.allSatisfy { coder.bounds.isFinding($0) })
  }
}
