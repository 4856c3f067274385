import Rulebook
import Semantics

/// A run in repeatable form: the choices at the start, and the moves.
struct Script: Sendable {
  var scope: Scope
  var choices: Choices
  var moves: [Move]

  /// The result of performing a script.
  struct Performance {
    let start: Position
    var steps: [Done] = []
    /// The reason why the last move, which is not among the steps, is not defined.
    var undefined: EvaluationError?

    /// The number of moves that were made.
    var count: Int { steps.count + (undefined == nil ? 0 : 1) }
  }

  /// Performs the run.
  ///
  /// - Returns: The result of each move, up to the first that meets the target; nil if a move
  ///   before it is not legal, or none meets it.
  /// - Throws: If a move before it is not defined.
  func performed(
    for target: Target, _ inquiry: Inquiry
  ) throws(EvaluationError) -> Performance? {
    let evaluator = inquiry.evaluator
    let state = evaluator.start(scope, choices)
    guard try evaluator.brokenAxioms(in: state).isEmpty else { return nil }
    var position = Position(state: state, clocks: try evaluator.clocks(startingAt: state))
    var performance = Performance(start: position)
    if try inquiry.met(by: position).contains(target) { return performance }
    for move in moves {
      switch try evaluator.attempt(move, at: position, caps: scope.counts) {
      case nil: return nil
      case .failure(let error):
        guard case .event(let event, _, _, _) = move, target == .undefined(event) else {
          throw error
        }
        performance.undefined = error
        return performance
      case .success(let done):
        performance.steps.append(done)
        if try inquiry.met(by: done, isNew: true).contains(target) { return performance }
        position = done.position
      }
    }
    return target == .lasso && performance.endsInLasso(inquiry.slice) ? performance : nil
  }
}

extension Script.Performance {
  /// Returns true if own events at one instant have led from some position to the last, and the two
  /// differ in nothing that the slice keeps.
  fileprivate func endsInLasso(_ slice: Slice) -> Bool {
    let canonicalizer = Canonicalizer(slice)
    guard let last = steps.last else { return false }
    let key = canonicalizer.exactKey(of: last.position)
    for index in steps.indices.reversed() {
      guard let step = steps[index].step, slice.rules[step.event].isOwnInitiative else {
        return false
      }
      let before = index == 0 ? start : steps[index - 1].position
      if canonicalizer.exactKey(of: before) == key { return true }
    }
    return false
  }
}
