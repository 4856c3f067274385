import Rulebook

/// The conditions of the rules that can change their truth while only time passes, prepared to find
/// the next instant of change.
///
/// Conditions about arguments that are numbers are left out: such arguments are chosen anew at
/// each instant.
package struct TimedConditions: Sendable {
  package struct Event: Sendable {
    package let parameters: [Core.Variable]
    package let plan: Plan
    /// The cases of the event's effects.
    package let cases: [Core.Expression]
  }

  private let tables: Tables
  package let events: [Event]
  package let formulas: [Core.Expression]

  /// Collects the conditions of some events.
  /// - Parameter events: The events to examine.
  package init(_ evaluator: Evaluator, of events: [Core.ID<Core.Event>]) {
    tables = evaluator.tables
    let rules = evaluator.rules
    let conditions = Self.conditions(rules, events)
    self.events = events.compactMap { Self.event(rules[$0]) } + Self.comparisons(in: conditions)
    formulas = rules.properties.compactMap(\.body.stateFormula).filter(\.readsNow)
  }

  private static func conditions(
    _ rules: Core.Rules, _ events: [Core.ID<Core.Event>]
  ) -> [Core.Expression] {
    var all: [Core.Expression] = []
    for event in events.map({ rules[$0] }) {
      all += event.guards.map(\.condition) + event.assumptions.map(\.condition)
      all += event.updates.map(\.condition)
    }
    return all + rules.properties.flatMap(\.body.formulas)
  }

  /// Returns each comparison with the present by itself: the instant at which its truth changes
  /// matters, even while the conditions next to it do not hold yet. In conditions of steps, reads
  /// of the state before the step become reads of the present state.
  private static func comparisons(in conditions: [Core.Expression]) -> [Event] {
    var found: [Core.Expression: [Core.Variable]] = [:]
    var order: [Core.Expression] = []
    for condition in conditions where condition.readsNow {
      condition.forEach { part in
        switch part {
        case .less, .atMost, .equal: break
        default: return
        }
        guard part.readsNow, !part.contains(where: \.isAboutMany) else { return }
        let (comparison, variables) = part.readHere.withVariablesNumbered
        guard variables.count <= 1, variables.allSatisfy({ !$0.type.scalar.isNumeric }),
          found.updateValue(variables, forKey: comparison) == nil
        else { return }
        order.append(comparison)
      }
    }
    return order.map { comparison in
      let variables = found[comparison] ?? []
      return Event(parameters: variables, plan: Plan(variables, []), cases: [comparison])
    }
  }

  private static func event(_ event: Core.Event) -> Event? {
    let parameters = event.parameters.filter { !$0.type.scalar.isNumeric }
    let ids = Set(parameters.map(\.id))
    func isAbout(_ condition: Core.Expression) -> Bool {
      let bound = condition.boundVariables
      return !condition.contains { part in
        if case .variable(let variable) = part {
          !ids.contains(variable.id) && !bound.contains(variable.id)
        } else {
          false
        }
      }
    }
    let all = event.guards.map(\.condition) + event.assumptions.map(\.condition)
    let conditions = Array(all.prefix(while: isAbout))
    // Later conditions may rely on those left out, so they are evaluated only as far as they have a
    // value.
    let due = event.due.map { Core.Expression.atMost($0.instant, .now) }
    let cases =
      (all.dropFirst(conditions.count) + (due.map { [$0] } ?? [])
      + event.updates.map(\.condition)).filter { $0.readsNow && isAbout($0) }
    guard !cases.isEmpty || conditions.contains(where: \.readsNow) else { return nil }
    return Event(
      parameters: parameters, plan: Plan(parameters, conditions), cases: Array(Set(cases)))
  }

  /// Returns the first instant after now at which one of the conditions may change its truth if
  /// only time passes; nil: none does. The conditions of lasting properties are included.
  package func nextTurn(of state: State) throws(EvaluationError) -> Int64? {
    var evaluation = Evaluation(tables, Context(here: state))
    evaluation.watchesTime = true
    for event in events {
      var candidates: [[Value]] = []
      for parameter in event.parameters {
        candidates.append(try tables.values(of: parameter.type, in: state))
      }
      var found: [[Value]] = []
      var budget = Int.max
      try evaluation.findInstances(
        of: event.plan, candidates: candidates, atMost: .max, budget: &budget, into: &found)
      for arguments in found {
        evaluation.context.environment = Environment(event.parameters, arguments)
        for condition in event.cases { _ = try evaluation.truthIfDefined(condition) }
      }
    }
    for property in tables.lastings where property.readsNow {
      _ = try evaluation.bindings(of: property, in: tables.rules)
    }
    for formula in formulas { _ = try evaluation.truthIfDefined(formula) }
    return evaluation.nextChange
  }
}

extension Core.Expression {
  /// True if the expression is about more than the values of some entities.
  fileprivate var isAboutMany: Bool {
    switch self {
    case .quantified, .member, .ahead, .extreme, .notified: true
    default: false
    }
  }

  /// The expression with reads of the state before a step replaced by reads of the present state.
  fileprivate var readHere: Core.Expression {
    rewritten { part in
      switch part {
      case .field(let id, let owner, _): .field(id, of: owner, .here)
      case .global(let id, _): .global(id, .here)
      default: part
      }
    }
  }

  /// The expression with its variables numbered from 0, so that expressions that differ only in
  /// their variables are equal.
  fileprivate var withVariablesNumbered: (Core.Expression, [Core.Variable]) {
    var variables: [Core.Variable] = []
    forEach {
      if case .variable(let variable) = $0, !variables.contains(variable) {
        variables.append(variable)
      }
    }
    let numbered = variables.enumerated().map { Core.Variable(id: $0, name: "x", type: $1.type) }
    let expression = rewritten { part in
      if case .variable(let variable) = part, let index = variables.firstIndex(of: variable) {
        .variable(numbered[index])
      } else {
        part
      }
    }
    return (expression, numbered)
  }

  /// The ids of the variables that quantifiers inside bind.
  fileprivate var boundVariables: Set<Int> {
    var bound: Set<Int> = []
    forEach { part in
      switch part {
      case .quantified(_, let binders, _, _): bound.formUnion(binders.map(\.variable.id))
      case .extreme(let extreme): bound.insert(extreme.binder.variable.id)
      default: break
      }
    }
    return bound
  }
}
