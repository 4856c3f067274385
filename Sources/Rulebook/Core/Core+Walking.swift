extension Core.Expression {
  /// The operands, in the order of evaluation.
  package var children: [Core.Expression] {
    var all: [Core.Expression] = []
    _ = hasChild {
      all.append($0)
      return false
    }
    return all
  }

  /// Returns true if `test` holds for one of the operands. It tests them in the order of evaluation
  /// and stops at the first for which it holds. Every rulebook is walked many times while it is
  /// loaded, so this makes no list of operands.
  private func hasChild(where test: (Core.Expression) -> Bool) -> Bool {
    switch self {
    case .literal, .variable, .now, .global: false
    case .field(_, let owner, _): test(owner)
    case .isNone(let e), .certain(let e), .not(let e): test(e)
    case .and(let parts), .or(let parts), .product(let parts, _): parts.contains(where: test)
    case .equal(let a, let b), .less(let a, let b), .atMost(let a, let b): test(a) || test(b)
    case .sum(let a, let b, _), .difference(let a, let b, _): test(a) || test(b)
    case .quotient(let dividends, let divisors, _, _):
      dividends.contains(where: test) || divisors.contains(where: test)
    case .conditional(let c, let a, let b): test(c) || test(a) || test(b)
    case .quantified(let quantifier, let binders, let condition, let body):
      quantifier.number.map(test) ?? false
        || binders.contains { $0.domain.owner.map(test) ?? false }
        || condition.map(test) ?? false || test(body)
    case .member(let e, let collection): test(e) || test(collection.owner)
    case .ahead(let a, let b, let collection): test(a) || test(b) || test(collection.owner)
    case .extreme(let extreme): extreme.hasChild(where: test)
    case .notified(let recipient, _, let arguments):
      test(recipient) || arguments.contains { $0.map(test) ?? false }
    }
  }

  /// The expressions whose conjunction this is, with nested `and` flattened, in the order of
  /// evaluation; the expression alone if it is no `and`.
  package var conjuncts: [Core.Expression] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }

  /// Returns the expression with `change` applied to every node, from the leaves up.
  package func rewritten(_ change: (Core.Expression) -> Core.Expression) -> Core.Expression {
    func inner(_ e: Core.Expression) -> Core.Expression { e.rewritten(change) }
    func inner(_ c: Core.Collection) -> Core.Collection {
      Core.Collection(field: c.field, owner: inner(c.owner), era: c.era)
    }
    func inner(_ b: Core.Binder) -> Core.Binder {
      guard case .members(let collection) = b.domain else { return b }
      return Core.Binder(b.variable, .members(inner(collection)))
    }
    let rebuilt: Core.Expression =
      switch self {
      case .literal, .variable, .now, .global: self
      case .field(let id, let owner, let era): .field(id, of: inner(owner), era)
      case .isNone(let e): .isNone(inner(e))
      case .certain(let e): .certain(inner(e))
      case .not(let e): .not(inner(e))
      case .and(let parts): .and(parts.map(inner))
      case .or(let parts): .or(parts.map(inner))
      case .equal(let a, let b): .equal(inner(a), inner(b))
      case .less(let a, let b): .less(inner(a), inner(b))
      case .atMost(let a, let b): .atMost(inner(a), inner(b))
      case .sum(let a, let b, let type): .sum(inner(a), inner(b), type)
      case .difference(let a, let b, let type): .difference(inner(a), inner(b), type)
      case .product(let parts, let type): .product(parts.map(inner), type)
      case .quotient(let dividends, let divisors, let rounding, let type):
        .quotient(dividends.map(inner), over: divisors.map(inner), rounding, type)
      case .conditional(let c, let a, let b):
        .conditional(inner(c), then: inner(a), otherwise: inner(b))
      case .quantified(let quantifier, let binders, let condition, let body):
        .quantified(
          quantifier.mapNumber(inner), binders.map(inner), condition: condition.map(inner),
          body: inner(body))
      case .member(let e, let collection): .member(inner(e), of: inner(collection))
      case .ahead(let a, let b, let collection):
        .ahead(inner(a), of: inner(b), in: inner(collection))
      case .extreme(let e):
        .extreme(
          Core.Extreme(
            kind: e.kind.mapKey(inner), subject: inner(e.subject), binder: inner(e.binder),
            condition: e.condition.map(inner)))
      case .notified(let recipient, let message, let arguments):
        .notified(inner(recipient), message, arguments.map { $0.map(inner) })
      }
    return change(rebuilt)
  }

  /// Returns true if `test` holds for this expression or one inside it.
  package func contains(where test: (Core.Expression) -> Bool) -> Bool {
    test(self) || hasChild { $0.contains(where: test) }
  }

  /// True if the value can change while only time passes.
  package var readsNow: Bool { contains { $0 == .now } }

  /// Returns true if the expression reads the variable.
  package func mentions(_ variable: Core.Variable) -> Bool {
    contains { $0 == .variable(variable) }
  }

  /// Returns the expression with another one in place of a free variable.
  package func replacing(
    _ variable: Core.Variable, by other: Core.Expression
  ) -> Core.Expression {
    rewritten { $0 == .variable(variable) ? other : $0 }
  }

  /// Calls `visit` for this expression and everything inside it.
  package func forEach(_ visit: (Core.Expression) -> Void) {
    _ = contains {
      visit($0)
      return false
    }
  }

  /// The largest id of a variable in it, bound ones included; -1 without any.
  package var greatestVariable: Int {
    var greatest = -1
    forEach { expression in
      switch expression {
      case .variable(let variable): greatest = max(greatest, variable.id)
      case .quantified(_, let binders, _, _):
        for binder in binders { greatest = max(greatest, binder.variable.id) }
      case .extreme(let extreme): greatest = max(greatest, extreme.binder.variable.id)
      default: break
      }
    }
    return greatest
  }
}

extension Core.Quantifier {
  /// The least number of bindings; nil: all, or at least one.
  package var number: Core.Expression? {
    if case .atLeast(let number) = self { number } else { nil }
  }

  func mapNumber(_ change: (Core.Expression) -> Core.Expression) -> Core.Quantifier {
    number.map { .atLeast(change($0)) } ?? self
  }
}

extension Core.Binder.Domain {
  /// The entity that has the collection ranged over.
  package var owner: Core.Expression? {
    if case .members(let collection) = self { collection.owner } else { nil }
  }
}

extension Core.Extreme {
  fileprivate func hasChild(where test: (Core.Expression) -> Bool) -> Bool {
    if test(subject) || binder.domain.owner.map(test) ?? false || condition.map(test) ?? false {
      return true
    }
    return if case .best(let key) = kind { test(key) } else { false }
  }
}

extension Core.Extreme.Kind {
  func mapKey(_ change: (Core.Expression) -> Core.Expression) -> Core.Extreme.Kind {
    if case .best(let key) = self { .best(key: change(key)) } else { self }
  }
}

extension Core.Update {
  /// The conjuncts of the condition of `each`, in two groups: those before the first that mentions
  /// the variable are tested once; that one and all behind it, which may rely on it, are tested for
  /// each entity.
  package var parts: (once: ArraySlice<Core.Expression>, forEach: ArraySlice<Core.Expression>) {
    let conjuncts = condition.conjuncts
    let once = conjuncts.prefix { part in
      each.map { !part.mentions($0.variable) } ?? true
    }
    return (once, conjuncts[once.count...])
  }

  /// The condition; for `each`, that at least one entity satisfies it, so that a search for
  /// quantifiers finds this one.
  package var closedCondition: Core.Expression {
    guard let each else { return condition }
    return .quantified(.some, [each], condition: nil, body: condition)
  }
}

extension Core.Action {
  /// The expressions evaluated to do the action, those that lead to the place included.
  package var readExpressions: [Core.Expression] {
    switch self {
    case .assign(.field(_, let owner), let value): [owner, value]
    case .assign(.global, let value): [value]
    case .append(let member, let collection), .move(let member, let collection),
      .remove(let member, let collection), .add(let member, let collection):
      [member, collection.owner]
    case .notify(let notification): notification.readExpressions
    }
  }
}

extension Core.Notification {
  /// The expressions of the recipient and the arguments.
  package var readExpressions: [Core.Expression] { [recipient] + arguments.compactMap(\.self) }
}
