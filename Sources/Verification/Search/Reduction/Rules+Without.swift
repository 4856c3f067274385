import Rulebook

/// The rules simplified for scopes without entities of some sorts, such as the smallest. Much less
/// matters then: if no entity reserves, nothing that is only about reservations has to be
/// distinguished.
extension Core.Rules {
  func without(_ sorts: Set<Core.ID<Core.Entity>>) -> Core.Rules {
    guard !sorts.isEmpty else { return self }
    let absence = Absence(rules: self, sorts: sorts)
    var fewer = self
    fewer.events = events.map(absence.event)
    fewer.properties = properties.map(absence.property)
    return fewer
  }

  /// Returns true if a run can meet the target as far as its formula alone decides.
  func mayMeet(_ target: Target) -> Bool {
    guard let property = target.property else { return true }
    switch properties[property].body {
    case .always(let formula): return formula != .true
    case .step(let steps): return !steps.allSatisfy { $0.formula == .true }
    case .reach(let formula): return formula != .false
    case .reachStep(let steps): return !steps.allSatisfy { $0.formula == .false }
    case .lasts(let lasting): return lasting.condition != .false
    default: return true
    }
  }
}

private struct Absence {
  let rules: Core.Rules
  let sorts: Set<Core.ID<Core.Entity>>

  private func isMissing(_ type: Core.ValueType) -> Bool {
    if case .entity(let sort) = type.scalar { sorts.contains(sort) } else { false }
  }

  private func isMissing(_ expression: Core.Expression) -> Bool {
    isMissing(rules.type(of: expression))
  }

  /// Returns true if no entity can be an argument of the event, or there is no room for an entity
  /// that it introduces.
  private func isImpossible(_ event: Core.Event) -> Bool {
    concernsNobody(event) || event.results.contains { isMissing($0.variable.type) }
  }

  private func concernsNobody(_ event: Core.Event) -> Bool {
    event.parameters.contains { !$0.type.isOptional && isMissing($0.type) }
  }

  /// Returns the simplified event. One that introduces an entity for which there is no room still
  /// limits time if it is due.
  func event(_ event: Core.Event) -> Core.Event {
    var fewer = event
    if concernsNobody(event) {
      fewer.guards = [Core.Guard(condition: .false, citations: [], text: "", span: event.span)]
    }
    for index in fewer.guards.indices {
      fewer.guards[index].condition = simplified(fewer.guards[index].condition)
    }
    for index in fewer.assumptions.indices {
      fewer.assumptions[index].condition = simplified(fewer.assumptions[index].condition)
    }
    fewer.updates = isImpossible(event) ? [] : event.updates.compactMap(update)
    return fewer
  }

  private func update(_ update: Core.Update) -> Core.Update? {
    var simpler = update
    simpler.condition = simplified(update.condition)
    simpler.action = action(update.action)
    let isNever =
      simpler.condition == .false || update.each.map { isMissing($0.variable.type) } ?? false
    return isNever ? nil : simpler
  }

  private func action(_ action: Core.Action) -> Core.Action {
    guard case .assign(let place, let value) = action else { return action }
    return .assign(place, simplified(value))
  }

  func property(_ property: Core.Property) -> Core.Property {
    var simpler = property
    simpler.body = property.body.mapping(formula: simplified, bound: bound, step: step)
    return simpler
  }

  private func bound(
    _ binders: [Core.Binder], _ condition: Core.Expression
  ) -> ([Core.Binder], Core.Expression) {
    let isNever = binders.contains { isMissing($0.variable.type) }
    return (binders, isNever ? .false : simplified(condition))
  }

  /// Returns the simplified formula; nil: no such step is possible.
  private func step(_ step: Core.StepFormula) -> Core.StepFormula? {
    guard !isImpossible(rules[step.event]) else { return nil }
    return Core.StepFormula(event: step.event, formula: simplified(step.formula))
  }

  private func simplified(_ expression: Core.Expression) -> Core.Expression {
    expression.rewritten { part in
      switch part {
      case .isNone(let inner) where isMissing(inner): .true
      case .equal(let a, let b) where isMissing(a) && isMissing(b): .true
      case .member(let member, _) where isMissing(member): .false
      case .extreme(let extreme) where isMissing(extreme.binder.variable.type): .false
      case .notified(let recipient, _, _) where isMissing(recipient): .false
      case .and(let parts): .all(parts)
      case .or(let parts): .any(parts)
      case .not(let inner): .negation(of: inner)
      case .conditional(.true, let then, _): then
      case .conditional(.false, _, let otherwise): otherwise
      case .quantified(let quantifier, let binders, let condition, let body):
        quantified(quantifier, binders, condition, body) ?? part
      default: part
      }
    }
  }

  /// Returns the truth of a quantifier; nil: it is not decided.
  private func quantified(
    _ quantifier: Core.Quantifier, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression
  ) -> Core.Expression? {
    let isVacuous = binders.contains { isMissing($0.variable.type) } || condition == .false
    switch quantifier {
    case .all: return isVacuous || body == .true ? .true : nil
    case .some: return isVacuous || body == .false ? .false : nil
    case .atLeast(let number):
      return isVacuous || body == .false ? .atMost(number, .literal(.number(0, .int))) : nil
    }
  }
}
