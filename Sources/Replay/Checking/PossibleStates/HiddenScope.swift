import Rulebook
import Semantics

/// The part of a rulebook that hidden events may concern: the fields that they read or write, the
/// events that read or write one of these, all fields of those events, and so on.
struct HiddenScope: Sendable {
  let hidden: [Core.ID<Core.Event>]
  /// True for events that read or write a field of the scope; by event.
  private let events: [Bool]
  /// The fields of the scope, by sort.
  let fields: [[Core.ID<Core.Field>]]
  /// True for events whose guards or due instant depend on the instant; `effectsReadTime` says so
  /// of effects. By event.
  let guardsReadTime: [Bool]
  let effectsReadTime: [Bool]
  /// The obligations of the scope, hidden ones included.
  let obligations: [Core.ID<Core.Event>]

  /// Creates the scope; nil: only obligations are hidden, which are inferred when they are due; or
  /// the rules of the scope read more than values of entities that they reach from their
  /// parameters.
  init?(_ rules: Core.Rules, hidden names: Set<String>) {
    let hidden = rules.events.indices.filter { names.contains(rules.events[$0].name) }
    guard hidden.contains(where: { rules.events[$0].source != .clock }) else { return nil }
    let touched = rules.events.map { $0.expressions.locations.union($0.written) }
    var locations = hidden.reduce(into: Set<Core.Location>()) { $0.formUnion(touched[$1]) }
    var isInScope = rules.events.indices.map { hidden.contains($0) }
    var grows = true
    while grows {
      grows = false
      for index in rules.events.indices
      where !isInScope[index] && !touched[index].isDisjoint(with: locations) {
        isInScope[index] = true
        locations.formUnion(touched[index])
        grows = true
      }
    }
    var fields = rules.entities.map { _ in [Core.ID<Core.Field>]() }
    for location in locations {
      guard case .field(let id) = location, case .value = rules[id].kind else { return nil }
      fields[rules[id].owner.index].append(id)
    }
    for index in rules.events.indices where isInScope[index] {
      guard rules.events[index].isOfReachableValues else { return nil }
      if hidden.contains(index), rules.events[index].introduces { return nil }
    }
    self.hidden = hidden.map { Core.ID($0) }
    events = isInScope
    self.fields = fields.map { $0.sorted { $0.index < $1.index } }
    guardsReadTime = rules.events.map { event in
      event.due != nil || event.guards.contains { $0.condition.readsNow }
    }
    effectsReadTime = rules.events.map { event in
      event.updates.contains {
        $0.condition.readsNow || $0.action.readExpressions.contains(where: \.readsNow)
      }
    }
    obligations = rules.events.indices.filter { isInScope[$0] && rules.events[$0].due != nil }
      .map { Core.ID($0) }
  }

  func contains(_ event: Core.ID<Core.Event>) -> Bool { events[event.index] }

  func contains(_ field: Core.ID<Core.Field>, of sort: Core.ID<Core.Entity>) -> Bool {
    fields[sort.index].contains(field)
  }

  func contains(_ sort: Core.ID<Core.Entity>) -> Bool { !fields[sort.index].isEmpty }
}

extension Core.Expression {
  /// True if it reads only values of entities that it reaches from variables.
  fileprivate var isOfReachableValues: Bool {
    var isIt = true
    forEach { node in
      switch node {
      case .global, .quantified, .member, .ahead, .extreme, .notified: isIt = false
      default: break
      }
    }
    return isIt
  }
}

extension Core.Event {
  fileprivate var isOfReachableValues: Bool {
    guard guards.allSatisfy({ $0.condition.isOfReachableValues }),
      due?.instant.isOfReachableValues ?? true
    else { return false }
    return updates.allSatisfy { update in
      if update.each != nil { return false }
      return switch update.action {
      case .assign(.field(_, let owner), let value):
        update.condition.isOfReachableValues && owner.isOfReachableValues
          && value.isOfReachableValues
      case .notify: true
      case .assign(.global, _), .append, .move, .remove, .add: false
      }
    }
  }
}
