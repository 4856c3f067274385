import Findings
import Rulebook

/// The number of times that each rule was exercised.
struct Exercise: Sendable {
  var byRule: [String: TraceResult.Exercise] = [:]

  mutating func count(event: Core.Event, times: Int = 1) { count(Self.key(event), times) }

  mutating func count(_ condition: Core.Guard, of event: Core.Event, times: Int = 1) {
    if let key = Self.key(condition, of: event) { count(key, times) }
  }

  mutating func count(_ property: Core.Property, times: Int = 1) {
    count(Self.key(property), times)
  }

  mutating func note(margin: Int64, event: Core.Event) { note(margin, Self.key(event)) }

  mutating func note(margin: Int64, property: Core.Property) { note(margin, Self.key(property)) }

  static func key(_ event: Core.Event) -> String { "event \(event.name)" }

  /// Returns the key of a guard; nil: guards without citations are not counted.
  static func key(_ condition: Core.Guard, of event: Core.Event) -> String? {
    condition.citations.isEmpty ? nil : "guard \(event.name): \(condition.text)"
  }

  static func key(_ property: Core.Property) -> String { "property \(property.name)" }

  private mutating func count(_ key: String, _ times: Int) {
    if times > 0 { byRule[key, default: TraceResult.Exercise(times: 0)].times += times }
  }

  private mutating func note(_ margin: Int64, _ key: String) {
    let least = byRule[key]?.leastMargin
    byRule[key, default: TraceResult.Exercise(times: 0)].leastMargin =
      least.map { min($0, margin) } ?? margin
  }
}

extension Core.Property {
  var isJudgedOnTraces: Bool { isAboutStates || kind == .step }
}
