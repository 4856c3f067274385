internal import Rulebook
internal import Semantics

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
    let changed = events.reduce(into: Set<Core.Location>()) { $0.formUnion($1.written) }
    let effects = Effects(rules.events.flatMap(\.updates))
    names = Self.names(rules, reading: effects.closure(of: changed))
    let lines = Effects(
      rules.events.map { Effects.Step(reads: $0.expressions.locations, writes: $0.written) })
    namesAfterGaps = Self.names(rules, reading: lines.closure(of: changed))
  }

  /// Whether a fault of a rule, or of what was observed of a place, may be theirs.
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
  /// Whether rules and time tell when it happens, and what it does.
  fileprivate var isTold: Bool { source == .clock && results.isEmpty }
}
