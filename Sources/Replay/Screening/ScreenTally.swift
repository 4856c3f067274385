import Findings
import Rulebook

/// The number of times that plainly right lines exercised each rule.
final class ScreenTally {
  private let rules: Core.Rules
  /// The number of legal occurrences, by event.
  private let legal: UnsafeMutablePointer<Int>
  /// The number of refusals for each guard, by event and guard, one row after the other.
  private let refused: UnsafeMutablePointer<Int>
  private let starts: UnsafeMutablePointer<Int>

  init(_ rules: Core.Rules) {
    self.rules = rules
    let events = rules.events.count
    legal = .allocate(capacity: max(1, events))
    legal.initialize(repeating: 0, count: events)
    starts = .allocate(capacity: max(1, events))
    var guards = 0
    for (index, event) in rules.events.enumerated() {
      (starts + index).initialize(to: guards)
      guards += event.guards.count
    }
    refused = .allocate(capacity: max(1, guards))
    refused.initialize(repeating: 0, count: guards)
  }

  deinit {
    legal.deallocate()
    refused.deallocate()
    starts.deallocate()
  }

  func countLegal(_ event: Int) { legal[event] += 1 }
  func countRefusal(of event: Int, guard position: Int) { refused[starts[event] + position] += 1 }

  /// All counts, in a fixed order.
  var counts: [Int] {
    rules.events.indices.map { legal[$0] } + rules.events.indices.flatMap { refusals(of: $0) }
  }

  /// - Parameter counts: as many as ``counts`` has.
  func put(_ counts: [Int]) {
    let events = rules.events.count
    for (position, count) in counts.enumerated() {
      if position < events { legal[position] = count } else { refused[position - events] = count }
    }
  }

  private func refusals(of event: Int) -> [Int] {
    rules.events[event].guards.indices.map { refused[starts[event] + $0] }
  }

  /// Adds the counts.
  func add(to exercise: inout Exercise) {
    for (index, event) in rules.events.enumerated() {
      let refusals = refusals(of: index)
      guard legal[index] > 0 || refusals.contains(where: { $0 > 0 }) else { continue }
      exercise.count(event: event, times: legal[index] + refusals.reduce(0, +))
      // A guard is tested where those before it hold.
      for (position, condition) in event.guards.enumerated() {
        exercise.count(
          condition, of: event, times: legal[index] + refusals[position...].reduce(0, +))
      }
      for property in rules.properties where property.isExercised(by: Core.ID(index)) {
        exercise.count(property, times: legal[index])
      }
      if event.source == .clock, legal[index] > 0 { exercise.note(margin: 0, event: event) }
    }
  }
}

extension Core.Property {
  /// Returns true if a step of the event, or the state after it, must keep the property.
  func isExercised(by event: Core.ID<Core.Event>) -> Bool {
    if isAboutStates { return true }
    guard kind == .step, case .step(let formulas) = body else { return false }
    return formulas.contains { $0.event == event }
  }
}
