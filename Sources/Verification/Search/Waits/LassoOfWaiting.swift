import Rulebook
import Semantics

/// The search for cycles in a graph during which an entity waits all the time, and time passes.
struct LassoOfWaiting {
  let graph: WaitGraph

  /// The moves that lead from a node back to it while an entity continues to wait.
  struct Cycle {
    let home: Int
    let edges: [WaitGraph.Edge]
    let binding: [Value]
  }

  /// The greatest number of passages of time that are tried for the shortest cycle.
  private static let mostPassages = 200

  /// Returns the cycle that ends first.
  func shortest() -> Cycle? {
    var best: Cycle?
    func length(_ cycle: Cycle) -> Int { graph.nodes[cycle.home].depth + cycle.edges.count }
    for binding in bindings {
      let kept = graph.edges.map { $0.filter { $0.goesOn.contains(binding) } }
      let components = Components(kept.map { $0.map(\.target) }).numbers
      let passages = kept.joined().filter {
        $0.time > 0 && components[$0.source] == components[$0.target]
      }
      for edge in passages.prefix(Self.mostPassages) {
        guard let back = way(from: edge.target, to: edge.source, kept) else { continue }
        let cycle = Cycle(home: edge.source, edges: [edge] + back, binding: binding)
        if best.map({ length(cycle) < length($0) }) ?? true { best = cycle }
      }
    }
    return best
  }

  private var bindings: [[Value]] {
    var found: [[Value]] = []
    for edge in graph.edges.joined() {
      for binding in edge.goesOn where !found.contains(binding) { found.append(binding) }
    }
    return found
  }

  /// Returns the shortest path from a node to another; empty if they are the same.
  private func way(
    from source: Int, to target: Int, _ edges: [[WaitGraph.Edge]]
  ) -> [WaitGraph.Edge]? {
    var reached: [Int: WaitGraph.Edge] = [:]
    var frontier = [source]
    while source != target, reached[target] == nil, !frontier.isEmpty {
      var next: [Int] = []
      for node in frontier {
        for edge in edges[node] where edge.target != source && reached[edge.target] == nil {
          reached[edge.target] = edge
          next.append(edge.target)
        }
      }
      frontier = next
    }
    var way: [WaitGraph.Edge] = []
    var node = target
    while node != source {
      guard let edge = reached[node] else { return nil }
      way.append(edge)
      node = edge.source
    }
    return way.reversed()
  }

  /// Returns the first position at which an entity waits and time may pass for ever.
  func stalled() throws(EvaluationError) -> EndlessWait? {
    // The passage of time alone may end a wait whose condition reads it, or break an assumption.
    let formulas = graph.rules.properties.filter { $0.kind != .prompt }.flatMap(\.body.formulas)
    guard !(formulas + [graph.wait.condition]).contains(where: \.readsNow)
    else { return nil }
    for (index, node) in graph.nodes.enumerated() {
      let (state, clocks) = (node.position.state, node.position.clocks)
      let waiting = try graph.wait.waiting(in: state, graph.evaluator)
      guard let (binding, _) = waiting.first,
        try graph.evaluator.earliestDeadline(state, clocks) == nil
      else { continue }
      let path = graph.path(to: index)
      var run = try PerformedRounds(
        Script(scope: graph.scope, choices: path.choices, moves: []), graph)
      guard try run.perform(path.moves) else { continue }
      var rendering = RunRendering(graph.evaluator)
      let told = try rendering.run(
        run.script, path.choices.filter { graph.slice.keeps($0.key) }, run.performance,
        ending: [
          "from here on nothing has to happen",
          "so this can go on for ever: \(rendering.text(of: graph.wait, binding))",
        ])
      return EndlessWait(run: told, before: path.moves.count, period: nil, joining: nil)
    }
    return nil
  }

  /// Returns the path to the cycle and once through it, performed on the evaluator and rendered;
  /// nil if that does not lead back.
  ///
  /// - Parameter sort: The sort of which each cycle needs one more entity.
  func told(
    _ cycle: Cycle, joining sort: Core.ID<Core.Entity>? = nil
  ) throws(EvaluationError) -> EndlessWait? {
    let path = graph.path(to: cycle.home)
    var run = try PerformedRounds(
      Script(scope: graph.scope, choices: path.choices, moves: []), graph)
    guard try run.perform(path.moves) else { return nil }
    let home = run.position
    guard try run.goRound(cycle) else { return nil }
    let keys = [home, run.position].map(graph.canonicalizer.exactKey)
    guard sort != nil || keys[0] == keys[1] else { return nil }
    let period = run.position.state.now - home.state.now
    let count = cycle.edges.count
    var rendering = RunRendering(graph.evaluator)
    let who = rendering.text(of: graph.wait, cycle.binding)
    let steps = count == 1 ? "the last step leads" : "the last \(count) steps lead"
    let more = sort.map { sort in
      ", but for one \(graph.rules[sort].name) that is used up: done \(rounds) times, each time "
        + "with another, after which no rule can tell how many there were"
    }
    let told = try rendering.run(
      run.script, path.choices.filter { graph.slice.keeps($0.key) }, run.performance,
      ending: [
        "\(steps) back to where they began, \(EntityNames.duration(period)) later\(more ?? "")",
        "so this can go on for ever: \(who)",
      ])
    return EndlessWait(
      run: told, before: path.moves.count, period: period,
      joining: sort.map { graph.rules[$0].name })
  }
}
