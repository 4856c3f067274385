import Basics
import Findings

extension Finding.Kind: Checkpointed {}

extension Finding: Checkpointed {
  package static var blank: Self {
    Self(
      line: 0, offset: 0, at: 0, kind: .unknown, rule: "", requirements: [], statement: "",
      entity: "", expected: "", observed: "")
  }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line)
    try coder.code(&record)
    try coder.code(&offset)
    try coder.instant(&at)
    try coder.code(&kind)
    try coder.code(&rule)
    try coder.code(&requirements)
    try coder.code(&statement)
    try coder.code(&entity)
    try coder.code(&entities)
    try coder.code(&expected)
    try coder.code(&observed)
    try coder.code(&`guard`)
    try coder.code(&ruleLine)
    try coder.code(&repair)
    try coder.code(&because)
    try coder.code(&becauseRecords)
    try coder.code(&alongside)
    try coder.code(&downstream)
    try coder.code(&folded)
    try coder.code(&undecidedBy)
    try coder.require(becauseRecords.map { $0.count == because.count } ?? true)
  }
}

extension Finding.Entity: Checkpointed {
  package static var blank: Self { Self(sort: "", name: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&sort)
    try coder.code(&name)
  }
}

extension Finding.Guard: Checkpointed {
  package static var blank: Self { Self("") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&text)
    try coder.code(&line)
    try coder.code(&column)
    try coder.code(&values)
  }
}

extension Finding.Reading: Checkpointed {
  package static var blank: Self { Self(path: "", value: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&path)
    try coder.code(&value)
  }
}

extension Finding.Alongside: Checkpointed {
  package static var blank: Self { Self(kind: .unknown, rule: "", entity: "", at: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&kind)
    try coder.code(&rule)
    try coder.code(&entity)
    try coder.instant(&at)
  }
}

extension Finding.Folded: Checkpointed {
  package static var blank: Self { Self(line: 0, rule: "", why: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line)
    try coder.code(&record)
    try coder.code(&rule)
    try coder.code(&why)
  }
}
