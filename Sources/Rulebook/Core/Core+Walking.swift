extension Core.Expression {
  /// The operands, in the order of evaluation.
  public var children: [Core.Expression] {
    switch self {
    case .literal, .variable, .now, .global: []
    case .field(_, let owner, _): [owner]
    case .isNone(let e), .certain(let e), .not(let e): [e]
    case .and(let parts), .or(let parts), .product(let parts, _): parts
    case .equal(let a, let b), .less(let a, let b), .atMost(let a, let b): [a, b]
    case .sum(let a, let b, _), .difference(let a, let b, _): [a, b]
    case .quotient(let dividends, let divisors, _, _): dividends + divisors
    case .conditional(let c, let a, let b): [c, a, b]
    case .quantified(_, let binders, let condition, let body):
      binders.compactMap(\.domain.owner) + (condition.map { [$0] } ?? []) + [body]
    case .member(let e, let collection): [e, collection.owner]
    case .ahead(let a, let b, let collection): [a, b, collection.owner]
    case .extreme(let extreme): extreme.children
    case .notified(let recipient, _, let arguments): [recipient] + arguments.compactMap(\.self)
    }
  }

  /// What must hold for it to hold, as far as it says so with `and`; in the order of evaluation.
  public var conjuncts: [Core.Expression] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }

  /// The expression with `change` applied to every node, from the leaves up.
  public func rewritten(_ change: (Core.Expression) -> Core.Expression) -> Core.Expression {
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
          quantifier, binders.map(inner), condition: condition.map(inner), body: inner(body))
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

  /// Whether `test` holds for this expression or one inside it.
  public func contains(where test: (Core.Expression) -> Bool) -> Bool {
    test(self) || children.contains { $0.contains(where: test) }
  }

  /// Calls `visit` for this expression and everything inside it.
  public func forEach(_ visit: (Core.Expression) -> Void) {
    visit(self)
    for child in children { child.forEach(visit) }
  }

  /// The largest id of a variable in it, bound ones included; -1 without any.
  public var greatestVariable: Int {
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

extension Core.Binder.Domain {
  /// The entity whose collection is ranged over.
  public var owner: Core.Expression? {
    if case .members(let collection) = self { collection.owner } else { nil }
  }
}

extension Core.Extreme {
  var children: [Core.Expression] {
    var all = [subject]
    if let owner = binder.domain.owner { all.append(owner) }
    if let condition { all.append(condition) }
    if case .best(let key) = kind { all.append(key) }
    return all
  }
}

extension Core.Extreme.Kind {
  func mapKey(_ change: (Core.Expression) -> Core.Expression) -> Core.Extreme.Kind {
    if case .best(let key) = self { .best(key: change(key)) } else { self }
  }
}

extension Core.Action {
  /// What is evaluated to do it, the way to the place included.
  public var readExpressions: [Core.Expression] {
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
  /// Who is told, and what.
  public var readExpressions: [Core.Expression] { [recipient] + arguments.compactMap(\.self) }
}
