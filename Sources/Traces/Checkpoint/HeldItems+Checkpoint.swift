import Basics
import Rulebook

extension HeldItems {
  mutating func code(with coder: inout CheckpointCoder) throws {
    var entries = inOrder
    try coder.list(&entries, blank: (.blank, .blank)) {
      try $0.code(&$1.item, &$1.instant)
    }
    guard coder.isReading else { return }
    self = HeldItems()
    for (instant, item) in entries { insert(item, at: instant) }
  }
}

extension PreciseInstant: Checkpointed {
  package static var blank: Self { Self(milliseconds: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.instant(&milliseconds)
    try coder.nanoseconds(&nanoseconds)
  }
}

extension CheckpointCoder {
  /// Codes the nanoseconds of an instant beyond its millisecond.
  mutating func nanoseconds(_ value: inout Int32) throws {
    try code(&value)
    try require((0..<1_000_000).contains(value))
  }
}

extension TraceReader.Item: Checkpointed {
  package static var blank: Self { .torn(.blank) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(
      &self,
      cases: [.line(.event(.blank)), .line(.observation(.blank)), .rejected(.blank), .blank])
    switch self {
    case .line(.event(let event)): self = .line(.event(try coder.tag(0, event)))
    case .line(.observation(let observation)):
      self = .line(.observation(try coder.tag(1, observation)))
    case .rejected(let rejection): self = .rejected(try coder.tag(2, rejection))
    case .torn(let place): self = .torn(try coder.tag(3, place))
    }
  }
}

extension Rejection: Checkpointed {
  package static var blank: Self { Self(line: 0, offset: 0, id: "", message: "", number: 0) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&line, &record, &offset, &byte, &id)
    try coder.code(&message, &number, &members)
  }
}
