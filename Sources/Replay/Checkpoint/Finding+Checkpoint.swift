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
    try coder.code(&line, &record, &offset)
    try coder.instant(&at)
    try coder.code(&kind, &rule, &requirements, &statement, &entity)
    try coder.code(&entities, &expected, &observed, &`guard`, &ruleLine)
    try coder.code(&repair, &because, &becauseRecords, &alongside, &downstream)
    try coder.code(&folded, &undecidedBy, &undecidedByRecord)
    try coder.require(becauseRecords.map { $0.count == because.count } ?? true)
  }
}

extension Finding.Entity: Checkpointed {
  package static var blank: Self { Self(sort: "", name: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&sort, &name)
  }
}

extension Finding.Guard: Checkpointed {
  package static var blank: Self { Self("") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&text, &line, &column, &values)
  }
}

extension Finding.Reading: Checkpointed {
  package static var blank: Self { Self(path: "", value: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&path, &value)
  }
}

extension Finding.Alongside: Checkpointed {
  package static var blank: Self { Self(kind: .unknown, rule: "", entity: "", at: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&kind, &rule, &entity)
    try coder.instant(&at)
  }
}

extension Finding.Folded: Checkpointed {
  package static var blank: Self { Self(line: 0, rule: "", why: "") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line, &record, &rule, &why)
  }
}
