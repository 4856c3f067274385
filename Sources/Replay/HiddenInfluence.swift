internal import Rulebook

/// What events that nobody logs may have to do with. Only a few ways in which they may have
/// happened are tried, so where none of these explains a fault it is certain only if such events
/// change nothing that the rule reads, nor anything that what it reads was made from.
///
/// Those of the clock are no matter: when they happened is known.
struct HiddenInfluence {
  /// The events and properties, and the fields and globals as findings name them.
  private var names: Set<String> = []
  /// The same once lines have been left out because nobody knows whether they are right: what
  /// these change is as uncertain as what they read.
  private var namesAfterGaps: Set<String> = []
  /// Whom such events introduce.
  private var sorts: Set<Core.ID<Core.Entity>> = []

  init(_ rules: Core.Rules, hidden: Set<String>) {
    let events = rules.events.filter { hidden.contains($0.name) && !$0.isTold }
    guard !events.isEmpty else { return }
    for result in events.flatMap(\.results) where result.isNew {
      if case .entity(let sort) = result.variable.type.scalar { sorts.insert(sort) }
    }
    let changed = Set(events.flatMap(\.updates).compactMap(\.action.written))
    let steps = rules.events.flatMap(\.updates).map { update in
      ([update.condition] + update.action.readExpressions, [update.action.written])
    }
    names = Self.names(rules, reading: Self.closure(changed, steps))
    let lines = rules.events.map { ($0.readExpressions, $0.updates.map(\.action.written)) }
    namesAfterGaps = Self.names(rules, reading: Self.closure(changed, lines))
  }

  /// Whether a fault of a rule, or of what was observed of a place, may be theirs.
  func reaches(_ name: String, afterGaps: Bool) -> Bool {
    (afterGaps ? namesAfterGaps : names).contains(name)
  }

  func mayIntroduce(_ sort: Core.ID<Core.Entity>) -> Bool { sorts.contains(sort) }

  /// All places that are written by what reads one of these.
  private static func closure(
    _ start: Set<Written>, _ steps: [(reads: [Core.Expression], writes: [Written?])]
  ) -> Set<Written> {
    var places = start
    var count = -1
    while places.count > count {
      count = places.count
      for step in steps where Self.reads(step.reads, places) {
        places.formUnion(step.writes.compactMap(\.self))
      }
    }
    return places
  }

  private static func names(_ rules: Core.Rules, reading places: Set<Written>) -> Set<String> {
    let events = rules.events.filter { reads($0.readExpressions, places) }.map(\.name)
    let properties = rules.properties.filter { reads($0.body.expressions, places) }.map(\.name)
    let own = places.map { place in
      switch place {
      case .global(let id): rules[id].name
      case .field(let id): "\(rules[rules[id].owner].name).\(rules[id].name)"
      }
    }
    return Set(events + properties + own)
  }

  private static func reads(_ expressions: [Core.Expression], _ places: Set<Written>) -> Bool {
    expressions.contains { expression in
      expression.contains { node in
        if case .global(let id, _) = node { return places.contains(.global(id)) }
        return node.readFields.contains { places.contains(.field($0)) }
      }
    }
  }

  fileprivate enum Written: Hashable {
    case field(Core.ID<Core.Field>)
    case global(Core.ID<Core.Global>)
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
