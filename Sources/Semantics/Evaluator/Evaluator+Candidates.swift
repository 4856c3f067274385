import Rulebook

/// The Cartesian product of several lists of values; the last list varies fastest.
package struct Tuples: Sequence, Sendable {
  /// The lists, in the order of the places of a tuple; if one is empty, there is no tuple.
  package let lists: [[Value]]

  package init(lists: [[Value]]) { self.lists = lists }

  /// An iterator over the candidates that does not keep all of them in memory.
  package struct Iterator: IteratorProtocol {
    private let lists: [[Value]]
    private var positions: [Int]?

    init(_ lists: [[Value]]) {
      self.lists = lists
      positions = lists.contains(where: \.isEmpty) ? nil : lists.map { _ in 0 }
    }

    /// Returns the next tuple; nil at the end, or at once if some list is empty.
    package mutating func next() -> [Value]? {
      guard var current = positions else { return nil }
      let tuple = zip(lists, current).map { $0[$1] }
      positions = nil
      for index in lists.indices.reversed() {
        current[index] += 1
        if current[index] < lists[index].count {
          positions = current
          break
        }
        current[index] = 0
      }
      return tuple
    }
  }

  package func makeIterator() -> Iterator { Iterator(lists) }
}

extension Evaluator {
  /// Returns the argument tuples worth trying: all entities, cases and truth values; numbers only
  /// near those at which something in the rules or the state changes. Made one by one;
  /// deterministic.
  package func candidateArguments(of event: Core.ID<Core.Event>, in state: State) -> Tuples {
    Tuples(lists: rules[event].parameters.map { candidates(for: $0.type, event, in: state) })
  }

  /// Returns the values worth trying for the results that the server chooses; for a new entity
  /// none, which ``fire(_:_:results:in:open:)`` ignores.
  package func candidateResults(of event: Core.ID<Core.Event>, in state: State) -> Tuples {
    Tuples(
      lists: rules[event].results.map { result in
        result.isNew ? [.none] : candidates(for: result.variable.type, event, in: state)
      })
  }

  /// Returns the values of a type that are worth trying, ascending.
  ///
  /// - Parameter event: The event from which lengths of time are taken for instants and durations;
  ///   nil: all rules.
  package func candidates(
    for type: Core.ValueType, _ event: Core.ID<Core.Event>? = nil, in state: State
  ) -> [Value] {
    let none: [Value] = type.isOptional ? [.none] : []
    switch type.scalar {
    case .bool: return none + Extent.bools.values
    case .enumeration(let id): return none + Extent.symbols(rules[id].cases.count).values
    case .entity(let sort): return none + Extent.entities(state.count(of: sort)).values
    case .range, .int, .unit, .time, .duration:
      return none + numbers(of: type.scalar, event, in: state).sorted().map { .number($0) }
    }
  }

  /// Returns the numbers in the state, those at which something in the rules changes, and those as
  /// far from now.
  private func numbers(
    of scalar: Core.Scalar, _ event: Core.ID<Core.Event>?, in state: State
  ) -> Set<Int64> {
    let ofRules = numbersOfRules(scalar, event)
    var found = tables.stored(scalar, in: state).union(ofRules.fixed)
    for offset in ofRules.fromNow {
      let (sum, overflow) = state.now.addingReportingOverflow(offset)
      if !overflow { found.insert(sum) }
    }
    guard case .range(let id) = scalar else { return found }
    let range = rules[id]
    return found.filter { range.lower <= $0 && $0 <= range.upper }
  }

  /// Returns the numbers of a type at which something in the rules changes, and for instants the
  /// distances from now.
  package func numbersOfRules(
    _ scalar: Core.Scalar, _ event: Core.ID<Core.Event>?
  ) -> (fixed: Set<Int64>, fromNow: Set<Int64>) {
    let constants = tables.constants
    let ofEvent = event.map { constants.lengths[$0.index] }
    var around: Set<Int64> = [0]
    switch scalar {
    case .time:
      around.insertAround(0)
      for length in ofEvent?.distances ?? constants.numbers(of: .duration) {
        around.insertAround(length)
      }
      return ([], around)
    case .duration:
      for length in ofEvent?.durations ?? constants.numbers(of: .duration) {
        around.insertAround(length)
      }
    case .range(let id):
      let range = rules[id]
      if let values = range.whole { return (Set(values), []) }
      around = [range.lower, range.upper]
      for number in constants.numbers(of: scalar) { around.insertAround(number) }
    default: for number in constants.numbers(of: scalar) { around.insertAround(number) }
    }
    return (around, [])
  }

  /// Returns the numbers of its type with which the rules compare a field.
  package func numbersCompared(with field: Core.ID<Core.Field>) -> Set<Int64> {
    tables.constants.compared.ofFields[field] ?? []
  }

  /// Returns the instants worth letting time pass to, ascending: the earliest deadline, and before
  /// it the stored instants shifted by each length of time in the rules, their neighbours, and the
  /// next instant at which a timed condition changes.
  package func candidateInstants(
    _ state: State, _ clocks: Clocks
  ) throws(EvaluationError) -> [Int64] {
    let deadline = try earliestDeadline(state, clocks)
    return try candidateInstants(state, until: deadline?.instant)
  }

  func candidateInstants(
    _ state: State, until deadline: Int64?
  ) throws(EvaluationError) -> [Int64] {
    var found = storedInstants(in: state)
    if let deadline { found.insert(deadline) }
    if let turn = try nextTurn(of: state) { found.insert(turn) }
    return found.filter { $0 > state.now && $0 <= deadline ?? .max }.sorted()
  }

  /// Returns the instants of a range at which the truth of a guard may be another one, the nearest
  /// to the present first: its bounds, the stored instants shifted by each length of time in the
  /// rules, and their neighbours. O(stored instants × lengths of time).
  package func instants(in range: ClosedRange<Int64>, around state: State) -> [Int64] {
    storedInstants(in: state).union([range.lowerBound, range.upperBound])
      .filter(range.contains)
      .sorted { (abs($0 - state.now), $0) < (abs($1 - state.now), $1) }
  }

  private func storedInstants(in state: State) -> Set<Int64> {
    var found: Set<Int64> = []
    let durations = tables.constants.numbers(of: .duration)
    for instant in tables.stored(.time, in: state).union([state.now]) {
      found.insertAround(instant)
      for duration in durations {
        found.insertAround(instant, plus: duration)
        if duration != .min { found.insertAround(instant, plus: -duration) }
      }
    }
    for instant in tables.constants.numbers(of: .time) { found.insertAround(instant) }
    return found
  }
}

extension Core.Range {
  /// The greatest number of values of which all are tried.
  private static let most: Int64 = 16

  /// All values, if they are few; nil: they are many.
  package var whole: ClosedRange<Int64>? {
    let (distance, overflow) = upper.subtractingReportingOverflow(lower)
    return !overflow && distance < Self.most ? lower...upper : nil
  }
}
