import Basics
import Rulebook

extension TraceEvent: Checkpointed {
  package static var blank: Self {
    Self(place: .blank, instant: 0, event: .blank, arguments: [])
  }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    var isRefused = outcome == .refused
    try coder.code(&place)
    try coder.instant(&instant)
    try coder.nanoseconds(&nanoseconds)
    try coder.code(&event, &arguments, &isRefused, &results, &notified)
    try coder.code(&id, &checksum, &source)
    outcome = isRefused ? .refused : .ok
    try coder.require(fits(coder.bounds))
  }

  private func fits(_ bounds: CheckpointBounds) -> Bool {
    let rule = bounds.rules[event]
    return bounds.fit(arguments, rule.parameters.map(\.type))
      && bounds.fit(results, rule.results.map(\.variable.type))
  }
}

extension TraceNotification: Checkpointed {
  package static var blank: Self { Self(recipient: "", message: .blank, arguments: []) }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&recipient, &message, &arguments)
    try coder.require(coder.bounds.fit(arguments, coder.rules[message].parameters.map(\.type)))
  }
}

extension TraceChecksum: Checkpointed {
  package static var blank: Self { .text("") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.text(""), .number("")])
    switch self {
    case .text(let text): self = .text(try coder.tag(0, text))
    case .number(let text): self = .number(try coder.tag(1, text))
    }
  }
}
