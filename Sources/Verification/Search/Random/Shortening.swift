import Rulebook
import Semantics

/// The shortening of a run that meets a target, until nothing can be left out of it: no step, no
/// stretch of time, no entity (delta debugging: Zeller and Hildebrandt, 2002). Each change is kept
/// only if the run is legal and still meets the target.
struct Shortening {
  let inquiry: Inquiry
  let target: Target
  private let rules: Core.Rules

  init(_ inquiry: Inquiry, _ target: Target) {
    self.inquiry = inquiry
    self.target = target
    rules = inquiry.slice.rules
  }

  func shortened(_ script: Script) throws(EvaluationError) -> Script {
    var script = script
    var last: Script?
    while last.map({ $0.moves.count > script.moves.count }) ?? true {
      last = script
      script = try withFewerMoves(script)
      script = try withEarlierInstants(script)
      script = try withFewerEntities(script)
    }
    return script
  }

  /// Returns the run up to the point where it meets the target; nil if it does not, or is not
  /// defined.
  private func accepted(_ script: Script?) throws(EvaluationError) -> Script? {
    guard var script, let run = try performed(script) else { return nil }
    script.moves.removeSubrange(run.count...)
    return script
  }

  private func performed(_ script: Script) throws(EvaluationError) -> Script.Performance? {
    try unlessUndefined { () throws(EvaluationError) in
      try script.performed(for: target, inquiry)
    }
  }

  private func withFewerMoves(_ whole: Script) throws(EvaluationError) -> Script {
    var script = whole
    var size = max(1, script.moves.count / 2)
    while true {
      var isShorter = false
      var index = 0
      while index < script.moves.count {
        let range = index..<min(index + size, script.moves.count)
        let edit = ScriptEdit(script, rules)
        var shorter = try accepted(edit.removing(range, keepingInstants: true))
        if shorter == nil {
          shorter = try accepted(edit.removing(range, keepingInstants: false))
        }
        if let shorter {
          script = shorter
          isShorter = true
        } else {
          index += size
        }
      }
      if size == 1, !isShorter { return script }
      size = isShorter ? size : max(1, size / 2)
    }
  }

  /// Replaces random instants by meaningful ones.
  private func withEarlierInstants(_ whole: Script) throws(EvaluationError) -> Script {
    var script = whole
    let instants = WaitingInstants(inquiry.evaluator, inquiry.slice)
    for index in script.moves.indices {
      guard index < script.moves.count, case .passage(let old) = script.moves[index],
        let run = try performed(script), index < run.steps.count
      else { continue }
      let before = index == 0 ? run.start : run.steps[index - 1].position
      let earlier = try unlessUndefined { () throws(EvaluationError) in
        try instants.worthWaitingFor(at: before)
      }
      for instant in earlier ?? [] where instant < old {
        let edit = ScriptEdit(script, rules)
        if let earlier = try accepted(edit.moving(index, to: instant)) {
          script = earlier
          break
        }
      }
    }
    return script
  }

  private func withFewerEntities(_ whole: Script) throws(EvaluationError) -> Script {
    var script = whole
    for (sort, count) in whole.scope.fixed.sorted(by: { $0.key < $1.key }) {
      for entity in stride(from: count - 1, through: 0, by: -1) where count > 1 {
        guard script.scope.counts[sort.index] > 1 else { break }
        let edit = ScriptEdit(script, rules)
        if let fewer = try accepted(edit.removing(Int32(entity), of: sort)) { script = fewer }
      }
    }
    return ScriptEdit(script, rules).withLeastCaps()
  }
}
