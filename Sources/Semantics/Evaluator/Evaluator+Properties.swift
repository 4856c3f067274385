import Rulebook

/// A property that does not hold.
package struct Violation: Sendable {
  /// The reason why a property does not hold.
  package enum Reason: Sendable {
    /// The formula is false; ``Evaluator/explain(_:in:)`` says where.
    case formula(Core.Expression, Context)
    /// A binding for which the first expression, if any, is true and the second is not;
    /// ``Evaluator/failures(of:)`` says why.
    case instance(of: Core.Expression?, Core.Expression, [Failure.Binding], Context)
    /// The condition of a `bounded` property lasts longer than its limit for these values of
    /// its binders, since this instant.
    case lasts(binding: [Value], since: Int64)
  }

  /// The property's position in the rules.
  package let property: Int
  package let reason: Reason

  package init(property: Int, reason: Reason) {
    self.property = property
    self.reason = reason
  }
}

extension Evaluator {
  /// Returns the invariants and lemmas that are false in a state, and the `bounded` conditions that
  /// last too long. Only what is known to be false is reported.
  package func violatedProperties(
    in state: State, _ clocks: Clocks
  ) throws(EvaluationError) -> [Violation] {
    var found = try falsified(\.stateClaim, in: state)
    for (position, property) in tables.lastings.enumerated() where !property.isPrompt {
      for clock in clocks.running[position] {
        let (end, overflow) = clock.since.addingReportingOverflow(property.lasting.limit)
        guard !overflow, end < state.now else { continue }
        found.append(
          Violation(
            property: property.index, reason: .lasts(binding: clock.binding, since: clock.since)))
      }
    }
    return found
  }

  /// Returns the same for all states while time passes to an instant: the violations of the first
  /// stretch that has any. A stretch ends where a condition or an invariant changes its truth.
  package func violatedProperties(
    _ state: State, _ clocks: Clocks, passingTo instant: Int64
  ) throws(EvaluationError) -> [Violation] {
    guard instant >= state.now else { throw EvaluationError(.timeRunsBackwards) }
    let timed = tables.timedInvariants
    var (state, clocks) = (state, clocks)
    for _ in 0..<Self.mostChanges {
      // At the end of a stretch its conditions have lasted longest.
      let end = min(instant, try nextTurn(of: state, alsoOf: timed).map { $0 - 1 } ?? instant)
      state.now = end
      let found = try violatedProperties(in: state, clocks)
      if !found.isEmpty || end == instant { return found }
      state.now += 1
      clocks = try self.clocks(clocks, after: state)
    }
    throw EvaluationError(.tooManyInstants)
  }

  /// Returns the axioms that are false in a state.
  package func brokenAxioms(in state: State) throws(EvaluationError) -> [Violation] {
    try falsified(\.axiom, in: state)
  }

  /// Returns the step properties that a step does not satisfy.
  package func violatedProperties(of step: Step) throws(EvaluationError) -> [Violation] {
    var found: [Violation] = []
    for (index, property) in rules.properties.enumerated() {
      guard case .step(let formulas) = property.body, property.kind == .step else { continue }
      for formula in formulas where formula.event == step.event {
        let context = context(of: step)
        if try truth(of: formula.formula, in: context, property) == false {
          found.append(
            Violation(property: index, reason: .formula(formula.formula, context)))
        }
      }
    }
    return found
  }

  /// Returns the positions of the `reach` properties that a state satisfies.
  package func reachedProperties(in state: State) throws(EvaluationError) -> [Int] {
    var found: [Int] = []
    for (index, property) in rules.properties.enumerated() {
      guard case .reach(let formula) = property.body else { continue }
      if try truth(of: formula, in: Context(here: state), property) == true { found.append(index) }
    }
    return found
  }

  /// Returns the positions of the `reach … after` properties that a step satisfies.
  package func reachedProperties(by step: Step) throws(EvaluationError) -> [Int] {
    var found: [Int] = []
    for (index, property) in rules.properties.enumerated() {
      guard case .reachStep(let formulas) = property.body else { continue }
      for formula in formulas where formula.event == step.event {
        if try truth(of: formula.formula, in: context(of: step), property) == true {
          found.append(index)
          break
        }
      }
    }
    return found
  }

  /// Returns the value of a `measure` (by its position in the rules): the number of bindings that
  /// satisfy it; nil for other properties.
  package func measure(_ property: Int, in state: State) throws(EvaluationError) -> Int? {
    let declaration = rules.properties[property]
    guard case .measure(let binders, let condition) = declaration.body else { return nil }
    var evaluation = Evaluation(tables, Context(here: state))
    return try locating(declaration.span, declaration.text) { () throws(EvaluationError) -> Int in
      try evaluation.bindings(of: binders, where: condition).count
    }
  }

  /// Returns the context for a formula about a step: arguments, results and notifications of the
  /// step, and the states before and after it.
  package func context(of step: Step) -> Context {
    let event = rules[step.event]
    var environment = Environment(event.parameters, step.arguments)
    for (result, value) in zip(event.results, step.results) {
      environment[result.variable] = value
    }
    return Context(
      here: step.after, before: step.before, environment: environment,
      notifications: step.notifications)
  }

  private func falsified(
    _ part: (Core.Property) -> Core.Expression?, in state: State
  ) throws(EvaluationError) -> [Violation] {
    let context = Context(here: state)
    var found: [Violation] = []
    for (index, property) in rules.properties.enumerated() {
      guard let formula = part(property) else { continue }
      if try truth(of: formula, in: context, property) == false {
        found.append(Violation(property: index, reason: .formula(formula, context)))
      }
    }
    return found
  }

  func truth(
    of formula: Core.Expression, in context: Context, _ property: Core.Property
  ) throws(EvaluationError) -> Bool? {
    var evaluation = Evaluation(tables, context)
    return try locating(property.span, property.text) { () throws(EvaluationError) -> Bool? in
      try evaluation.truth(of: formula)
    }
  }
}
