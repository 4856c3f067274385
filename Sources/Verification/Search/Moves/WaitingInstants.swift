import Rulebook
import Semantics

/// The instants worth waiting for: the deadline, and the first two instants at which a condition of
/// the slice changes its truth. If effects compute with the time, also the instants that their
/// lengths of time suggest. If two stored instants are compared, also the last instant before each
/// change and the next millisecond, so that one can lie after the other. For stamps the next
/// millisecond is enough, and only if one is the present instant.
struct WaitingInstants: Sendable {
  private let evaluator: Evaluator
  let conditions: TimedConditions
  /// The lengths of time in effects that compute with the time, and in conditions.
  let lengths: [Int64]
  let comparesStored: Bool
  let comparesStamps: Bool
  /// The limits of `bounded` properties, by position in the slice.
  let limits: [(property: Int, limit: Int64)]

  /// The greatest number of changes that are followed: an irregular condition would change at every
  /// millisecond.
  static let mostTurns = 12

  /// Collects the conditions.
  /// - Parameter stamps: nil: all stored instants are treated alike.
  init(_ evaluator: Evaluator, _ slice: Slice, _ stamps: Stamps? = nil) {
    self.evaluator = evaluator
    let rules = slice.rules
    conditions = TimedConditions(evaluator, of: slice.events)
    let effects = slice.events.flatMap { rules[$0].updates }.flatMap(\.action.operands)
    var all = rules.properties.flatMap(\.body.formulas)
    for event in slice.events.map({ rules[$0] }) {
      all += event.guards.map(\.condition) + event.updates.map(\.condition)
    }
    // Values that effects have computed from the time may be compared with any length.
    lengths =
      effects.contains(where: \.reckonsWithNow)
      ? Set((effects.filter(\.reckonsWithNow) + all).flatMap(\.lengthsOfTime)).sorted() : []
    let compared = all.flatMap(rules.comparisonsOfStoredInstants)
    let others = compared.filter { a, b in
      stamps.map { !$0.contains(a) || !$0.contains(b) } ?? true
    }
    comparesStored = !others.isEmpty
    comparesStamps = others.count < compared.count
    limits = rules.properties.enumerated().compactMap { index, property in
      guard property.kind == .bounded, case .lasts(let lasting) = property.body else { return nil }
      return (index, lasting.limit)
    }
  }

  /// Returns the instants after now, ascending, up to the deadline.
  func worthWaitingFor(at position: Position) throws(EvaluationError) -> [Int64] {
    let now = position.state.now
    let deadline = try evaluator.earliestDeadline(position.state, position.clocks)?.instant
    guard deadline ?? .max > now else { return [] }
    var found: Set<Int64> = deadline.map { [$0] } ?? []
    var state = position.state
    for _ in 0..<Self.mostTurns {
      guard let turn = try conditions.nextTurn(of: state), turn <= deadline ?? .max else { break }
      found.insert(turn)
      if comparesStored { found.insert(turn - 1) }
      state.now = turn
    }
    for length in lengths { found.insert(now.addingOrMax(length)) }
    if comparesStored { found.insert(now.addingOrMax(1)) }
    for (property, limit) in limits {
      for reading in position.clocks.readings(ofProperty: property) {
        found.insert(reading.since.addingOrMax(limit).addingOrMax(1))
      }
    }
    return found.filter { $0 > now && $0 <= deadline ?? .max - 1 }.sorted()
  }
}

extension Int64 {
  func addingOrMax(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

extension Core.Expression {
  /// True if the value depends on the time other than by a constant distance from it.
  fileprivate var reckonsWithNow: Bool {
    switch self {
    case .now, .sum(.now, .literal, _), .difference(.now, .literal, _): false
    default: readsNow
    }
  }

  /// The positive lengths of time in the expression.
  fileprivate var lengthsOfTime: [Int64] {
    var found: [Int64] = []
    forEach { part in
      if case .literal(.number(let number, .duration)) = part, number > 0 { found.append(number) }
    }
    return found
  }
}

extension Core.Rules {
  /// Returns both sides of each comparison of two instants that does not read the present.
  fileprivate func comparisonsOfStoredInstants(
    _ expression: Core.Expression
  ) -> [(Core.Expression, Core.Expression)] {
    var found: [(Core.Expression, Core.Expression)] = []
    expression.forEach { part in
      switch part {
      case .less(let a, let b), .atMost(let a, let b), .equal(let a, let b):
        if type(of: a).scalar == .time, !a.readsNow, !b.readsNow { found.append((a, b)) }
      default: break
      }
    }
    return found
  }
}
