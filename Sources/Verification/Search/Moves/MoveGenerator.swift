import Rulebook
import Semantics

/// The moves at a position, including those of which it is not known whether they are legal because
/// a value is missing, in the order of events and arguments, time last.
struct MoveGenerator: Sendable {
  let evaluator: Evaluator
  private let slice: Slice
  /// The greatest number of entities, by sort.
  let caps: [Int]
  private let events: [Event]
  private let instants: WaitingInstants

  private struct Event: Sendable {
    let id: Core.ID<Core.Event>
    let isOwn: Bool
    /// True for each parameter, and each result, whose value makes a difference.
    let parameters: [Bool]
    let results: [Bool]
  }

  init(_ evaluator: Evaluator, _ slice: Slice, caps: [Int]) {
    self.evaluator = evaluator
    self.slice = slice
    self.caps = caps
    let rules = slice.rules
    events = slice.events.map { id in
      let used = rules.variables(usedBy: id)
      return Event(
        id: id, isOwn: rules[id].isOwnInitiative,
        parameters: rules[id].parameters.map { used.contains($0.id) },
        results: rules[id].results.map { used.contains($0.variable.id) })
    }
    instants = WaitingInstants(evaluator, slice)
  }

  /// Calls `visit` for each move with its result, until that returns false.
  ///
  /// - Parameter ownOnly: True for only the server's own events, and no time.
  /// - Returns: True if all of them were visited.
  func forEach(
    at position: Position, ownOnly: Bool = false,
    _ visit: (Move, Attempt) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) -> Bool {
    for event in events where !ownOnly || event.isOwn {
      guard evaluator.hasRoom(for: event.id, in: position.state, caps) else { continue }
      let candidates = zip(slice.rules[event.id].parameters, event.parameters).map {
        choices($0.type, matters: $1, event.id, position.state)
      }
      let found = try enabled(event.id, among: candidates, in: position.state)
      guard !found.enabled.isEmpty || !found.undefined.isEmpty else { continue }
      let results = Tuples(
        lists: zip(slice.rules[event.id].results, event.results).map { result, matters in
          result.isNew
            ? [.none] : choices(result.variable.type, matters: matters, event.id, position.state)
        })
      let openings = Openings(evaluator, slice, event.id, in: position.state)
      for (arguments, error) in found.undefined {
        guard let result = results.first(where: { _ in true }), let opening = openings.all.first
        else { continue }
        let move = Move.event(event.id, arguments: arguments, results: result, openings: opening)
        guard try visit(move, .failure(error)) else { return false }
      }
      for arguments in found.enabled {
        for result in results {
          for opening in openings.all {
            let attempt = try evaluator.performed(
              event.id, arguments, result, opening, at: position)
            guard let attempt else { continue }
            let move = Move.event(
              event.id, arguments: arguments, results: result, openings: opening)
            guard try visit(move, attempt) else { return false }
          }
        }
      }
    }
    guard !ownOnly else { return true }
    for instant in try instants.worthWaitingFor(at: position) {
      guard let done = try evaluator.passed(to: instant, from: position) else { continue }
      guard try visit(.passage(to: instant), .success(done)) else { return false }
    }
    return true
  }

  /// The greatest number of argument tuples that are tried one by one.
  private static let mostTuples = 10_000

  /// Returns the argument tuples for which an event may happen, and those for which it is not
  /// known: a guard has no value.
  private func enabled(
    _ event: Core.ID<Core.Event>, among candidates: [[Value]], in state: State
  ) throws(EvaluationError) -> (
    enabled: [[Value]], undefined: [(arguments: [Value], error: EvaluationError)]
  ) {
    do {
      return (try evaluator.enabledArguments(of: event, in: state, among: candidates), [])
    } catch {
      let count = candidates.reduce(1) { min($0, Self.mostTuples + 1) * $1.count }
      if error.isLimit || count > Self.mostTuples { throw error }
    }
    var enabled: [[Value]] = []
    var undefined: [(arguments: [Value], error: EvaluationError)] = []
    for arguments in Tuples(lists: candidates) {
      do {
        if try evaluator.isEnabled(event, arguments, in: state) { enabled.append(arguments) }
      } catch {
        if error.isLimit { throw error }
        undefined.append((arguments, error))
      }
    }
    return (enabled, undefined)
  }

  /// Returns the values worth trying; if the value makes no difference, one stands for all.
  private func choices(
    _ type: Core.ValueType, matters: Bool, _ event: Core.ID<Core.Event>, _ state: State
  ) -> [Value] {
    if matters { return evaluator.candidates(for: type, event, in: state) }
    if type.isOptional { return [.none] }
    switch type.scalar {
    case .bool: return [.bool(false)]
    case .enumeration: return [.symbol(0)]
    case .entity(let sort): return state.count(of: sort) > 0 ? [.entity(0)] : []
    case .range(let id): return [.number(slice.rules[id].lower)]
    case .int, .time, .duration, .unit: return [.number(0)]
    }
  }
}

extension Core.Rules {
  /// Returns the ids of the arguments and results that an event, or a property of its steps, reads.
  func variables(usedBy id: Core.ID<Core.Event>) -> Set<Int> {
    let event = self[id]
    var expressions = event.guards.map(\.condition) + event.assumptions.map(\.condition)
    expressions += event.due.map { [$0.instant] } ?? []
    for update in event.updates { expressions += [update.condition] + update.action.operands }
    expressions += stepFormulas(of: id)
    var used: Set<Int> = []
    for expression in expressions {
      expression.forEach { if case .variable(let variable) = $0 { used.insert(variable.id) } }
    }
    return used
  }
}
