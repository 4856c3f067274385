internal import Rulebook
internal import Semantics

/// What events change, and what they and properties read.
struct Footprints {
  /// By event.
  let changed: [Set<Core.Location>]
  /// By event: what its guards read.
  let guarded: [Set<Core.Location>]
  /// By the name of an event or property: all that it reads.
  private let read: [String: Set<Core.Location>]

  init(_ rules: Core.Rules) {
    changed = rules.events.map { Set($0.updates.compactMap(\.action.written)) }
    guarded = rules.events.map { Self.locations($0.guards.map(\.condition)) }
    let events = rules.events.map { ($0.name, Self.locations($0.expressions)) }
    let properties = rules.properties.map { ($0.name, $0.locations) }
    read = Dictionary(events + properties, uniquingKeysWith: { $0.union($1) })
  }

  /// What a rule reads, by its name.
  func read(by rule: String) -> Set<Core.Location> { read[rule] ?? [] }

  private static func locations(_ expressions: [Core.Expression]) -> Set<Core.Location> {
    expressions.reduce(into: []) { $0.formUnion($1.locations) }
  }
}
