import Rulebook
import Semantics

/// The sorts and collections that an expression ranges over. If not all of the state is seen, its
/// value depends on their unseen entities.
struct Ranging {
  private var sorts: Set<Core.ID<Core.Entity>> = []
  private var fields: Set<Core.ID<Core.Field>> = []

  init(_ expressions: [Core.Expression], _ binders: [Core.Binder] = []) {
    for binder in binders { note(binder.domain) }
    for expression in expressions {
      expression.forEach { node in
        switch node {
        case .quantified(_, let binders, _, _): for binder in binders { note(binder.domain) }
        case .extreme(let extreme): note(extreme.binder.domain)
        case .member(_, let collection), .ahead(_, _, let collection):
          fields.insert(collection.field)
        default: break
        }
      }
    }
  }

  private mutating func note(_ domain: Core.Binder.Domain) {
    switch domain {
    case .entities(let sort, _): sorts.insert(sort)
    case .members(let collection): fields.insert(collection.field)
    case .values: break
    }
  }

  func isOpen(in unseen: Unseen) -> Bool {
    sorts.contains { unseen.hasMore(of: $0) } || fields.contains { unseen.hasMore(inAny: $0) }
  }
}

/// The ranging of the expressions of each rule.
struct RuleRanging {
  /// The ranging of guards, by event: they decide if and when it may happen; `effects` has that of
  /// its effects.
  let guards: [Ranging]
  let effects: [Ranging]
  /// The ranging of conditions that last, by property.
  let conditions: [Ranging?]

  init(_ rules: Core.Rules) {
    guards = rules.events.map { event in
      Ranging(event.guards.map(\.condition) + (event.due.map { [$0.instant] } ?? []))
    }
    effects = rules.events.map { event in
      Ranging(event.updates.flatMap { [$0.closedCondition] + $0.action.readExpressions })
    }
    conditions = rules.properties.map { property in
      guard case .lasts(let lasting) = property.body else { return nil }
      // Another entity may be in the condition, too; that does not change the condition of these.
      return Ranging([lasting.condition])
    }
  }
}
