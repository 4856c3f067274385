import Rulebook
import Semantics

/// Breadth-first search without slices, without symmetry and with every instant that the
/// evaluator suggests: slow, and obviously right.
struct Naive {
  struct Position: Hashable {
    let state: State
    let clocks: Clocks
  }

  let evaluator: Evaluator
  let counts: [Core.ID<Core.Entity>: Int]
  let cap: Int

  /// The length of a shortest run that breaks the property; nil: there is none of so many steps.
  func leastSteps(breaking property: Int, atMost most: Int) throws -> Int? {
    var frontier: [Position] = []
    for state in starts() {
      frontier.append(Position(state: state, clocks: try evaluator.clocks(startingAt: state)))
    }
    var seen = Set(frontier)
    for steps in 1...most {
      var next: [Position] = []
      for position in frontier {
        for (after, step) in try followers(of: position) {
          var broken = try evaluator.violatedProperties(in: after.state, after.clocks)
          if let step { broken += try evaluator.violatedProperties(of: step) }
          if broken.contains(where: { $0.property == property }) { return steps }
          if seen.insert(after).inserted { next.append(after) }
        }
      }
      frontier = next
    }
    return nil
  }

  private func starts() -> [State] {
    let plain = evaluator.initialState(counts: counts)
    var lists: [[Value]] = []
    _ = evaluator.initialState(counts: counts) { _, type in
      lists.append(evaluator.candidates(for: type, in: plain))
      return .unknown
    }
    return Tuples(lists: lists).map { tuple in
      var values = tuple.makeIterator()
      return evaluator.initialState(counts: counts) { _, _ in values.next() ?? .unknown }
    }
  }

  private func followers(of position: Position) throws -> [(Position, Step?)] {
    var found: [(Position, Step?)] = []
    let state = position.state
    for (index, event) in evaluator.rules.events.enumerated() {
      let id = Core.ID<Core.Event>(index)
      let isFull = event.results.contains { result in
        guard result.isNew, case .entity(let sort) = result.variable.type.scalar else {
          return false
        }
        return state.count(of: sort) >= cap
      }
      if isFull { continue }
      for arguments in evaluator.candidateArguments(of: id, in: state)
      where try evaluator.isEnabled(id, arguments, in: state) {
        for results in evaluator.candidateResults(of: id, in: state) {
          let step = try evaluator.fire(id, arguments, results: results, in: state)
          let clocks = try evaluator.clocks(position.clocks, after: step.after)
          found.append((Position(state: step.after, clocks: clocks), step))
        }
      }
    }
    for instant in try evaluator.candidateInstants(state, position.clocks) {
      let passed = try evaluator.advance(state, position.clocks, to: instant)
      found.append((Position(state: passed.state, clocks: passed.clocks), nil))
    }
    return found
  }
}
