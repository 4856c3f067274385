internal import Rulebook
internal import Semantics

/// Breadth-first search: every run of n steps before any of n + 1, so what it finds first is
/// shortest. A step is an event, or a passage of time to one of the instants that matter.
struct Breadth {
  let evaluator: Evaluator
  let scope: Scope
  let targets: [Target]
  /// How many different states are looked at.
  let mostStates: Int
  let mostSteps: Int

  struct Result {
    var found: [Target: Found] = [:]
    /// There is no other run of up to that many steps.
    var steps = 0
    /// There is no other run at all in this scope.
    var isExhausted = false
  }

  struct Found {
    let start: State
    let moves: [Move]
  }

  private struct Node {
    let parent: Int
    let move: Move?
  }

  func run() throws(EvaluationError) -> Result {
    let rules = evaluator.rules
    let slice = Slice(rules, targets: targets.flatMap { $0.formulas(rules) })
    let fingerprint = Fingerprint(rules, scope, slice)
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

    func path(to node: Int, then more: [Move]) -> Found {
      var moves = Array(more.reversed())
      var current = node
      while let move = nodes[current].move {
        moves.append(move)
        current = nodes[current].parent
      }
      return Found(start: starts[-1 - nodes[current].parent], moves: moves.reversed())
    }

    var result = Result()
    var open = targets
    func note(_ met: [Target], _ found: @autoclosure () -> Found) {
      for target in met { result.found[target] = found() }
      if !met.isEmpty { open.removeAll(where: met.contains) }
    }

    for depth in 0..<mostSteps {
      result.steps = depth
      var next: [(node: Int, position: Position)] = []
      for (node, position) in frontier {
        for move in try evaluator.moves(at: position, caps: caps) {
          switch try evaluator.attempt(move, at: position, caps: caps) {
          case .notLegal: continue
          case .undefined:
            guard case .event(let event, _, _) = move else { continue }
            note(open.filter { $0 == .undefined(event) }, path(to: node, then: [move]))
          case .done(let done):
            note(try evaluator.met(open, done, from: position), path(to: node, then: [move]))
            guard !open.isEmpty else { return result }
            guard seen.insert(fingerprint.of(done.position)).inserted else { continue }
            if open.contains(.lasso), let cycle = try lasso(done.position, fingerprint, caps) {
              note([.lasso], path(to: node, then: [move] + cycle))
            }
            guard seen.count <= mostStates else { return result }
            nodes.append(Node(parent: node, move: move))
            next.append((nodes.count - 1, done.position))
          }
          guard !open.isEmpty else { return result }
        }
      }
      if next.isEmpty {
        result.isExhausted = true
        return result
      }
      frontier = next
    }
    result.steps = mostSteps
    return result
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
