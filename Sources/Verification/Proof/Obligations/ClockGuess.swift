import Rulebook

extension Core.Rules {
  /// Returns the instants at which a condition may have begun to hold, in terms of its binder: a
  /// field that is set then, the instant at which an obligation begins it, or the one at which it
  /// changes while only time passes. Guesses, for the induction to confirm.
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
    let turns = (lasting.turns ?? []).prefix(1).map { (name: "when it turns", instant: $0) }
    return fields + dues + turns
  }

  /// Returns the obligations of one entity that may make the condition of that entity true.
  func obligationsThatMayBegin(_ lasting: Core.Lasting) -> [Core.ID<Core.Event>] {
    guard lasting.binders.count == 1, let binder = lasting.binders.first?.variable,
      case .entity(let sort) = binder.type.scalar
    else { return [] }
    return events.indices.map { Core.ID($0) }.filter { id in
      dueInstant(of: self[id], for: binder) != nil
        && mayMakeTrue(lasting.condition, of: binder, sort, self[id])
    }
  }

  /// Returns the due instant in terms of the entity that is the only parameter of its sort; nil: it
  /// depends on something else, or on the time.
  private func dueInstant(of event: Core.Event, for binder: Core.Variable) -> Core.Expression? {
    let subjects = event.parameters.filter { $0.type == binder.type }
    guard event.source == .clock, let due = event.due?.instant, subjects.count == 1,
      !due.readsNow
    else { return nil }
    return due.isOnly(about: subjects)
      ? due.replacing(subjects[0], by: .variable(binder)) : nil
  }

  /// Returns the fields that may store the beginning of a condition: those which every event that
  /// may make it true sets to now. A guess, for the induction to confirm; only writes that plainly
  /// make the condition false are excluded.
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
  /// The instants at which comparisons in the condition change their truth while only time passes,
  /// in terms of its binders, each once; nil if something else in it changes.
  var turns: [Core.Expression]? {
    let bound = binders.map(\.variable)
    var turns: [Core.Expression] = []
    func isRegular(_ part: Core.Expression) -> Bool {
      guard part.readsNow else { return true }
      switch part {
      case .not(let inner): return isRegular(inner)
      case .and(let parts), .or(let parts): return parts.allSatisfy(isRegular)
      default:
        guard part.isOnly(about: bound), let turn = part.turn else { return false }
        if !turns.contains(turn) { turns.append(turn) }
        return true
      }
    }
    return isRegular(condition) ? turns : nil
  }
}

extension Core.Expression {
  /// Returns true if it reads no other variables than these.
  fileprivate func isOnly(about variables: [Core.Variable]) -> Bool {
    !contains {
      if case .variable(let variable) = $0 { !variables.contains(variable) } else { false }
    }
  }

  /// The first instant at which a comparison with the present changes its truth; nil: it is no
  /// comparison, or not with the present plus or minus some terms.
  fileprivate var turn: Core.Expression? {
    let (left, right, isStrict): (Core.Expression, Core.Expression, Bool)
    switch self {
    case .less(let a, let b): (left, right, isStrict) = (a, b, true)
    case .atMost(let a, let b): (left, right, isStrict) = (a, b, false)
    default: return nil
    }
    var sum = SumWithNow()
    guard sum.add(right, times: 1), sum.add(left, times: -1), abs(sum.nows) == 1 else { return nil }
    let isLater = sum.nows == 1
    var added = isLater ? sum.subtracted : sum.added
    let subtracted = isLater ? sum.added : sum.subtracted
    // now >= t changes at t, now > t one millisecond later; now < t and now <= t likewise.
    if isLater == isStrict { added.append(.literal(.number(1, .duration))) }
    guard let first = added.first else { return nil }
    let positive = added.dropFirst().reduce(first) { .sum($0, $1, .time) }
    return subtracted.reduce(positive) { .difference($0, $1, .time) }
  }
}

/// A sum with a multiple of the present, and the terms added and subtracted.
private struct SumWithNow {
  var nows = 0
  var added: [Core.Expression] = []
  var subtracted: [Core.Expression] = []

  /// Adds the terms of an expression.
  /// - Returns: false if something in it depends on the present otherwise.
  mutating func add(_ expression: Core.Expression, times sign: Int) -> Bool {
    switch expression {
    case .now: nows += sign
    case .sum(let a, let b, _): return add(a, times: sign) && add(b, times: sign)
    case .difference(let a, let b, _): return add(a, times: sign) && add(b, times: -sign)
    case let other where other.readsNow: return false
    default: if sign > 0 { added.append(expression) } else { subtracted.append(expression) }
    }
    return true
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

  /// Returns true if the condition says that the field has a literal different from the value.
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
