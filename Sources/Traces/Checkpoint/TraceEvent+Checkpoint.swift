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
    try coder.code(&event)
    try coder.code(&arguments)
    try coder.code(&isRefused)
    try coder.code(&results)
    try coder.code(&notified)
    try coder.code(&id)
    try coder.code(&checksum)
    try coder.code(&source)
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
    try coder.code(&recipient)
    try coder.code(&message)
    try coder.code(&arguments)
    try coder.require(coder.bounds.fit(arguments, coder.rules[message].parameters.map(\.type)))
  }
}

extension TraceChecksum: Checkpointed {
  package static var blank: Self { .text("") }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.begin(&self, cases: [.text(""), .number("")])
    switch self {
    case .text(var text):
      try coder.tag(0, &text)
      self = .text(text)
    case .number(var text):
      try coder.tag(1, &text)
      self = .number(text)
    }
  }
}
