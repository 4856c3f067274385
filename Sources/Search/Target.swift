internal import Rulebook
internal import Semantics

/// What a search looks for.
enum Target: Sendable, Hashable {
  /// A step, or a state, that breaks the property.
  case violation(property: Int)
  /// A step, or a state, that satisfies the `reach` property.
  case witness(property: Int)
  /// A state in which time may not pass, and no step of the server's own is possible.
  case timelock
  /// Steps of the server's own that lead back to the same state, without time.
  case lasso

  /// The formulas that it reads.
  func formulas(_ rules: Core.Rules) -> [Core.Expression] {
    switch self {
    case .violation(let property), .witness(let property):
      rules.properties[property].body.expressions
    case .timelock, .lasso: []
    }
  }
}

extension Evaluator {
  /// Whether what was just done, or where it led, is what the target wants.
  func meets(_ target: Target, _ done: Done, from before: Position) throws(EvaluationError) -> Bool {
    switch target {
    case .violation(let property):
      if try !violation(of: property, done, from: before).isEmpty { return true }
      return false
    case .witness(let property):
      if let step = done.step, try reachedProperties(by: step).contains(property) { return true }
      return try reachedProperties(in: done.position.state).contains(property)
    case .timelock: return try isLocked(done.position)
    case .lasso: return false
    }
  }

  func violation(
    of property: Int, _ done: Done, from before: Position
  ) throws(EvaluationError) -> [Violation] {
    var found: [Violation] = []
    if let step = done.step { found += try violatedProperties(of: step) }
    found += try violatedProperties(in: done.position.state, done.position.clocks)
    return found.filter { $0.property == property }
  }

  private func isLocked(_ position: Position) throws(EvaluationError) -> Bool {
    guard let deadline = try earliestDeadline(position.state, position.clocks),
      deadline.instant <= position.state.now
    else { return false }
    for index in rules.events.indices where rules.events[index].isOwnInitiative {
      if try !enabledArguments(of: Core.ID(index), in: position.state).isEmpty { return false }
    }
    return true
  }
}
