import Findings
import Rulebook
import Semantics

/// The longest wait in one scope.
package struct LongestWait: Sendable {
  /// `Taxi=2`
  package let scope: [String]
  /// The length in milliseconds; nil if no entity waits.
  package let length: Int64?
  /// The choices of which not all were tried: then there may be a longer wait.
  package let sampled: Set<Sampled>
}

/// Breadth-first search for the longest wait in one scope. Positions with one key have the same
/// waits; time passes to deadlines and to the instants at which a condition changes, and choices
/// that were not all tried are reported.
struct WaitMeasurement {
  private let wait: Wait
  private let scope: Scope
  private let slice: Slice
  private let evaluator: Evaluator
  private var longest: Int64?
  private var sampled: Set<Sampled>

  init(_ rules: Core.Rules, _ wait: Wait, _ scope: Scope) {
    self.wait = wait
    self.scope = scope
    slice = Slice(
      rules, properties: wait.start == nil ? [wait.property] : [],
      reading: [wait.whoWaits] + (wait.start.map { [$0] } ?? []))
    evaluator = Evaluator(slice.rules)
    sampled = Thoroughness(evaluator, slice, scope).sampled
  }

  /// Runs the search.
  /// - Returns: nil if the scope has more states, or longer runs, than the limits.
  mutating func run(
    mostStates: Int, mostSteps: Int
  ) throws(EvaluationError) -> LongestWait? {
    guard let starts = try Starts(evaluator, scope, slice).all() else { return nil }
    let canonicalizer = Canonicalizer(slice)
    let generator = MoveGenerator(evaluator, slice, caps: scope.counts)
    var seen: Set<PositionKey> = []
    var frontier: [Position] = []
    for (_, state) in starts {
      let position = Position(state: state, clocks: try evaluator.clocks(startingAt: state))
      guard seen.insert(canonicalizer.key(of: position)).inserted else { continue }
      try measure(position)
      frontier.append(position)
    }
    for _ in 0..<mostSteps where !frontier.isEmpty {
      var next: [Position] = []
      for position in frontier {
        let isDone = try generator.forEach(at: position) { (_, attempt) throws(EvaluationError) in
          guard case .success(let done) = attempt,
            seen.insert(canonicalizer.key(of: done.position)).inserted
          else { return true }
          try measure(done.position)
          next.append(done.position)
          return seen.count <= mostStates
        }
        guard isDone else { return nil }
      }
      frontier = next
    }
    guard frontier.isEmpty else { return nil }
    return LongestWait(scope: scope.description, length: longest, sampled: sampled)
  }

  private mutating func measure(_ position: Position) throws(EvaluationError) {
    var starts: [Int64] = []
    if wait.start != nil {
      starts = try wait.waiting(in: position.state, evaluator).compactMap(\.since)
    } else if let clock = slice.properties.firstIndex(of: wait.property) {
      starts = position.clocks.readings(ofProperty: clock).map(\.since)
    }
    for start in starts {
      let (length, overflow) = position.state.now.subtractingReportingOverflow(start)
      if !overflow, length >= longest ?? 0 { longest = length }
    }
    // If nothing has to happen, time may pass further than to the last instant that is tried.
    if !starts.isEmpty,
      try evaluator.earliestDeadline(position.state, position.clocks) == nil
    {
      sampled.insert(.instants)
    }
  }
}
