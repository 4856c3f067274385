import Findings
import Rulebook

/// The number of times that the lines of the fast path exercised each rule.
final class ScreenTally {
  private let rules: Core.Rules
  /// The number of legal occurrences, by event.
  private let legal: UnsafeMutablePointer<Int>
  /// The number of refusals for each guard, by event and guard, one row after the other.
  private let refused: UnsafeMutablePointer<Int>
  /// The number of times that an event happened although a guard was false, in the same order.
  private let illegal: UnsafeMutablePointer<Int>
  private let guards: Int
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
    illegal = .allocate(capacity: max(1, guards))
    illegal.initialize(repeating: 0, count: guards)
    self.guards = guards
  }

  deinit {
    legal.deallocate()
    refused.deallocate()
    illegal.deallocate()
    starts.deallocate()
  }

  func countLegal(_ event: Int) { legal[event] += 1 }
  func countRefusal(of event: Int, guard position: Int) { refused[starts[event] + position] += 1 }
  func countIllegal(_ event: Int, guard position: Int) { illegal[starts[event] + position] += 1 }

  /// All counts, in a fixed order.
  var counts: [Int] {
    rules.events.indices.map { legal[$0] } + (0..<guards).map { refused[$0] }
      + (0..<guards).map { illegal[$0] }
  }

  /// - Parameter counts: as many as ``counts`` has.
  func put(_ counts: [Int]) {
    let events = rules.events.count
    for position in 0..<events { legal[position] = counts[position] }
    for position in 0..<guards {
      refused[position] = counts[events + position]
      illegal[position] = counts[events + guards + position]
    }
  }

  /// Adds the counts.
  func add(to exercise: inout Exercise) {
    for (index, event) in rules.events.enumerated() {
      let own = event.guards.indices.map { starts[index] + $0 }
      let failures = own.map { refused[$0] + illegal[$0] }
      let all = legal[index] + failures.reduce(0, +)
      guard all > 0 else { continue }
      exercise.count(event: event, times: all)
      // A guard is tested where those before it hold.
      for (position, condition) in event.guards.enumerated() {
        exercise.count(
          condition, of: event, times: legal[index] + failures[position...].reduce(0, +))
      }
      let done = own.reduce(legal[index]) { $0 + illegal[$1] }
      for property in rules.properties where property.isExercised(by: Core.ID(index)) {
        exercise.count(property, times: done)
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
