import Rulebook

/// The states in which an entity is over: only entities that refer to it can read it, and no event
/// can change it. Its number may then name another one.
///
/// A case of an enumerated field of an introduced sort is final if it makes, by itself,
/// - a guard false of every event that has such an entity as an argument,
/// - every quantifier over the sort, in any executed expression, pass the entity over,
/// - the condition false of every lasting property about such entities.
struct Finality {
  /// The final cases of the field in each column, as bits.
  private(set) var cases: [UInt64]

  init(_ rules: Core.Rules) {
    cases = Array(repeating: 0, count: rules.fields.count + rules.globals.count)
    let choices = rules.executedExpressions.flatMap(\.choices)
    for (index, field) in rules.fields.enumerated() {
      guard rules[field.owner].isIntroduced, case .value(let type) = field.kind,
        case .enumeration(let id) = type.scalar
      else { continue }
      for position in rules[id].cases.indices where position < 64 {
        let known = KnownField(
          field: Core.ID(index), sort: field.owner, literal: .symbol(position, of: id))
        if known.isFinal(in: rules, choices) { cases[index] |= 1 << UInt64(position) }
      }
    }
  }
}

/// The fact that a field of some entity holds a certain value, and its consequences.
private struct KnownField {
  let field: Core.ID<Core.Field>
  let sort: Core.ID<Core.Entity>
  let literal: Core.Literal

  func isFinal(in rules: Core.Rules, _ choices: [Core.Expression]) -> Bool {
    for event in rules.events {
      for parameter in event.parameters where parameter.type.scalar == .entity(sort) {
        guard event.guards.contains(where: { truth($0.condition, of: parameter) == false }) else {
          return false
        }
      }
    }
    for case .lasts(let lasting) in rules.properties.map(\.body) {
      for binder in lasting.binders where binder.variable.type.scalar == .entity(sort) {
        guard truth(lasting.condition, of: binder.variable) == false else { return false }
      }
    }
    return !choices.contains { looksAt($0) }
  }

  /// Returns true if a choice goes through the entities of the sort and may stop at this one.
  private func looksAt(_ choice: Core.Expression) -> Bool {
    switch choice {
    case .quantified(let quantifier, let binders, let condition, let body):
      for binder in binders where isOver(binder) {
        let premise = condition.map { truth($0, of: binder.variable) } ?? true
        let conclusion = truth(body, of: binder.variable)
        if premise == false || conclusion == (quantifier == .all) { continue }
        return true
      }
      return false
    case .extreme(let extreme):
      guard isOver(extreme.binder) else { return false }
      return extreme.condition.map { truth($0, of: extreme.binder.variable) } != false
    default: return false
    }
  }

  private func isOver(_ binder: Core.Binder) -> Bool {
    if case .entities(sort, _) = binder.domain { true } else { false }
  }

  /// Returns the truth of a condition, as far as the field decides it.
  private func truth(_ condition: Core.Expression, of variable: Core.Variable) -> Bool? {
    switch condition {
    case .literal(.bool(let truth)): return truth
    case .not(let part): return truth(part, of: variable).map { !$0 }
    case .and(let parts):
      let truths = parts.map { truth($0, of: variable) }
      return truths.contains(false) ? false : truths.allSatisfy { $0 == true } ? true : nil
    case .or(let parts):
      let truths = parts.map { truth($0, of: variable) }
      return truths.contains(true) ? true : truths.allSatisfy { $0 == false } ? false : nil
    case .equal(.field(field, .variable(variable), .here), .literal(let other)),
      .equal(.literal(let other), .field(field, .variable(variable), .here)):
      return literal == other
    default: return nil
    }
  }
}

extension Core.Rules {
  /// The expressions that are evaluated when events happen and time passes.
  fileprivate var executedExpressions: [Core.Expression] {
    var found: [Core.Expression] = []
    for event in events {
      found += event.guards.map(\.condition) + event.assumptions.map(\.condition)
      if let due = event.due { found.append(due.instant) }
      found += event.refusal.flatMap(\.parts)
      for update in event.updates {
        found.append(update.closedCondition)
        switch update.action {
        case .assign(.field(_, let owner), let value): found += [owner, value]
        case .assign(.global, let value): found.append(value)
        case .append(let member, let list), .move(let member, let list),
          .remove(let member, let list), .add(let member, let list):
          found += [member, list.owner]
        case .notify(let notification): found += notification.parts
        }
      }
    }
    for case .lasts(let lasting) in properties.map(\.body) { found.append(lasting.condition) }
    return found
  }
}

extension Core.Expression {
  /// The subexpressions that go through entities.
  fileprivate var choices: [Core.Expression] {
    var found: [Core.Expression] = []
    forEach {
      switch $0 {
      case .quantified, .extreme: found.append($0)
      default: break
      }
    }
    return found
  }
}

extension Core.Notification {
  fileprivate var parts: [Core.Expression] { [recipient] + arguments.compactMap { $0 } }
}
