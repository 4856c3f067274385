internal import Rulebook
internal import Semantics

/// One thing that a run does, as it can be done again.
enum Move: Hashable, Sendable {
  case event(Core.ID<Core.Event>, arguments: [Value], results: [Value])
  /// Time passes to an instant.
  case passage(to: Int64)
}

/// A state with its clocks: where a run stands.
struct Position: Hashable, Sendable {
  var state: State
  var clocks: Clocks
}

/// What doing a move gave.
struct Done: Sendable {
  let position: Position
  /// None for a passage of time.
  let step: Step?
}

/// What trying a move gave.
enum Attempt: Sendable {
  case done(Done)
  case notLegal
  /// Enabled, but without a meaning: the evaluator's words.
  case undefined(EvaluationError)
}

extension Evaluator {
  /// Does a move if it is legal: the event enabled and its entities there, no deadline passed.
  /// A step without a meaning is none.
  func done(_ move: Move, at position: Position, caps: [Int]) throws(EvaluationError) -> Done? {
    if case .done(let done) = try attempt(move, at: position, caps: caps) { done } else { nil }
  }

  func attempt(
    _ move: Move, at position: Position, caps: [Int]
  ) throws(EvaluationError) -> Attempt {
    switch move {
    case .passage(let instant):
      guard instant > position.state.now else { return .notLegal }
      if let deadline = try earliestDeadline(position.state, position.clocks)?.instant,
        instant > deadline
      {
        return .notLegal
      }
      let passed = try advance(position.state, position.clocks, to: instant)
      return .done(
        Done(position: Position(state: passed.state, clocks: passed.clocks), step: nil))
    case .event(let event, let arguments, let results):
      guard allExist(arguments, of: event, in: position.state),
        withinCaps(event, position.state, caps),
        try isEnabled(event, arguments, in: position.state)
      else { return .notLegal }
      let step: Step
      do {
        step = try fire(event, arguments, results: results, in: position.state)
      } catch {
        return .undefined(error)
      }
      let clocks = try self.clocks(position.clocks, after: step.after)
      return .done(Done(position: Position(state: step.after, clocks: clocks), step: step))
    }
  }

  private func allExist(
    _ arguments: [Value], of event: Core.ID<Core.Event>, in state: State
  ) -> Bool {
    zip(rules[event].parameters, arguments).allSatisfy { parameter, value in
      guard case .entity(let sort) = parameter.type.scalar, case .entity(let index) = value else {
        return true
      }
      return Int(index) < state.count(of: sort)
    }
  }

  func withinCaps(_ event: Core.ID<Core.Event>, _ state: State, _ caps: [Int]) -> Bool {
    rules[event].results.allSatisfy { result in
      guard result.isNew, case .entity(let sort) = result.variable.type.scalar else { return true }
      return state.count(of: sort) < caps[sort.index]
    }
  }
}
