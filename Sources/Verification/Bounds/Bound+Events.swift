import Rulebook

extension Bound {
  /// Returns the events from which on the wait may count: those that set the stored instant to the
  /// present, or may make the condition true. In the order of the rules.
  package func beginnings(in rules: Core.Rules) -> [Core.ID<Core.Event>] {
    events(of: rules) { event in
      if let start = storedSince {
        return event.updates.contains { update in
          if case .assign(.field(start, _), .now) = update.action { true } else { false }
        }
      }
      return introduces(event, rules)
        || truthsAfter(event, rules, before: false).contains { $0 != false }
    }
  }

  /// The field that stores the instant from which on the limit counts.
  package var storedSince: Core.ID<Core.Field>? { wait.start?.storedField }

  /// Returns the events with which the wait may end: those that may make the condition false where
  /// it may have been true.
  package func endings(in rules: Core.Rules) -> [Core.ID<Core.Event>] {
    events(of: rules) { event in
      truthsAfter(event, rules, before: true).contains { $0 != true }
    }
  }

  private func events(
    of rules: Core.Rules, where test: (Core.Event) -> Bool
  ) -> [Core.ID<Core.Event>] {
    rules.events.indices.filter { test(rules.events[$0]) }.map { Core.ID($0) }
  }

  /// The condition under which an entity waits, including its membership in the queue or the set
  /// over which a binder ranges.
  private var condition: Core.Expression {
    let memberships = wait.binders.compactMap { binder -> Core.Expression? in
      guard case .members(let collection) = binder.domain else { return nil }
      return .member(.variable(binder.variable), of: collection)
    }
    return .all(memberships + [wait.condition])
  }

  /// Returns the truth of the condition after each write to a field that it reads, as far as the
  /// written value decides it; nil: it does not. Writes are left out if the guards exclude that the
  /// condition had the truth `before`.
  private func truthsAfter(
    _ event: Core.Event, _ rules: Core.Rules, before: Bool
  ) -> [Bool?] {
    let condition = self.condition
    return event.updates.compactMap { update -> Bool?? in
      switch update.action {
      case .assign(.field(let field, let owner), let value):
        // An entity that does not exist does not wait.
        guard condition.reads(field), !(before && event.introduces(owner)),
          mayBe(before, field, of: owner, at: event, rules)
        else { return nil }
        // If the condition was true, the parts that do not read the field stay true.
        let asked = before ? condition.part(reading: field) : condition
        return .some(asked.truth(where: field, of: nil, is: value))
      case .assign(.global(let global), _):
        let isRead = condition.contains {
          if case .global(global, _) = $0 { true } else { false }
        }
        return isRead ? .some(nil) : nil
      // An entity that waits because it is in a queue does not stop waiting when another joins, and
      // does not begin when another leaves.
      case .append(_, let collection) where before && !wait.condition.reads(collection.field),
        .add(_, let collection) where before && !wait.condition.reads(collection.field),
        .remove(_, let collection) where !before && !wait.condition.reads(collection.field):
        return nil
      case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
        .add(_, let collection):
        return condition.reads(collection.field) ? .some(nil) : nil
      case .notify: return nil
      }
    }
  }

  /// Returns true if the guards allow a value of the field with which the condition may have the
  /// given truth.
  private func mayBe(
    _ truth: Bool, _ field: Core.ID<Core.Field>, of owner: Core.Expression,
    at event: Core.Event, _ rules: Core.Rules
  ) -> Bool {
    guard case .value(let type) = rules[field].kind,
      case .enumeration(let enumeration) = type.scalar, !type.isOptional
    else { return true }
    return rules[enumeration].cases.indices.contains { position in
      let value = Core.Expression.literal(.symbol(position, of: enumeration))
      return event.guards.allSatisfy {
        $0.condition.truth(where: field, of: owner, is: value) != false
      } && condition.truth(where: field, of: nil, is: value) != !truth
    }
  }

  /// Returns true if the event introduces an entity that may wait at once.
  private func introduces(_ event: Core.Event, _ rules: Core.Rules) -> Bool {
    event.results.contains { result in
      guard result.isNew, case .entity(let sort) = result.variable.type.scalar,
        wait.binders.contains(where: { $0.variable.type.scalar == .entity(sort) })
      else { return false }
      return !rules[sort].fields.contains { id in
        guard case .value(let literal) = rules[id].initial, condition.reads(id) else {
          return false
        }
        return condition.truth(where: id, of: nil, is: .literal(literal)) == false
      }
    }
  }
}

extension Core.Event {
  fileprivate func introduces(_ owner: Core.Expression) -> Bool {
    results.contains { $0.isNew && owner == .variable($0.variable) }
  }
}

extension Core.Expression {
  /// The field whose instant the expression reads.
  fileprivate var storedField: Core.ID<Core.Field>? {
    switch self {
    case .field(let field, _, _): field
    case .certain(let inner): inner.storedField
    default: nil
    }
  }

  fileprivate func reads(_ field: Core.ID<Core.Field>) -> Bool {
    contains { part in
      switch part {
      case .field(let read, _, _): read == field
      case .member(_, let collection), .ahead(_, _, let collection): collection.field == field
      default: false
      }
    }
  }

  /// Returns the conjuncts that read the field.
  fileprivate func part(reading field: Core.ID<Core.Field>) -> Core.Expression {
    guard case .and(let parts) = self else { return self }
    return .all(parts.filter { $0.reads(field) }.map { $0.part(reading: field) })
  }

  /// Returns the truth of the expression if the field of the owner, or of any owner if none is
  /// given, has a value, and nothing else is known; nil: that does not decide it.
  fileprivate func truth(
    where field: Core.ID<Core.Field>, of owner: Core.Expression?, is value: Core.Expression
  ) -> Bool? {
    func isMeant(_ part: Core.Expression) -> Bool {
      guard case .field(field, let other, _) = part else { return false }
      return owner == nil || owner == other
    }
    func truth(_ part: Core.Expression) -> Bool? { part.truth(where: field, of: owner, is: value) }
    switch self {
    case .literal(.bool(let truth)): return truth
    case .field where isMeant(self):
      if case .literal(.bool(let truth)) = value { return truth }
      return nil
    case .not(let inner): return truth(inner).map { !$0 }
    case .and(let parts):
      let truths = parts.map(truth)
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .or(let parts):
      let truths = parts.map(truth)
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .equal(let place, .literal(let wanted)) where isMeant(place),
      .equal(.literal(let wanted), let place) where isMeant(place):
      if case .literal(let given) = value { return given == wanted }
      return nil
    case .isNone(let place) where isMeant(place):
      switch value {
      case .literal(.none): return true
      case .literal, .now: return false
      default: return nil
      }
    default: return nil
    }
  }
}
