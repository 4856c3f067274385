import Rulebook

extension Machine: Stepper {
  /// The first deadline, as far as conditions do not change while only time passes.
  package func earliestDeadline() throws(EvaluationError) -> Deadline? {
    if slowClocks == nil { return try nextDeadline() }
    escapes += 1
    return try evaluator.earliestDeadline(state, clocks)
  }

  package func isFree(to instant: Int64) -> Bool {
    slowClocks == nil && !table.deadlines.hasOverdue && table.deadlines.earliest ?? .max >= instant
  }

  package func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage] {
    if let sent = ownRefusal(of: event, arguments) { return sent }
    return try evaluator.refusal(of: event, arguments, in: state)
  }

  /// Does the same as ``step(_:_:results:at:isRefused:)`` for values as words: arguments, then
  /// results.
  package func step(_ event: Int, words: [Int64], at instant: Int64) -> StepOutcome {
    var machine = self
    if let obstacle = machine.pass(to: instant) { return obstacle }
    let id = Core.ID<Core.Event>(event)
    let legality = legality(of: id, words: words)
    guard case .legal = legality else { return .illegal(legality) }
    if perform(id, words: words) { return .performed }
    let count = rules.events[event].parameters.count
    do {
      _ = try slowlyPerform(
        id, decode(words.prefix(count), rules.events[event].parameters),
        decode(words.dropFirst(count), rules.events[event].results.map(\.variable)))
      return .performed
    } catch {
      return .undefined(error)
    }
  }
}
