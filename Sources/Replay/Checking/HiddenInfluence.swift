import Rulebook
import Semantics

/// The possible influence of hidden events, which are never logged. Only a few of their possible
/// occurrences are tried. So an unexplained fault is certain only if hidden events change nothing
/// that the rule reads, nor anything from which that was derived.
///
/// Hidden events of the clock do not count: their instants are known.
struct HiddenInfluence {
  /// The events and properties, and the fields and globals as findings name them.
  private var names: Set<String> = []
  /// The names once lines were left out because it is not known if they are right: the places that
  /// these change are as uncertain as those that they read.
  private var namesAfterGaps: Set<String> = []
  /// The sorts of entities that hidden events introduce.
  private var sorts: Set<Core.ID<Core.Entity>> = []

  init(_ rules: Core.Rules, hidden: Set<String>) {
    let events = rules.events.filter { hidden.contains($0.name) && !$0.isTold }
    guard !events.isEmpty else { return }
    for result in events.flatMap(\.results) where result.isNew {
      if case .entity(let sort) = result.variable.type.scalar { sorts.insert(sort) }
    }
    let changed = events.reduce(into: Set<Core.Location>()) { $0.formUnion($1.written) }
    let effects = Effects(rules.events.flatMap(\.updates))
    names = Self.names(rules, reading: effects.closure(of: changed))
    let lines = Effects(
      rules.events.map { Effects.Step(reads: $0.expressions.locations, writes: $0.written) })
    namesAfterGaps = Self.names(rules, reading: lines.closure(of: changed))
  }

  /// Returns true if a hidden event may be the cause of a fault of this rule or observed place.
  func reaches(_ name: String, afterGaps: Bool) -> Bool {
    (afterGaps ? namesAfterGaps : names).contains(name)
  }

  func mayIntroduce(_ sort: Core.ID<Core.Entity>) -> Bool { sorts.contains(sort) }

  private static func names(
    _ rules: Core.Rules, reading locations: Set<Core.Location>
  ) -> Set<String> {
    let events = rules.events.filter { !$0.expressions.locations.isDisjoint(with: locations) }
    let properties = rules.properties.filter { !$0.locations.isDisjoint(with: locations) }
    return Set(
      events.map(\.name) + properties.map(\.name) + locations.map { $0.name(in: rules) })
  }
}

extension Core.Event {
  /// True if rules and time determine when the event happens, and its effects.
  fileprivate var isTold: Bool { source == .clock && results.isEmpty }
}
