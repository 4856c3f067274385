import Rulebook
import Semantics

/// The instants worth waiting for, and the changes while time passes to them.
extension CompactTime {
  /// Lets time pass to an instant. Clocks of conditions that change on the way start and stop.
  func advance(_ state: Words, to instant: Int64, _ frame: Frame) {
    frame.pointee.here = state
    guard !timed.isEmpty else {
      state[CompactLayout.now] = instant
      return
    }
    for _ in 0..<Self.mostChanges {
      let change = nextTurn(frame) { noteTurns(frame) }
      guard !frame.pointee.hasFailed, change < instant else {
        state[CompactLayout.now] = instant
        return keepClocks(of: state, frame)
      }
      state[CompactLayout.now] = change
      keepClocks(of: state, frame)
    }
    frame.pointee.fail(.escape)
  }

  private func nextTurn(_ frame: Frame, _ look: () -> Void) -> Int64 {
    frame.pointee.nextChange = .max
    frame.pointee.watchesTime = true
    look()
    frame.pointee.watchesTime = false
    return frame.pointee.nextChange
  }

  private func noteTurns(_ frame: Frame) {
    for condition in timed { forEachBinding(of: condition, frame) { _ in } }
  }

  private func noteAllTurns(_ frame: Frame) {
    for turning in turnings {
      turning.plan.forEach(turning.candidates.map { $0.values(in: probe) }, frame) {
        for condition in turning.cases { ifDefined(condition, frame) }
      }
    }
    noteTurns(frame)
    for formula in formulas { ifDefined(formula, frame) }
  }

  /// Evaluates an expression; one without a value is ignored.
  private func ifDefined(_ code: Code, _ frame: Frame) {
    if frame.pointee.hasFailed { return }
    _ = code(frame)
    if frame.pointee.failure == .undefined { frame.pointee.clearFailure() }
  }

  private func hasStamp(of instant: Int64, _ state: Words) -> Bool {
    stamps.contains { at, count in
      (0..<Int(state[count])).contains { state[at + $0] == instant }
    }
  }

  /// Returns the instants after now, ascending, up to the deadline.
  func worthWaitingFor(in state: Words, _ frame: Frame) -> [Int64] {
    let now = state[CompactLayout.now]
    let deadline = deadline(of: state, frame)
    guard deadline > now, !frame.pointee.hasFailed else { return [] }
    var found: Set<Int64> = [deadline]
    probe.update(from: state, count: layout.size)
    frame.pointee.here = probe
    for _ in 0..<WaitingInstants.mostTurns {
      let turn = nextTurn(frame) { noteAllTurns(frame) }
      guard turn != .max, turn <= deadline, !frame.pointee.hasFailed else { break }
      found.insert(turn)
      if instants.comparesStored { found.insert(turn - 1) }
      probe[CompactLayout.now] = turn
    }
    for length in instants.lengths { found.insert(now.addingOrMax(length)) }
    if instants.comparesStored || instants.comparesStamps && hasStamp(of: now, state) {
      found.insert(now.addingOrMax(1))
    }
    for (timer, limit) in limits {
      for place in 0..<timer.count where state[timer.at + place] != Word.none {
        found.insert(state[timer.at + place].addingOrMax(limit).addingOrMax(1))
      }
    }
    return found.filter { $0 > now && $0 <= deadline && $0 != .max }.sorted()
  }
}
