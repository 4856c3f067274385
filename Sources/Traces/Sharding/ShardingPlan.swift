import Basics
import Rulebook

/// A plan that tells whether a trace may be cut into parts by the entity that its lines are about,
/// each part replayed by itself, with the same findings.
///
/// That is so if the state of one key entity is never read or written by rules about another. Each
/// entity has at most one key entity as its *home*: a key entity is its own; one that events
/// introduce may have its home through a field that is given then and never written again. State
/// without a home is shared: all rules may read it, and only rules about nothing but shared state
/// may write it; their lines go to every part.
package struct ShardingPlan: Sendable {
  /// An obstacle, with its place in the rulebook.
  package struct Obstacle: Hashable, Sendable {
    /// The obstacle in words.
    package let text: String
    package let span: SourceSpan
  }

  /// The parts in which a rule can be checked.
  package enum Scope: Hashable, Sendable {
    /// The rule is checked in the part of its key entity.
    case perKey
    /// The rule is about shared state only, and checked in every part.
    case shared
    case impossible([Obstacle])
  }

  /// An event or property, with the parts in which it can be checked.
  package struct Rule: Sendable {
    /// The kind of rule.
    package enum Kind: String, Sendable { case event, property }

    package let kind: Kind
    package let name: String
    package let span: SourceSpan
    /// The parts in which it is checked, or the obstacles.
    package let scope: Scope
  }

  /// The rules whose traces may be cut.
  package let rules: Core.Rules
  /// The entity by which traces are cut.
  package let key: Core.ID<Core.Entity>
  /// The field that leads to the home, by sort; only for sorts other than the key that have one.
  let homeFields: [Core.ID<Core.Entity>: Core.ID<Core.Field>]
  /// The events and the parts of properties that are checked on traces, in the order of the
  /// rulebook.
  package let parts: [Rule]

  /// Examines every rule; ``parts`` lists those that cannot be checked in parts.
  package init(_ rules: Core.Rules, by key: Core.ID<Core.Entity>) {
    self.rules = rules
    self.key = key
    homeFields = Homes.fields(rules, key)
    var parts: [Rule] = []
    let analysis = ShardingAnalysis(rules, key: key, homeFields: homeFields)
    for event in rules.events {
      parts.append(
        Rule(kind: .event, name: event.name, span: event.span, scope: analysis.scope(of: event)))
    }
    for property in rules.properties {
      guard let scope = analysis.scope(of: property) else { continue }
      parts.append(
        Rule(kind: .property, name: property.name, span: property.span, scope: scope))
    }
    self.parts = parts
  }

  /// True if every rule can be checked on parts, so that a trace may be cut.
  package var isSound: Bool {
    parts.allSatisfy { if case .impossible = $0.scope { false } else { true } }
  }

  /// The sorts that have a home, with the way to it: `Ride`, `.account`.
  package var homes: [(sort: String, path: String)] {
    rules.entities.indices.compactMap { index in
      var sort = Core.ID<Core.Entity>(index)
      guard sort != key, homeFields[sort] != nil else { return nil }
      var path = ""
      while sort != key, let field = homeFields[sort] {
        path += "." + rules[field].name
        guard case .value(let type) = rules[field].kind, case .entity(let next) = type.scalar
        else { break }
        sort = next
      }
      return (rules.entities[index].name, path)
    }
  }

  /// Returns true if each part has its own entities of a sort.
  package func isHomed(_ sort: Core.ID<Core.Entity>) -> Bool { analysis.isHomed(sort) }

  var analysis: ShardingAnalysis { ShardingAnalysis(rules, key: key, homeFields: homeFields) }
}

/// The sorts whose entities belong to one key entity for ever.
enum Homes {
  static func fields(
    _ rules: Core.Rules, _ key: Core.ID<Core.Entity>
  ) -> [Core.ID<Core.Entity>: Core.ID<Core.Field>] {
    var homes: [Core.ID<Core.Entity>: Core.ID<Core.Field>] = [:]
    let rewritten = rewrittenFields(rules)
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for (index, sort) in rules.entities.enumerated() {
        let id = Core.ID<Core.Entity>(index)
        guard id != key, homes[id] == nil, sort.isIntroduced else { continue }
        homes[id] = sort.fields.first { field in
          guard rules[field].initial == .given, !rewritten.contains(field),
            case .value(let type) = rules[field].kind, !type.isOptional,
            case .entity(let target) = type.scalar
          else { return false }
          return target == key || (target != id && homes[target] != nil)
        }
        if homes[id] != nil { isGrowing = true }
      }
    }
    return homes
  }

  /// The fields that some event writes of an entity that it does not introduce itself.
  private static func rewrittenFields(_ rules: Core.Rules) -> Set<Core.ID<Core.Field>> {
    var found: Set<Core.ID<Core.Field>> = []
    for event in rules.events {
      let new = Set(event.results.filter(\.isNew).map(\.variable.id))
      for update in event.updates {
        guard case .assign(.field(let field, let owner), _) = update.action else { continue }
        if case .variable(let variable) = owner, new.contains(variable.id) { continue }
        found.insert(field)
      }
    }
    return found
  }
}
