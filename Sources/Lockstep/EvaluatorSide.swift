import Rulebook
import Semantics

/// The rules as the evaluator has them: slow, and obviously right. A value, so that a search can
/// go back to it.
package struct EvaluatorSide: RuleSide {
  private let evaluator: Evaluator
  private var state: State
  private var clocks: Clocks
  package private(set) var notifications: [SentMessage] = []
  package private(set) var changedPlaces: [Place]? = []

  package init(_ evaluator: Evaluator, at state: State) throws(EvaluationError) {
    self.evaluator = evaluator
    self.state = state
    clocks = try evaluator.clocks(startingAt: state)
  }

  package var rules: Core.Rules { evaluator.rules }
  package func count(of sort: Core.ID<Core.Entity>) -> Int { state.count(of: sort) }
  package func value(at place: Place) -> Value { state.value(at: place) }
  package func members(at place: Place) -> [Int32] { state.members(at: place) }

  package mutating func pass(to instant: Int64) -> StepOutcome? {
    guard instant > state.now else { return nil }
    do throws(EvaluationError) {
      if let deadline = try evaluator.earliestDeadline(state, clocks), deadline.instant < instant {
        return .overdue(deadline)
      }
      (state, clocks) = try evaluator.advance(state, clocks, to: instant)
      return nil
    } catch {
      return .undefined(error)
    }
  }

  package mutating func step(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value], at instant: Int64,
    isRefused: Bool
  ) -> StepOutcome {
    if let obstacle = pass(to: instant) { return obstacle }
    do throws(EvaluationError) {
      let guards = try evaluator.guards(of: event, arguments, in: state)
      if let position = guards.firstIndex(where: { $0.value != .bool(true) }) {
        guard guards[position].value == .bool(false) else {
          return .illegal(.open(guard: position))
        }
        return isRefused ? .refused(guard: position) : .illegal(.forbidden(guard: position))
      }
      if isRefused { return .illegal(.legal) }
      if case .number(let due) = try evaluator.due(of: event, arguments, in: state),
        due > state.now
      {
        return .illegal(.early(due: due))
      }
      let step = try evaluator.fire(event, arguments, results: results, in: state)
      state = step.after
      clocks = try evaluator.clocks(clocks, after: state)
      notifications = step.notifications
      changedPlaces = step.changes
      return .performed
    } catch {
      return .undefined(error)
    }
  }

  package func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage] {
    try evaluator.refusal(of: event, arguments, in: state)
  }
}
