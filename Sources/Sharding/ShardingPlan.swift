public import Diagnostics
public import Rulebook

/// Whether a trace may be cut into parts by the entity that its lines are about, each part
/// replayed by itself, with the same findings.
///
/// That is so if what concerns one key entity never reads or writes what concerns another. Each
/// entity has at most one key entity as its *home*: a key entity is its own; one that events
/// introduce may have its home through a field that is given then and never written again. What
/// has no home is shared: everybody may read it, and only rules about nothing but shared things
/// may write it; their lines go to every part.
public struct ShardingPlan: Sendable {
  /// What stands against it, with the place in the rulebook.
  public struct Obstacle: Hashable, Sendable {
    /// What is in the way, in words.
    public let text: String
    public let span: SourceSpan
  }

  /// Where a rule can be judged.
  public enum Scope: Hashable, Sendable {
    /// Judged in the part of its key entity.
    case perKey
    /// About shared things only: judged in every part.
    case shared
    case impossible([Obstacle])
  }

  /// An event or property, with where it can be judged.
  public struct Rule: Sendable {
    /// Whether it is an event or a property.
    public enum Kind: String, Sendable { case event, property }

    public let kind: Kind
    public let name: String
    public let span: SourceSpan
    /// In which parts it is judged, or what stands against it.
    public let scope: Scope
  }

  /// Those of which it tells whether their traces can be cut.
  public let rules: Core.Rules
  /// The entity by which traces are cut.
  public let key: Core.ID<Core.Entity>
  /// By sort: the field that leads to its home, of sorts other than the key that have one.
  let homeFields: [Core.ID<Core.Entity>: Core.ID<Core.Field>]
  /// Events and what is judged on traces of properties, in the order of the rulebook.
  public let parts: [Rule]

  /// Looks at every rule; what cannot be judged in parts is told by ``parts``.
  public init(_ rules: Core.Rules, by key: Core.ID<Core.Entity>) {
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

  /// Whether every rule can be judged on parts, so that a trace may be cut.
  public var isSound: Bool {
    parts.allSatisfy { if case .impossible = $0.scope { false } else { true } }
  }

  /// The sorts that have a home, with the way to it: `Ride`, `.account`.
  public var homes: [(sort: String, path: String)] {
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

  /// Whether each part has entities of a sort of its own.
  public func isHomed(_ sort: Core.ID<Core.Entity>) -> Bool { analysis.isHomed(sort) }

  var analysis: ShardingAnalysis { ShardingAnalysis(rules, key: key, homeFields: homeFields) }
}

/// Which entities belong to a key entity for good.
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
