internal import Findings
public import Rulebook

/// How often each rule was put to the test.
struct Exercise: Sendable {
  private(set) var byRule: [String: TraceResult.Exercise] = [:]

  mutating func count(event: Core.Event, times: Int = 1) { count(Self.key(event), times) }

  mutating func count(_ condition: Core.Guard, of event: Core.Event, times: Int = 1) {
    if let key = Self.key(condition, of: event) { count(key, times) }
  }

  mutating func count(_ property: Core.Property, times: Int = 1) {
    count(Self.key(property), times)
  }

  mutating func note(margin: Int64, event: Core.Event) { note(margin, Self.key(event)) }

  mutating func note(margin: Int64, property: Core.Property) { note(margin, Self.key(property)) }

  fileprivate static func key(_ event: Core.Event) -> String { "event \(event.name)" }

  /// nil: guards that cite nothing are not counted.
  fileprivate static func key(_ condition: Core.Guard, of event: Core.Event) -> String? {
    condition.citations.isEmpty ? nil : "guard \(event.name): \(condition.text)"
  }

  fileprivate static func key(_ property: Core.Property) -> String { "property \(property.name)" }

  private mutating func count(_ key: String, _ times: Int) {
    if times > 0 { byRule[key, default: TraceResult.Exercise(times: 0)].times += times }
  }

  private mutating func note(_ margin: Int64, _ key: String) {
    let least = byRule[key]?.leastMargin
    byRule[key, default: TraceResult.Exercise(times: 0)].leastMargin =
      least.map { min($0, margin) } ?? margin
  }
}

extension Core.Rules {
  /// All that a trace can put to the test, as ``TraceResult/exercised`` names it, in the order of
  /// the rules.
  public var exercisable: [String] {
    events.flatMap { event in
      [Exercise.key(event)] + event.guards.compactMap { Exercise.key($0, of: event) }
    } + properties.filter(\.isJudgedOnTraces).map { Exercise.key($0) }
  }
}

extension Core.Property {
  fileprivate var isJudgedOnTraces: Bool { isAboutStates || kind == .step }
}
