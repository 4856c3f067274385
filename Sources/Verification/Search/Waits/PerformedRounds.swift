import Findings
import Rulebook
import Semantics

/// A run through a cycle, performed move by move on the evaluator.
struct PerformedRounds {
  private(set) var script: Script
  private(set) var performance: Script.Performance
  private(set) var position: Position
  private let graph: WaitGraph

  init(_ script: Script, _ graph: WaitGraph) throws(EvaluationError) {
    self.script = script
    self.graph = graph
    let state = graph.evaluator.start(script.scope, script.choices)
    position = Position(state: state, clocks: try graph.evaluator.clocks(startingAt: state))
    performance = Script.Performance(start: position)
  }

  /// Performs moves.
  /// - Returns: false if a move is not legal.
  mutating func perform(_ moves: [Move]) throws(EvaluationError) -> Bool {
    for move in moves {
      let attempt = try graph.evaluator.attempt(move, at: position, caps: script.scope.counts)
      guard case .success(let done)? = attempt else { return false }
      script.moves.append(move)
      performance.steps.append(done)
      position = done.position
    }
    return true
  }

  /// Performs the cycle once while the same entities wait since the same instant.
  ///
  /// - Parameter names: The names of the entities of one sort in this cycle.
  mutating func goRound(
    _ cycle: LassoOfWaiting.Cycle, _ sort: Core.ID<Core.Entity>? = nil,
    _ names: [Int32: Int32] = [:]
  ) throws(EvaluationError) -> Bool {
    let since = try graph.since(cycle.binding, at: position)
    let began = position.state.now
    for edge in cycle.edges {
      // Each move as it was made from its node, which another path may have reached earlier.
      let later = position.state.now &- graph.nodes[edge.source].position.state.now
      let repetition = Repetition(later: later, sort: sort, names: names)
      guard try perform([edge.move.repeated(repetition, graph.rules)]),
        let still = try graph.since(cycle.binding, at: position), since == .some(still)
      else { return false }
    }
    return position.state.now > began
  }
}
