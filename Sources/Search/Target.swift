internal import Rulebook
internal import Semantics

/// What a search looks for.
enum Target: Sendable, Hashable {
  /// A step, or a state, that breaks the property.
  case violation(property: Int)
  /// A step, or a state, that satisfies the `reach` property.
  case witness(property: Int)
  /// A step that is enabled and has no meaning.
  case undefined(Core.ID<Core.Event>)
  /// A state in which time may not pass, and no step of the server's own is possible.
  case timelock
  /// Steps of the server's own that lead back to the same state, without time.
  case lasso

  /// The formulas that it reads.
  func formulas(_ rules: Core.Rules) -> [Core.Expression] {
    switch self {
    case .violation(let property), .witness(let property):
      rules.properties[property].body.expressions
    case .undefined, .timelock, .lasso: []
    }
  }
}

extension Evaluator {
  /// Which of the targets are met by what was just done, or where it led. What serves several of
  /// them is found out once.
  func met(
    _ targets: [Target], _ done: Done, from before: Position
  ) throws(EvaluationError) -> [Target] {
    var broken: Set<Int>?
    var reached: Set<Int>?
    var result: [Target] = []
    for target in targets {
      switch target {
      case .violation(let property):
        if broken == nil { broken = try brokenProperties(done) }
        if broken?.contains(property) ?? false { result.append(target) }
      case .witness(let property):
        if reached == nil { reached = try reachedProperties(done) }
        if reached?.contains(property) ?? false { result.append(target) }
      case .timelock: if try isLocked(done.position) { result.append(target) }
      case .undefined, .lasso: continue
      }
    }
    return result
  }

  private func brokenProperties(_ done: Done) throws(EvaluationError) -> Set<Int> {
    var found = try violatedProperties(in: done.position.state, done.position.clocks)
    if let step = done.step { found += try violatedProperties(of: step) }
    return Set(found.map(\.property))
  }

  private func reachedProperties(_ done: Done) throws(EvaluationError) -> Set<Int> {
    var found = try reachedProperties(in: done.position.state)
    if let step = done.step { found += try reachedProperties(by: step) }
    return Set(found)
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
