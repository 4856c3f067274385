import Findings
import Traces

/// An observation that differs from the state: either it is wrong, or the state is. The lines
/// behind it tell which.
extension Judge {
  /// Judges an observation that differs from the state in the light of the lines behind it. The
  /// observation is believed unless less is wrong with these if the state is kept.
  mutating func deliberate(_ observation: Observation, _ ahead: Lookahead) {
    let item = TraceReader.Item.line(.observation(observation))
    let before = hold()
    defer { release() }
    take(item)
    let found = findings[before.findings...]
    guard found.contains(where: { $0.kind == .observation }) else { return }
    let concerned = Set(line.blamed)
    restore(before)
    let outlook = outlook(of: concerned, ahead)
    let believed = faults(behind: item, ahead, outlook, before, keepingState: false, limit: .max)
    keepsState =
      believed > 0
      && faults(behind: item, ahead, outlook, before, keepingState: true, limit: believed - 1)
        < believed
    take(item)
    keepsState = false
  }

  /// The lines up to the last of those that tell most.
  func outlook(of concerned: Set<EntityKey>, _ ahead: Lookahead) -> Outlook {
    let close = ahead.prefix(Limits.window)
    let telling = close.positions(naming: search(for: concerned, in: ahead)).filter { index in
      guard case .line(.event) = close[index] else { return true }
      return isAbout(concerned, close[index])
    }.prefix(Limits.telling)
    let end = telling.last.map { $0 + 1 } ?? close.startIndex
    return Outlook(close.startIndex..<end)
  }

  /// The number of faults on the lines behind an observation; more than the limit if it is passed.
  private mutating func faults(
    behind item: TraceReader.Item, _ ahead: Lookahead, _ outlook: Outlook, _ before: Snapshot,
    keepingState: Bool, limit: Int
  ) -> Int {
    mode = .trial
    defer { restore(before) }
    keepsState = keepingState
    counts.tried += 1
    take(item)
    keepsState = false
    var trial = Trial()
    follow(outlook.all, ahead, outlook, &trial, limit: limit)
    return trial.cost
  }
}
