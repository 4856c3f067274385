internal import Findings
internal import Rulebook
internal import Semantics

/// Does a run once more, and tells it as a person reads it.
struct RunRendering {
  let evaluator: Evaluator
  let scope: Scope

  /// None if the run cannot be done, or does not end in the target.
  func run(
    _ start: State, _ moves: [Move], _ target: Target, isShortest: Bool
  ) throws(EvaluationError) -> Run? {
    let rules = evaluator.rules
    let names = EntityNames(rules)
    var position = Position(state: start, clocks: try evaluator.clocks(startingAt: start))
    var steps: [Run.Step] = []
    var failure: [String] = []
    var meets = false
    for move in moves {
      let attempt = try evaluator.attempt(move, at: position, caps: scope.counts)
      if case .undefined(let error) = attempt, case .event(let event, let arguments, _) = move {
        steps.append(undefined(event, arguments, at: position.state.now, names))
        failure = [error.message(in: rules)]
        meets = target == .undefined(event)
        break
      }
      guard case .done(let done) = attempt else { return nil }
      steps.append(step(move, done, from: position, names))
      meets = try evaluator.met([target], done, from: position) == [target]
      if meets { failure = try self.failure(target, done, from: position, names) }
      position = done.position
    }
    if target == .lasso {
      meets = true
      failure = ["these steps of the server's own lead back to where they began, and need no time"]
    }
    guard meets else { return nil }
    return Run(
      start: openChoices(start, names), steps: steps, failure: failure, scope: scope.description,
      isShortest: isShortest)
  }

  private func step(
    _ move: Move, _ done: Done, from before: Position, _ names: EntityNames
  ) -> Run.Step {
    let rules = evaluator.rules
    guard let step = done.step else {
      return Run.Step(at: done.position.state.now, event: nil, arguments: [], changes: [])
    }
    let event = rules[step.event]
    var arguments = zip(event.parameters, step.arguments).map { parameter, value in
      Run.Argument(name: parameter.name, value: names.value(value, parameter.type.scalar))
    }
    arguments += zip(event.results, step.results).map { result, value in
      Run.Argument(
        name: result.variable.name, value: names.value(value, result.variable.type.scalar))
    }
    let changes = step.changes.map { place in
      Run.Change(
        place: names.place(place), before: names.content(of: place, in: step.before),
        after: names.content(of: place, in: step.after))
    }
    return Run.Step(
      at: step.after.now, event: event.name, arguments: arguments, changes: changes)
  }

  private func undefined(
    _ id: Core.ID<Core.Event>, _ arguments: [Value], at instant: Int64, _ names: EntityNames
  ) -> Run.Step {
    let event = evaluator.rules[id]
    let shown = zip(event.parameters, arguments).map { parameter, value in
      Run.Argument(name: parameter.name, value: names.value(value, parameter.type.scalar))
    }
    return Run.Step(at: instant, event: event.name, arguments: shown, changes: [])
  }

  /// What was chosen at the start.
  private func openChoices(_ start: State, _ names: EntityNames) -> [String] {
    var lines: [String] = []
    _ = evaluator.initialState(counts: scope.fixed) { place, type in
      if type.scalar != .time {
        lines.append("\(names.place(place)) = \(names.content(of: place, in: start))")
      }
      return .unknown
    }
    return lines
  }

  private func failure(
    _ target: Target, _ done: Done, from before: Position, _ names: EntityNames
  ) throws(EvaluationError) -> [String] {
    switch target {
    case .violation(let property):
      guard let violation = try evaluator.violation(of: property, done, from: before).first else {
        return []
      }
      return try lines(violation, names)
    case .timelock:
      return ["time may not pass here, and no step of the server's own is possible"]
    case .witness, .undefined, .lasso: return []
    }
  }

  private func lines(
    _ violation: Violation, _ names: EntityNames
  ) throws(EvaluationError) -> [String] {
    let rules = evaluator.rules
    switch violation.reason {
    case .lasts(let binding, let since):
      let values = binding.map { value in
        if case .lasts(let lasting) = rules.properties[violation.property].body,
          let binder = lasting.binders.first
        {
          return names.value(value, binder.variable.type.scalar)
        }
        return "?"
      }
      return ["lasts for \(values.joined(separator: ", ")) since \(EntityNames.clock(since))"]
    case .formula(let formula, let context):
      let text = ExpressionText(rules)
      return try evaluator.explain(formula, in: context).map { failure in
        let word: String
        switch failure.role {
        case .premise: word = "although"
        case .fails: word = "fails"
        case .holds: word = "should not hold"
        case .unknown: word = "unknown"
        }
        let binding = failure.bindings.map {
          "\($0.variable.name) = \(names.value($0.value, $0.variable.type.scalar))"
        }
        let suffix = binding.isEmpty ? "" : "   (\(binding.joined(separator: ", ")))"
        return "\(word): \(text.text(failure.formula))\(suffix)"
      }
    }
  }
}
