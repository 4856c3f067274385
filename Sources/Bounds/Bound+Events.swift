public import Rulebook
internal import Search

extension Bound {
  /// The events from which on the wait may count: those that set the stored instant to the
  /// present, or may make the condition true. In the order of the rules.
  public func beginnings(in rules: Core.Rules) -> [Core.ID<Core.Event>] {
    events(of: rules) { event in
      if let start = wait.start?.storedField {
        return event.updates.contains { update in
          if case .assign(.field(start, _), .now) = update.action { true } else { false }
        }
      }
      return introduces(event, rules) || truthsAfter(event, rules).contains { $0 != false }
    }
  }

  /// The events with which the wait may end: those that may make the condition false.
  public func endings(in rules: Core.Rules) -> [Core.ID<Core.Event>] {
    events(of: rules) { event in truthsAfter(event, rules).contains { $0 != true } }
  }

  private func events(
    of rules: Core.Rules, where test: (Core.Event) -> Bool
  ) -> [Core.ID<Core.Event>] {
    rules.events.indices.filter { test(rules.events[$0]) }.map { Core.ID($0) }
  }

  /// What the condition is after each write to a field that it reads, as far as the value that is
  /// written tells; nil: it does not.
  private func truthsAfter(_ event: Core.Event, _ rules: Core.Rules) -> [Bool?] {
    event.updates.compactMap { update -> Bool?? in
      switch update.action {
      case .assign(.field(let field, _), let value):
        guard wait.condition.reads(field) else { return nil }
        return .some(wait.condition.truth(where: field, is: value))
      case .assign(.global(let global), _):
        let isRead = wait.condition.contains {
          if case .global(global, _) = $0 { true } else { false }
        }
        return isRead ? .some(nil) : nil
      case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
        .add(_, let collection):
        return wait.condition.reads(collection.field) ? .some(nil) : nil
      case .notify: return nil
      }
    }
  }

  /// Whether the event introduces somebody who may wait at once.
  private func introduces(_ event: Core.Event, _ rules: Core.Rules) -> Bool {
    event.results.contains { result in
      guard result.isNew, case .entity(let sort) = result.variable.type.scalar,
        wait.binders.contains(where: { $0.variable.type.scalar == .entity(sort) })
      else { return false }
      return !rules[sort].fields.contains { id in
        guard case .value(let literal) = rules[id].initial, wait.condition.reads(id) else {
          return false
        }
        return wait.condition.truth(where: id, is: .literal(literal)) == false
      }
    }
  }
}

extension Core.Expression {
  /// The field whose instant it is.
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

  /// Whether it holds if the field is a value and nothing else is known; nil: that is not said.
  fileprivate func truth(where field: Core.ID<Core.Field>, is value: Core.Expression) -> Bool? {
    switch self {
    case .literal(.bool(let value)): return value
    case .field(field, _, _):
      if case .literal(.bool(let value)) = value { return value }
      return nil
    case .not(let inner): return inner.truth(where: field, is: value).map { !$0 }
    case .and(let parts):
      let truths = parts.map { $0.truth(where: field, is: value) }
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .or(let parts):
      let truths = parts.map { $0.truth(where: field, is: value) }
      return truths.contains(true) ? true : truths.contains(nil) ? nil : false
    case .equal(.field(field, _, _), .literal(let wanted)),
      .equal(.literal(let wanted), .field(field, _, _)):
      if case .literal(let given) = value { return given == wanted }
      return nil
    case .isNone(.field(field, _, _)):
      switch value {
      case .literal(.none): return true
      case .literal, .now: return false
      default: return nil
      }
    default: return nil
    }
  }
}
