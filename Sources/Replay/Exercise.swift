internal import Findings
internal import Rulebook

/// How often each rule was put to the test.
struct Exercise: Sendable {
  private(set) var byRule: [String: TraceResult.Exercise] = [:]

  mutating func count(event: Core.Event) { count("event \(event.name)") }

  mutating func count(_ condition: Core.Guard, of event: Core.Event) {
    if !condition.citations.isEmpty { count("guard \(event.name): \(condition.text)") }
  }

  mutating func count(_ property: Core.Property) { count("property \(property.name)") }

  mutating func note(margin: Int64, event: Core.Event) { note(margin, "event \(event.name)") }

  mutating func note(margin: Int64, property: Core.Property) {
    note(margin, "property \(property.name)")
  }

  private mutating func count(_ key: String) {
    byRule[key, default: TraceResult.Exercise(times: 0)].times += 1
  }

  private mutating func note(_ margin: Int64, _ key: String) {
    let least = byRule[key]?.leastMargin
    byRule[key, default: TraceResult.Exercise(times: 0)].leastMargin =
      least.map { min($0, margin) } ?? margin
  }
}
