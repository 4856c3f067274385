import Rulebook

/// The outcome of one event of a trace.
package enum StepOutcome: Hashable, Sendable {
  /// The event was legal, and is performed.
  case performed
  /// The event was refused, and rightly: this guard is false. Nothing has changed.
  case refused(guard: Int)
  /// Something had to happen before that instant. Time stands at the instant at which it had to.
  case overdue(Deadline)
  /// The event was accepted and is not allowed, or was refused and is allowed. Only time has
  /// changed.
  case illegal(Legality)
  /// The event may happen, but its effects are not defined.
  case undefined(EvaluationError)
}

extension Machine {
  /// Lets time pass to an instant, if it may, and performs an event, if that may happen.
  ///
  /// A fault is reported and not repaired: a caller that replays a trace decides what to assume,
  /// and continues with ``advance(to:)`` and ``perform(_:_:results:)``.
  /// - Parameters:
  ///   - results: One for each result; the value for a new entity is ignored.
  ///   - isRefused: True if the server refused the event.
  package func step(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value], at instant: Int64,
    isRefused: Bool = false
  ) -> StepOutcome {
    if let obstacle = pass(to: instant) { return obstacle }
    switch legality(of: event, arguments) {
    case .legal where !isRefused: break
    case .forbidden(let position) where isRefused: return .refused(guard: position)
    case let other: return .illegal(other)
    }
    do {
      try perform(event, arguments, results: results)
      return .performed
    } catch {
      return .undefined(error)
    }
  }

  /// Does the same for values as words: arguments, then results.
  package func step(_ event: Int, words: [Int64], at instant: Int64) -> StepOutcome {
    if let obstacle = pass(to: instant) { return obstacle }
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

  func pass(to instant: Int64) -> StepOutcome? {
    if instant == now { return nil }
    do throws(EvaluationError) {
      guard slowClocks == nil else { return try slowlyPass(to: instant) }
      if table.deadlines.hasOverdue || table.deadlines.earliest ?? .max < instant,
        let deadline = try nextDeadline(), deadline.instant < instant
      {
        try advance(to: deadline.instant)
        return .overdue(deadline)
      }
      try advance(to: instant)
      return nil
    } catch {
      return .undefined(error)
    }
  }

  /// Lets time pass with the evaluator. Stops also where a condition changes its truth while only
  /// time passes.
  private func slowlyPass(to instant: Int64) throws(EvaluationError) -> StepOutcome? {
    escapes += 1
    if let deadline = try evaluator.earliestDeadline(state, clocks), deadline.instant < instant {
      try advance(to: deadline.instant)
      return .overdue(deadline)
    }
    try advance(to: instant)
    return nil
  }
}
