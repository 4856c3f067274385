import Basics
import Rulebook

extension TraceOrder {
  /// Codes the lines that wait, the remembered ids of earlier ones, and the counts. Reading
  /// continues from the state of another with the same options.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try held.code(with: &coder)
    try coder.code(&latest, &previous, &isFine)
    try repetitions.code(with: &coder)
    try coder.code(&tally.late, &tally.mostLate, &tally.slightlyLate, &tally.doubled)
    try coder.code(&tally.firstDoubled, &tally.conflicting, &tally.firstConflicting)
    try coder.code(&tally.corrected)
  }
}

extension Repetitions {
  fileprivate mutating func code(with coder: inout CheckpointCoder) throws {
    var (key, remembered) = (key, remembered)
    var (instant, present) = (instant, present)
    try coder.code(&key)
    try coder.list(&remembered, blank: (Name(source: nil, id: ""), 0)) {
      try $0.code(&$1.name.source, &$1.name.id, &$1.content)
    }
    try coder.code(&instant, &present)
    guard coder.isReading else { return }
    guard let known = Repetitions(key: key, remembered, instant: instant, present) else {
      throw CheckpointDamage()
    }
    self = known
  }
}
