internal import Rulebook

extension Core.Expression {
  /// The expressions directly inside, from the left.
  var children: [Core.Expression] {
    switch self {
    case .literal, .variable, .now, .global: []
    case .field(_, let owner, _): [owner]
    case .isNone(let part), .certain(let part), .not(let part): [part]
    case .and(let parts), .or(let parts), .product(let parts, _): parts
    case .equal(let a, let b), .less(let a, let b), .atMost(let a, let b): [a, b]
    case .sum(let a, let b, _), .difference(let a, let b, _): [a, b]
    case .quotient(let dividends, let divisors, _, _): dividends + divisors
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .quantified(_, let binders, let condition, let body):
      binders.compactMap(\.collectionOwner) + [condition, body].compactMap { $0 }
    case .member(let member, let collection): [member, collection.owner]
    case .ahead(let a, let b, let collection): [a, b, collection.owner]
    case .extreme(let extreme):
      [extreme.subject, extreme.binder.collectionOwner, extreme.condition, extreme.key]
        .compactMap { $0 }
    case .notified(let recipient, _, let arguments):
      [recipient] + arguments.compactMap { $0 }
    }
  }

  /// Calls `visit` for this expression and every one inside it.
  func walk(_ visit: (Core.Expression) -> Void) {
    visit(self)
    for child in children { child.walk(visit) }
  }

  /// Whether the value can change while only time passes.
  var readsNow: Bool {
    if case .now = self { return true }
    return children.contains { $0.readsNow }
  }
}

extension Core.Binder {
  var collectionOwner: Core.Expression? {
    if case .members(let collection) = domain { collection.owner } else { nil }
  }
}

extension Core.Extreme {
  var key: Core.Expression? {
    if case .best(let key) = kind { key } else { nil }
  }
}

extension Core.Event {
  /// Every expression that stands in the event.
  var expressions: [Core.Expression] {
    var found = guards.map(\.condition) + assumptions.map(\.condition)
    if let due { found.append(due.instant) }
    for update in updates {
      found.append(update.condition)
      found += update.action.expressions
    }
    return found + refusal.flatMap(\.expressions)
  }
}

extension Core.Action {
  var expressions: [Core.Expression] {
    switch self {
    case .assign(.field(_, let owner), let value): [owner, value]
    case .assign(.global, let value): [value]
    case .append(let member, let collection), .move(let member, let collection),
      .remove(let member, let collection), .add(let member, let collection):
      [member, collection.owner]
    case .notify(let notification): notification.expressions
    }
  }
}

extension Core.Notification {
  var expressions: [Core.Expression] { [recipient] + arguments.compactMap { $0 } }
}

extension Core.Property {
  /// Every expression that stands in the property.
  var expressions: [Core.Expression] {
    switch body {
    case .always(let formula), .reach(let formula): [formula]
    case .step(let formulas), .reachStep(let formulas): formulas.map(\.formula)
    case .lasts(let lasting):
      lasting.binders.compactMap(\.collectionOwner) + [lasting.condition]
    case .measure(let binders, let condition):
      binders.compactMap(\.collectionOwner) + [condition]
    }
  }
}
