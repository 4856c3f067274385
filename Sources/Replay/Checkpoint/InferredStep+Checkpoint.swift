import Basics
import Rulebook
import Semantics

extension InferredStep: Checkpointed {
  static var blank: Self {
    Self(
      occurrence: .blank, results: [], notifications: [], isDated: false, open: [], lastLine: 0,
      lastInstant: 0, lastNearLine: 0)
  }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&occurrence, &results, &notifications, &isDated)
    try coder.list(&open, blank: (.blank, 0)) {
      try $0.code(&$1.place, &$1.result)
    }
    try coder.integer(&lastLine)
    try coder.code(&lastInstant)
    try coder.integer(&lastNearLine)
    try coder.require(fits(coder.bounds))
  }

  private func fits(_ bounds: CheckpointBounds) -> Bool {
    let types = bounds.rules[occurrence.event].results.map(\.variable.type)
    return bounds.fit(results, types)
      && open.allSatisfy { bounds.has($0.place, asList: false) && $0.result < types.count }
  }
}

extension SentMessage: Checkpointed {
  package static var blank: Self {
    Self(recipient: .unknown, sort: .blank, message: .blank, arguments: [])
  }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&recipient, &sort, &message, &arguments)
    try coder.require(fits(coder.bounds))
  }

  private func fits(_ bounds: CheckpointBounds) -> Bool {
    let types = bounds.rules[message].parameters.map(\.type)
    return arguments.count == types.count
      && zip(arguments, types).allSatisfy { value, type in
        value.map { bounds.fits($0, type) } ?? true
      }
  }
}
