import Rulebook

/// Steps by the evaluator: slow, and obviously right. A value, so that a search can go back to it.
package struct EvaluatorStepper: Stepper, Sendable {
  package let evaluator: Evaluator
  /// The present state. ``settle()`` must follow writes.
  package var state: State
  /// The clocks that run in it.
  package private(set) var clocks: Clocks
  package private(set) var notifications: [SentMessage] = []
  package private(set) var changedPlaces: [Place]? = []

  /// Continues from a state, with the clocks that go with it.
  package init(_ evaluator: Evaluator, at state: State, _ clocks: Clocks) {
    self.evaluator = evaluator
    self.state = state
    self.clocks = clocks
  }

  /// Begins a run in a state.
  package init(_ evaluator: Evaluator, startingAt state: State) throws(EvaluationError) {
    self.init(evaluator, at: state, try evaluator.clocks(startingAt: state))
  }

  package var rules: Core.Rules { evaluator.rules }
  package var now: Int64 { state.now }
  package func count(of sort: Core.ID<Core.Entity>) -> Int { state.count(of: sort) }
  package func value(at place: Place) -> Value { state.value(at: place) }
  package func members(at place: Place) -> [Int32] { state.members(at: place) }

  package func earliestDeadline() throws(EvaluationError) -> Deadline? {
    try evaluator.earliestDeadline(state, clocks)
  }

  package func isFree(to instant: Int64) -> Bool { false }

  package mutating func advance(to instant: Int64) throws(EvaluationError) {
    (state, clocks) = try evaluator.advance(state, clocks, to: instant)
  }

  package func legality(of event: Core.ID<Core.Event>, _ arguments: [Value]) -> Legality {
    evaluator.legality(of: event, arguments, in: state)
  }

  package mutating func perform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value]
  ) throws(EvaluationError) -> [Value] {
    let before = self
    do throws(EvaluationError) {
      let step = try fire(event, arguments, results: results)
      try settle()
      return step.results
    } catch {
      self = before
      throw error
    }
  }

  /// Performs the effects of an event; ``settle()`` must follow.
  /// - Parameter open: The fields of new entities that the rules leave open.
  /// - Throws: If the event is not defined; nothing has changed then.
  package mutating func fire(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value],
    open: Evaluator.Opening = { _, _ in .unknown }
  ) throws(EvaluationError) -> Step {
    let step = try evaluator.fire(event, arguments, results: results, in: state, open: open)
    state = step.after
    notifications = step.notifications
    changedPlaces = step.changes
    return step
  }

  /// Brings the clocks up to date after a change of the state.
  package mutating func settle() throws(EvaluationError) {
    clocks = try evaluator.clocks(clocks, after: state)
  }

  /// Begins a run in the present state, at an instant: the clocks of all that holds start.
  package mutating func begin(at instant: Int64) throws(EvaluationError) {
    state.now = instant
    clocks = try evaluator.clocks(startingAt: state)
  }

  package func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage] {
    try evaluator.refusal(of: event, arguments, in: state)
  }
}
