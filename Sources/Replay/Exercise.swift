internal import Findings
internal import Rulebook

/// How often each rule was put to the test.
struct Exercise: Sendable {
  private(set) var byRule: [String: TraceResult.Exercise] = [:]

  mutating func count(event: Core.Event, times: Int = 1) {
    count("event \(event.name)", times)
  }

  mutating func count(_ condition: Core.Guard, of event: Core.Event, times: Int = 1) {
    if !condition.citations.isEmpty { count("guard \(event.name): \(condition.text)", times) }
  }

  mutating func count(_ property: Core.Property, times: Int = 1) {
    count("property \(property.name)", times)
  }

  mutating func note(margin: Int64, event: Core.Event) { note(margin, "event \(event.name)") }

  mutating func note(margin: Int64, property: Core.Property) {
    note(margin, "property \(property.name)")
  }

  private mutating func count(_ key: String, _ times: Int) {
    if times > 0 { byRule[key, default: TraceResult.Exercise(times: 0)].times += times }
  }

  private mutating func note(_ margin: Int64, _ key: String) {
    let least = byRule[key]?.leastMargin
    byRule[key, default: TraceResult.Exercise(times: 0)].leastMargin =
      least.map { min($0, margin) } ?? margin
  }
}
