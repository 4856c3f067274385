import Rulebook
import Semantics

/// A repeatable step of a run.
enum Move: Hashable, Sendable {
  case event(
    Core.ID<Core.Event>, arguments: [Value], results: [Value], openings: [FieldChoice] = [])
  /// Time passes to an instant.
  case passage(to: Int64)
}

extension [Move] {
  /// The same moves, with consecutive passages of time joined into one.
  var passingAtOnce: [Move] {
    var moves: [Move] = []
    for move in self {
      if case .passage = move, case .passage? = moves.last { moves.removeLast() }
      moves.append(move)
    }
    return moves
  }
}

/// The chosen value of a field of a new entity that the rules leave open.
struct FieldChoice: Hashable, Sendable {
  let field: Core.ID<Core.Field>
  /// The position among the new entities of its sort, from 0.
  let position: Int
  let value: Value
}

/// A state with its clocks: a point in a run.
struct Position: Hashable, Sendable {
  var state: State
  var clocks: Clocks
}

extension Position {
  init(_ stepper: EvaluatorStepper) { self.init(state: stepper.state, clocks: stepper.clocks) }
}

/// The result of a legal move; or the error of an event that is not defined, or of which it is not
/// known whether it may happen.
typealias Attempt = Swift.Result<Done, EvaluationError>

/// The result of a move.
struct Done: Sendable {
  let position: Position
  /// The step; nil for a passage of time.
  let step: Step?
}

extension Evaluator {
  /// Makes a move if it is legal: the event enabled and its entities existing, no deadline passed,
  /// and no assumption about states broken.
  ///
  /// - Parameter caps: The greatest number of entities, by sort.
  func attempt(
    _ move: Move, at position: Position, caps: [Int]
  ) throws(EvaluationError) -> Attempt? {
    switch move {
    case .passage(let instant):
      guard instant > position.state.now else { return nil }
      let deadline = try earliestDeadline(position.state, position.clocks)
      guard instant <= deadline?.instant ?? .max else { return nil }
      return try passed(to: instant, from: position).map { .success($0) }
    case .event(let event, let arguments, let results, let openings):
      let known = zip(rules[event].results, results).filter { !$0.0.isNew }
      guard allExist(rules[event].parameters, arguments, in: position.state),
        allExist(known.map(\.0.variable), known.map(\.1), in: position.state),
        hasRoom(for: event, in: position.state, caps)
      else { return nil }
      do {
        guard try isEnabled(event, arguments, in: position.state) else { return nil }
      } catch {
        if error.isLimit { throw error }
        return .failure(error)
      }
      return try performed(event, arguments, results, openings, at: position)
    }
  }

  /// Performs an event that is enabled; nil if it breaks an assumption.
  func performed(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value],
    _ openings: [FieldChoice], at position: Position
  ) throws(EvaluationError) -> Attempt? {
    let state = position.state
    var stepper = EvaluatorStepper(self, at: state, position.clocks)
    let step: Step
    do {
      step = try stepper.fire(event, arguments, results: results) { place, type in
        guard case .field(let field, let owner) = place else { return .unknown }
        let position = Int(owner) - state.count(of: rules[field].owner)
        let chosen = openings.first { $0.field == field && $0.position == position }
        return chosen?.value ?? Openings.choices(type, in: state, self).first ?? .unknown
      }
    } catch {
      if error.isLimit { throw error }
      return .failure(error)
    }
    guard try brokenAxioms(in: step.after).isEmpty else { return nil }
    try stepper.settle()
    return .success(Done(position: Position(stepper), step: step))
  }

  /// Lets time pass to an instant that no deadline forbids; nil if that breaks an axiom.
  func passed(to instant: Int64, from position: Position) throws(EvaluationError) -> Done? {
    var stepper = EvaluatorStepper(self, at: position.state, position.clocks)
    try stepper.advance(to: instant)
    guard try brokenAxioms(in: stepper.state).isEmpty else { return nil }
    return Done(position: Position(stepper), step: nil)
  }

  private func allExist(
    _ variables: [Core.Variable], _ values: [Value], in state: State
  ) -> Bool {
    zip(variables, values).allSatisfy { $1.exists($0.type, among: state.count) }
  }

  func hasRoom(for event: Core.ID<Core.Event>, in state: State, _ caps: [Int]) -> Bool {
    rules[event].results.allSatisfy { result in
      guard result.isNew, case .entity(let sort) = result.variable.type.scalar else { return true }
      return state.count(of: sort) < caps[sort.index]
    }
  }
}

extension Value {
  /// Returns false if it is an entity that does not exist.
  /// - Parameter count: Returns the number of entities of a sort.
  func exists(_ type: Core.ValueType, among count: (Core.ID<Core.Entity>) -> Int) -> Bool {
    guard case .entity(let sort) = type.scalar, case .entity(let number) = self else {
      return true
    }
    return Int(number) < count(sort)
  }
}
