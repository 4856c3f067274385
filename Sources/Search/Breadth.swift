internal import Rulebook
internal import Semantics

/// Breadth-first search: every run of n steps before any of n + 1, so what it finds first is
/// shortest. A step is an event, or a passage of time to one of the instants that matter.
struct Breadth {
  let evaluator: Evaluator
  let scope: Scope
  let target: Target
  /// How many different states are looked at.
  let mostStates: Int
  let mostSteps: Int

  enum Result {
    case found(start: State, [Move])
    /// There is none in this scope, however long.
    case exhausted
    /// The budget ended; there is none of up to that many steps.
    case excluded(steps: Int)
  }

  private struct Node {
    let parent: Int
    let move: Move?
  }

  func run() throws(EvaluationError) -> Result {
    let rules = evaluator.rules
    let fingerprint = Fingerprint(rules, scope, Slice(rules, targets: target.formulas(rules)))
    let caps = scope.counts
    var nodes: [Node] = []
    var starts: [State] = []
    var seen: Set<[Int64]> = []
    var frontier: [(node: Int, position: Position)] = []
    for state in Starts(evaluator, scope).all() {
      let position = Position(state: state, clocks: try evaluator.clocks(startingAt: state))
      guard seen.insert(fingerprint.of(position)).inserted else { continue }
      frontier.append((nodes.count, position))
      nodes.append(Node(parent: -1 - starts.count, move: nil))
      starts.append(state)
    }

    func path(to node: Int, then move: Move) -> Result {
      var moves = [move]
      var current = node
      while let move = nodes[current].move {
        moves.append(move)
        current = nodes[current].parent
      }
      return .found(start: starts[-1 - nodes[current].parent], moves.reversed())
    }

    for depth in 0..<mostSteps {
      var next: [(node: Int, position: Position)] = []
      for (node, position) in frontier {
        for move in try evaluator.moves(at: position, caps: caps) {
          guard let done = try evaluator.done(move, at: position, caps: caps) else { continue }
          if try evaluator.meets(target, done, from: position) { return path(to: node, then: move) }
          guard seen.insert(fingerprint.of(done.position)).inserted else { continue }
          if target == .lasso, let cycle = try lasso(done.position, fingerprint, caps) {
            guard case .found(let start, let moves) = path(to: node, then: move) else { continue }
            return .found(start: start, moves + cycle)
          }
          guard seen.count <= mostStates else { return .excluded(steps: depth) }
          nodes.append(Node(parent: node, move: move))
          next.append((nodes.count - 1, done.position))
        }
      }
      if next.isEmpty { return .exhausted }
      frontier = next
    }
    return .excluded(steps: mostSteps)
  }

  private static let longestCycle = 8

  /// Own steps that lead from the position back to it without time; none if there are none of
  /// up to ``longestCycle``.
  private func lasso(
    _ position: Position, _ fingerprint: Fingerprint, _ caps: [Int]
  ) throws(EvaluationError) -> [Move]? {
    let home = fingerprint.of(position)
    var frontier: [(moves: [Move], position: Position)] = [([], position)]
    var seen: Set<[Int64]> = []
    for _ in 0..<Self.longestCycle {
      var next: [(moves: [Move], position: Position)] = []
      for (moves, position) in frontier {
        for move in try evaluator.moves(at: position, caps: caps, ownOnly: true) {
          guard let done = try evaluator.done(move, at: position, caps: caps) else { continue }
          let code = fingerprint.of(done.position)
          if code == home { return moves + [move] }
          if seen.insert(code).inserted { next.append((moves + [move], done.position)) }
        }
      }
      if next.isEmpty { return nil }
      frontier = next
    }
    return nil
  }
}

extension Evaluator {
  /// What can be done next, in the order of events and arguments, time last.
  func moves(
    at position: Position, caps: [Int], ownOnly: Bool = false
  ) throws(EvaluationError) -> [Move] {
    var moves: [Move] = []
    for index in rules.events.indices where !ownOnly || rules.events[index].isOwnInitiative {
      let event = Core.ID<Core.Event>(index)
      guard withinCaps(event, position.state, caps) else { continue }
      let arguments = try enabledArguments(of: event, in: position.state)
      guard !arguments.isEmpty else { continue }
      let results = candidateResults(of: event, in: position.state)
      for tuple in arguments {
        for result in results { moves.append(.event(event, arguments: tuple, results: result)) }
      }
    }
    guard !ownOnly else { return moves }
    return moves + (try instants(at: position).map { .passage(to: $0) })
  }

  private static var mostInstants: Int { 16 }

  /// The instants worth waiting for: the deadline, and of each edge the instant itself and the
  /// first after it; the nearest of them.
  private func instants(at position: Position) throws(EvaluationError) -> [Int64] {
    let all = try candidateInstants(position.state, position.clocks)
    let set = Set(all)
    let edges = all.filter { !(set.contains($0 + 1) && set.contains($0 + 2)) }
    let nearest = Array(edges.prefix(Self.mostInstants))
    guard let last = edges.last, !nearest.contains(last) else { return nearest }
    return nearest + [last]
  }
}
