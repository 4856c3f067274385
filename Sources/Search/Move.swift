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

extension Evaluator {
  /// Does a move if it is legal: the event enabled and its entities there, no deadline passed.
  func done(_ move: Move, at position: Position, caps: [Int]) throws(EvaluationError) -> Done? {
    switch move {
    case .passage(let instant):
      guard instant > position.state.now else { return nil }
      if let deadline = try earliestDeadline(position.state, position.clocks)?.instant,
        instant > deadline
      {
        return nil
      }
      let passed = try advance(position.state, position.clocks, to: instant)
      return Done(position: Position(state: passed.state, clocks: passed.clocks), step: nil)
    case .event(let event, let arguments, let results):
      guard allExist(arguments, of: event, in: position.state),
        withinCaps(event, position.state, caps),
        try isEnabled(event, arguments, in: position.state)
      else { return nil }
      let step = try fire(event, arguments, results: results, in: position.state)
      let clocks = try self.clocks(position.clocks, after: step.after)
      return Done(position: Position(state: step.after, clocks: clocks), step: step)
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
