internal import Rulebook
internal import Semantics

/// Random runs, the same for the same seed, until a target is met; then the run is shortened
/// step by step to one from which nothing can be left out.
struct Hunt {
  let evaluator: Evaluator
  let scope: Scope
  let seed: UInt64

  struct Found {
    let start: State
    let moves: [Move]
  }

  /// - Parameters:
  ///   - targets: met ones are left out of the search at once.
  ///   - steps: how many are tried in all.
  func run(_ targets: Set<Target>, steps: Int, each length: Int) throws(EvaluationError) -> [Target: Found] {
    var open = targets
    var found: [Target: Found] = [:]
    var left = steps
    var seed = self.seed
    while left > 0, !open.isEmpty {
      seed &+= 1
      guard
        var run = try RandomRun(
          evaluator, counts: scope.fixed, caps: scope.caps, seed: seed)
      else { break }
      let start = run.state
      var moves: [Move] = []
      var position = Position(state: run.state, clocks: run.clocks)
      for _ in 0..<length {
        left -= 1
        // A step without a meaning ends this run; breadth-first search looks for those.
        guard let happened = try? run.next() else { break }
        let done: Done
        switch happened {
        case .event(let step):
          moves.append(.event(step.event, arguments: step.arguments, results: step.results))
          done = Done(position: Position(state: run.state, clocks: run.clocks), step: step)
        case .passage(_, let after):
          moves.append(.passage(to: after.now))
          done = Done(position: Position(state: run.state, clocks: run.clocks), step: nil)
        }
        for target in try evaluator.met(Array(open), done, from: position) {
          open.remove(target)
          found[target] = Found(start: start, moves: try shortened(moves, from: start, target))
        }
        position = done.position
        if open.isEmpty { break }
      }
    }
    return found
  }

  /// Leaves out halves, quarters, … single moves, as long as what remains is legal and still
  /// ends in the target (delta debugging: Zeller and Hildebrandt, 2002).
  private func shortened(
    _ moves: [Move], from start: State, _ target: Target
  ) throws(EvaluationError) -> [Move] {
    var moves = moves
    var size = max(1, moves.count / 2)
    while true {
      var removed = false
      var index = 0
      while index < moves.count {
        var fewer = moves
        fewer.removeSubrange(index..<min(index + size, moves.count))
        if let end = try firstMeeting(fewer, from: start, target) {
          moves = Array(fewer.prefix(end + 1))
          removed = true
        } else {
          index += size
        }
      }
      if size == 1, !removed { return moves }
      size = removed ? size : max(1, size / 2)
    }
  }

  /// The position of the first move that meets the target; none if a move before it is not legal.
  private func firstMeeting(
    _ moves: [Move], from start: State, _ target: Target
  ) throws(EvaluationError) -> Int? {
    var position = Position(state: start, clocks: try evaluator.clocks(startingAt: start))
    for (index, move) in moves.enumerated() {
      guard let done = try evaluator.done(move, at: position, caps: scope.counts) else { return nil }
      if try evaluator.met([target], done, from: position) == [target] { return index }
      position = done.position
    }
    return nil
  }
}
