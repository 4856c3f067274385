internal import Rulebook

extension Core.Rules {
  /// The fields that may tell since when a condition has held: those which every event that may
  /// make it true sets to now. A guess, for the induction to confirm; only what plainly makes the
  /// condition false is told apart.
  func fieldsThatMayTell(since lasting: Core.Lasting) -> [Core.ID<Core.Field>] {
    guard lasting.binders.count == 1, let binder = lasting.binders.first?.variable,
      case .entity(let sort) = binder.type.scalar
    else { return [] }
    let turning = events.filter { mayMakeTrue(lasting.condition, of: binder, sort, $0) }
    return self[sort].fields.filter { field in
      !turning.isEmpty && turning.allSatisfy { $0.stamps(field) }
    }
  }

  private func mayMakeTrue(
    _ condition: Core.Expression, of binder: Core.Variable, _ sort: Core.ID<Core.Entity>,
    _ event: Core.Event
  ) -> Bool {
    let written = event.updates.contains { update in
      guard case .assign(.field(let field, _), let value) = update.action else { return false }
      return condition.reads(field) && !condition.excludes(value, for: field, of: binder)
    }
    let isNew = event.results.contains { $0.isNew && $0.variable.type.scalar == .entity(sort) }
    return written
      || isNew
        && !self[sort].fields.contains { field in
          guard case .value(let literal) = self[field].initial else { return false }
          return condition.excludes(.literal(literal), for: field, of: binder)
        }
  }
}

extension Core.Event {
  fileprivate func stamps(_ field: Core.ID<Core.Field>) -> Bool {
    updates.contains { update in
      if case .assign(.field(field, _), .now) = update.action { true } else { false }
    }
  }
}

extension Core.Expression {
  fileprivate func reads(_ field: Core.ID<Core.Field>) -> Bool {
    contains { if case .field(field, _, _) = $0 { true } else { false } }
  }

  /// Whether the condition says of the field that it is another literal.
  fileprivate func excludes(
    _ value: Core.Expression, for field: Core.ID<Core.Field>, of binder: Core.Variable
  ) -> Bool {
    switch self {
    case .and(let parts):
      return parts.contains { $0.excludes(value, for: field, of: binder) }
    case .equal(.field(field, .variable(binder), _), .literal(let wanted)),
      .equal(.literal(let wanted), .field(field, .variable(binder), _)):
      if case .literal(let given) = value { return given != wanted }
      return false
    case .field(field, .variable(binder), _): return value == .false
    case .not(.field(field, .variable(binder), _)): return value == .true
    default: return false
    }
  }
}
