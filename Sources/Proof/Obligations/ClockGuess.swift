internal import Rulebook

extension Core.Rules {
  /// The instants that may tell since when a condition has held, in terms of its binder: a field
  /// that is set then, the instant at which an obligation begins it, or the one at which it turns
  /// while only time passes. Guesses, for the induction to confirm.
  func instantsThatMayTell(
    since lasting: Core.Lasting
  ) -> [(name: String, instant: Core.Expression)] {
    guard lasting.binders.count == 1, let binder = lasting.binders.first?.variable else {
      return []
    }
    let fields = fieldsThatMayTell(since: lasting).map { field in
      (name: self[field].name, instant: Core.Expression.field(field, of: .variable(binder), .here))
    }
    let dues = obligationsThatMayBegin(lasting).compactMap { id in
      dueInstant(of: self[id], for: binder).map {
        (name: "when \(self[id].name) is due", instant: $0)
      }
    }
    let turns = (lasting.turns ?? []).compactMap(\.instantOfTurning).map {
      (name: "when it turns", instant: $0)
    }
    return fields + dues + turns.prefix(1)
  }

  /// The obligations of one entity that may make the condition of that entity true.
  func obligationsThatMayBegin(_ lasting: Core.Lasting) -> [Core.ID<Core.Event>] {
    guard lasting.binders.count == 1, let binder = lasting.binders.first?.variable,
      case .entity(let sort) = binder.type.scalar
    else { return [] }
    return events.indices.map { Core.ID($0) }.filter { id in
      dueInstant(of: self[id], for: binder) != nil
        && mayMakeTrue(lasting.condition, of: binder, sort, self[id])
    }
  }

  /// The due instant in terms of the entity that is the only parameter of its sort; nil: it hangs
  /// on something else, or on the time.
  private func dueInstant(of event: Core.Event, for binder: Core.Variable) -> Core.Expression? {
    let subjects = event.parameters.filter { $0.type == binder.type }
    guard event.source == .clock, let due = event.due?.instant, subjects.count == 1,
      !due.readsTime
    else { return nil }
    let isOfOthers = due.contains {
      if case .variable(let variable) = $0 { variable != subjects[0] } else { false }
    }
    return isOfOthers
      ? nil : due.rewritten { $0 == .variable(subjects[0]) ? .variable(binder) : $0 }
  }

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

extension Core.Lasting {
  /// The comparisons with the present at which the condition turns while only time passes, each
  /// once; nil if there is something else in it that turns.
  var turns: [Core.Expression]? {
    let bound = Set(binders.map(\.variable))
    var turns: [Core.Expression] = []
    func isRegular(_ part: Core.Expression) -> Bool {
      guard part.readsTime else { return true }
      switch part {
      case .not(let inner): return isRegular(inner)
      case .and(let parts), .or(let parts): return parts.allSatisfy(isRegular)
      case .less(let a, let b), .atMost(let a, let b):
        guard a.isLinearInTime, b.isLinearInTime,
          !part.contains(where: {
            if case .variable(let variable) = $0 { !bound.contains(variable) } else { false }
          })
        else { return false }
        if !turns.contains(part) { turns.append(part) }
        return true
      default: return false
      }
    }
    return isRegular(condition) ? turns : nil
  }
}

extension Core.Expression {
  var readsTime: Bool { contains { $0 == .now } }

  /// Whether it is a sum of the present and of what does not depend on it.
  fileprivate var isLinearInTime: Bool {
    switch self {
    case .now: true
    case .sum(let a, let b, _), .difference(let a, let b, _):
      a.isLinearInTime && b.isLinearInTime
    default: !readsTime
    }
  }

  /// The instant from which on the comparison holds, where it says so: `a <= now`, `a < now`.
  fileprivate var instantOfTurning: Core.Expression? {
    switch self {
    case .atMost(let instant, .now): instant.readsTime ? nil : instant
    case .less(let instant, .now):
      instant.readsTime ? nil : .sum(instant, .literal(.number(1, .duration)), .time)
    default: nil
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
