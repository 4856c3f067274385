internal import Rulebook

extension Core.Expression {
  /// Whether the value can change while only time passes.
  var readsNow: Bool {
    contains { if case .now = $0 { true } else { false } }
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
      lasting.binders.compactMap(\.domain.owner) + [lasting.condition]
    case .measure(let binders, let condition):
      binders.compactMap(\.domain.owner) + [condition]
    }
  }
}
