import Rulebook

/// Rules that are executed step by step from a state: time passes, and events happen. There are two:
/// ``Machine``, for millions of steps, and ``EvaluatorStepper``, slow and obviously right. Replay,
/// the comparison with a service, the making of faulty traces and the search for runs take their
/// steps by it.
package protocol Stepper {
  var rules: Core.Rules { get }

  /// The present instant, in milliseconds.
  var now: Int64 { get }
  func count(of sort: Core.ID<Core.Entity>) -> Int
  /// Returns the value of a field or state; `unknown` if there is no such place, or it holds several
  /// values.
  func value(at place: Place) -> Value
  /// Returns the members of a queue, from the front, or of a set, in ascending order; none if there
  /// is no such place, or it holds one value.
  func members(at place: Place) -> [Int32]

  /// Returns the first instant that time may not pass before something happens; nil: there is none.
  func earliestDeadline() throws(EvaluationError) -> Deadline?
  /// Returns true if it is known at once that there is none before an instant.
  func isFree(to instant: Int64) -> Bool

  /// Lets time pass to an instant. ``earliestDeadline()`` says whether it may; this does not check.
  /// - Throws: If it is in the past, or what happens on the way is not defined.
  mutating func advance(to instant: Int64) throws(EvaluationError)

  /// Returns whether an event may happen now.
  func legality(of event: Core.ID<Core.Event>, _ arguments: [Value]) -> Legality

  /// Performs an event, allowed or not: what a server did is a fact.
  /// - Parameter results: One for each result; the value for a new entity is ignored.
  /// - Returns: The results, with the numbers of the new entities.
  /// - Throws: If the event is not defined; nothing has changed then.
  @discardableResult
  mutating func perform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value]
  ) throws(EvaluationError) -> [Value]

  /// The messages of the event that was performed last, in the order of the rules.
  var notifications: [SentMessage] { get }
  /// The places that the event that was performed last may have changed, in no order and perhaps
  /// more than once; nil: perhaps all.
  var changedPlaces: [Place]? { get }

  /// Returns the messages that are sent if an event is refused now.
  func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage]
}

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

extension Stepper {
  /// Lets time pass to an instant, if it may.
  /// - Returns: What is in the way; nil: the instant is reached.
  package mutating func pass(to instant: Int64) -> StepOutcome? {
    if instant == now { return nil }
    do {
      if !isFree(to: instant), let deadline = try earliestDeadline(), deadline.instant < instant {
        try advance(to: deadline.instant)
        return .overdue(deadline)
      }
      try advance(to: instant)
      return nil
    } catch {
      return .undefined(error)
    }
  }

  /// Lets time pass to an instant, if it may, and performs an event, if that may happen.
  ///
  /// A fault is reported and not repaired: a caller that replays a trace decides what to assume,
  /// and continues with ``advance(to:)`` and ``perform(_:_:results:)``.
  /// - Parameters:
  ///   - results: One for each result; the value for a new entity is ignored.
  ///   - isRefused: True if the server refused the event.
  package mutating func step(
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
}
