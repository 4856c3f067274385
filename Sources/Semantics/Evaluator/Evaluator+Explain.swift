import Rulebook

/// A part of a formula that explains why the whole does not hold.
package struct Failure: Hashable, Sendable {
  /// The part's role in the failure.
  package enum Role: Hashable, Sendable {
    /// The part holds, and because of it something else would have to.
    case premise
    /// The part should hold and does not.
    case fails
    /// The part should not hold and does.
    case holds
    /// The truth of the part is not known.
    case unknown
  }

  /// The value of a bound variable.
  package struct Binding: Hashable, Sendable {
    package let variable: Core.Variable
    package let value: Value

    package init(variable: Core.Variable, value: Value) {
      self.variable = variable
      self.value = value
    }
  }

  /// The part or its negation; if it is unknown, perhaps the entity that it depends on.
  package let formula: Core.Expression
  package let role: Role
  /// The bound variables for which the part fails, outermost first.
  package let bindings: [Binding]

  package init(formula: Core.Expression, role: Role, bindings: [Binding]) {
    self.formula = formula
    self.role = role
    self.bindings = bindings
  }
}

extension Evaluator {
  /// Returns the reason why a formula does not hold: the first conjunct that fails, for the first
  /// binding for which it does, with the premises that require it. Empty if the formula holds.
  package func explain(
    _ formula: Core.Expression, in context: Context
  ) throws(EvaluationError) -> [Failure] {
    var explanation = Explanation(evaluation: Evaluation(tables, context))
    try explanation.explain(formula, wanted: true)
    return explanation.failures
  }

  /// Returns the reason why a property does not hold; empty if something lasts too long.
  package func failures(of violation: Violation) throws(EvaluationError) -> [Failure] {
    switch violation.reason {
    case .formula(let formula, let context): return try explain(formula, in: context)
    case .instance(let condition, let body, let bindings, let context):
      return try explain(condition, implies: body, bindings, in: context)
    case .lasts: return []
    }
  }

  /// Returns the reason why one binding of an `all` does not hold, in a context where its variables
  /// are bound.
  private func explain(
    _ condition: Core.Expression?, implies body: Core.Expression, _ bindings: [Failure.Binding],
    in context: Context
  ) throws(EvaluationError) -> [Failure] {
    var explanation = Explanation(
      evaluation: Evaluation(tables, context), bindings: bindings)
    if let condition { explanation.report(condition, .premise) }
    try explanation.explain(body, wanted: true)
    return explanation.failures
  }
}

private struct Explanation {
  var evaluation: Evaluation
  var bindings: [Failure.Binding] = []
  var failures: [Failure] = []
  var depth = 0

  /// Explains a formula whose truth is not `wanted`. Does nothing if it is.
  mutating func explain(
    _ formula: Core.Expression, wanted: Bool
  ) throws(EvaluationError) {
    let truth = try evaluation.truth(of: formula)
    guard truth != wanted else { return }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Evaluation.deepest else { throw EvaluationError(.nestedTooDeeply) }
    switch formula {
    case .not(let part): try explain(part, wanted: !wanted)
    case .and(let parts) where wanted: try explainFirst(parts, culprit: truth, wanted: true)
    case .or(let parts) where !wanted: try explainFirst(parts, culprit: truth, wanted: false)
    case .and(let parts): for part in parts { try explain(part, wanted: false) }
    case .or(let parts): for part in parts { try explainDisjunct(part) }
    case .quantified(.atLeast, _, _, _):
      report(formula, truth == nil ? .unknown : wanted ? .fails : .holds)
    case .quantified(let quantifier, let binders, let condition, let body):
      try explainQuantified(quantifier, binders, condition, body, formula, wanted, truth)
    case .conditional(let condition, let then, let otherwise):
      let holds = try evaluation.truth(of: condition)
      guard let holds else { return report(condition, .unknown) }
      report(holds ? condition : .not(condition), .premise)
      try explain(holds ? then : otherwise, wanted: wanted)
    default:
      report(formula, truth == nil ? .unknown : wanted ? .fails : .holds)
    }
  }

  /// Explains the first part with the truth that decides the whole.
  private mutating func explainFirst(
    _ parts: [Core.Expression], culprit: Bool?, wanted: Bool
  ) throws(EvaluationError) {
    for part in parts where try evaluation.truth(of: part) == culprit {
      return try explain(part, wanted: wanted)
    }
  }

  /// Explains a disjunct. A negated one is the premise of an implication: it is shown as a whole.
  private mutating func explainDisjunct(_ part: Core.Expression) throws(EvaluationError) {
    if case .not(let premise) = part, try evaluation.truth(of: premise) == true {
      report(premise, .premise)
    } else {
      try explain(part, wanted: true)
    }
  }

  private mutating func explainQuantified(
    _ quantifier: Core.Quantifier, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression, _ formula: Core.Expression, _ wanted: Bool, _ truth: Bool?
  ) throws(EvaluationError) {
    // For `all` that fails and for `some` that holds there is one binding to show; otherwise all
    // bindings are to blame, and the formula stands for them.
    guard (quantifier == .all) == wanted else {
      return report(formula, truth == nil ? .unknown : wanted ? .fails : .holds)
    }
    let outer = bindings
    _ = try descend(binders[...], quantifier, condition, body, wanted, truth)
    bindings = outer
  }

  /// Finds the first binding with the truth that spoils the whole, and explains it.
  private mutating func descend(
    _ binders: ArraySlice<Core.Binder>, _ quantifier: Core.Quantifier,
    _ condition: Core.Expression?, _ body: Core.Expression, _ wanted: Bool, _ culprit: Bool?
  ) throws(EvaluationError) -> Bool {
    guard let binder = binders.first else {
      guard try evaluation.quantified(quantifier, [], condition, body) == culprit else {
        return false
      }
      if let condition {
        let isKnown = try evaluation.truth(of: condition) == true
        report(condition, isKnown ? .premise : .unknown)
      }
      try explain(body, wanted: wanted)
      return true
    }
    guard let extent = try evaluation.extent(of: binder.domain) else {
      if let owner = binder.domain.owner { report(owner, .unknown) }
      return true
    }
    for position in 0..<extent.count {
      evaluation.context.environment[binder.variable] = extent[position]
      bindings.append(Failure.Binding(variable: binder.variable, value: extent[position]))
      let isFound = try descend(
        binders.dropFirst(), quantifier, condition, body, wanted, culprit)
      if isFound { return true }
      bindings.removeLast()
    }
    return false
  }

  mutating func report(_ formula: Core.Expression, _ role: Failure.Role) {
    failures.append(Failure(formula: formula, role: role, bindings: bindings))
  }
}
