import Rulebook

extension Core.Event {
  /// The expressions of the event.
  package var expressions: [Core.Expression] {
    var found = guards.map(\.condition) + assumptions.map(\.condition)
    if let due { found.append(due.instant) }
    for update in updates {
      found.append(update.condition)
      found += update.action.readExpressions
    }
    return found + refusal.flatMap(\.readExpressions)
  }

  /// True if the event introduces an entity.
  package var introduces: Bool { results.contains(where: \.isNew) }
}
