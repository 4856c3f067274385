internal import Rulebook

/// What events that nobody logs may have to do with. Only a few ways in which they may have
/// happened are tried, so where none of these explains a fault it is certain only if such events
/// change nothing that the rule reads, nor anything that what it reads was made from.
///
/// Those of the clock are no matter: when they happened is known.
struct HiddenInfluence {
  /// The events and properties, and the fields and globals as findings name them.
  private var names: Set<String> = []
  /// Whom such events introduce.
  private var sorts: Set<Core.ID<Core.Entity>> = []

  init(_ rules: Core.Rules, hidden: Set<String>) {
    let events = rules.events.filter { hidden.contains($0.name) && !$0.isTold }
    guard !events.isEmpty else { return }
    for result in events.flatMap(\.results) where result.isNew {
      if case .entity(let sort) = result.variable.type.scalar { sorts.insert(sort) }
    }
    var places = Set(events.flatMap(\.updates).compactMap(\.action.written))
    var count = -1
    while places.count > count {
      count = places.count
      for update in rules.events.flatMap(\.updates)
      where reads([update.condition] + update.action.readExpressions, places) {
        if let written = update.action.written { places.insert(written) }
      }
    }
    for event in rules.events where reads(event.readExpressions, places) {
      names.insert(event.name)
    }
    for property in rules.properties where reads(property.body.expressions, places) {
      names.insert(property.name)
    }
    for place in places {
      switch place {
      case .global(let id): names.insert(rules[id].name)
      case .field(let id): names.insert("\(rules[rules[id].owner].name).\(rules[id].name)")
      }
    }
  }

  fileprivate enum Written: Hashable {
    case field(Core.ID<Core.Field>)
    case global(Core.ID<Core.Global>)
  }

  /// Whether a fault of a rule, or of what was observed of a place, may be theirs.
  func reaches(_ name: String) -> Bool { names.contains(name) }

  func mayIntroduce(_ sort: Core.ID<Core.Entity>) -> Bool { sorts.contains(sort) }

  private func reads(_ expressions: [Core.Expression], _ places: Set<Written>) -> Bool {
    expressions.contains { expression in
      expression.contains { node in
        if case .global(let id, _) = node { return places.contains(.global(id)) }
        return node.readFields.contains { places.contains(.field($0)) }
      }
    }
  }
}

extension Core.Event {
  /// Whether rules and time tell when it happens, and what it does.
  fileprivate var isTold: Bool { source == .clock && results.isEmpty }

  fileprivate var readExpressions: [Core.Expression] {
    var found = guards.map(\.condition) + assumptions.map(\.condition)
    if let due { found.append(due.instant) }
    for update in updates { found += [update.condition] + update.action.readExpressions }
    return found + refusal.flatMap(\.readExpressions)
  }
}

extension Core.Action {
  /// nil: it sends a message.
  fileprivate var written: HiddenInfluence.Written? {
    switch self {
    case .assign(.field(let id, _), _): .field(id)
    case .assign(.global(let id), _): .global(id)
    case .append(_, let collection), .move(_, let collection), .remove(_, let collection),
      .add(_, let collection):
      .field(collection.field)
    case .notify: nil
    }
  }
}
