import Findings
import Rulebook
import Semantics
import Traces

/// Inference of hidden events, which are never logged: an obligation is inferred when it is due,
/// any other event when a line needs it.
extension Judge {
  /// The largest number of hidden events before one line.
  private static let mostHidden = 3
  /// The number of sequences that are tried, and of those explaining a line that are followed.
  private static let mostTried = 500
  private static let mostFollowed = 8

  /// Returns the hidden events that make a line legal if they happen before it, those with the
  /// fewest faults in later lines; nil: none do.
  mutating func hiddenCause(
    of record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead,
    _ before: Snapshot
  ) -> Repair? {
    guard !options.hidden.isEmpty else { return nil }
    let pool = pool(record, evidence, ahead)
    var best: (cost: Int, repair: Repair)?
    var (ways, followed) = (0, 0)
    var level: [[Occurrence]] = [[]]
    for _ in 0..<Self.mostHidden {
      var next: [[Occurrence]] = []
      for start in level {
        for occurrence in hiddenEvents(after: start, pool, record, before) {
          let sequence = start + [occurrence]
          next.append(sequence)
          for atOnce in [true, false] {
            ways += 1
            let repair = Repair.hidden(sequence, atOnce: atOnce)
            let limit = best.map { $0.cost - 1 } ?? Int.max
            guard let cost = trial(of: repair, record, ahead, before, limit: limit)?.cost else {
              continue
            }
            followed += 1
            best = (cost, repair)
            if cost == 0 || followed == Self.mostFollowed { return repair }
          }
          if ways >= Self.mostTried { return best?.repair }
        }
      }
      // A sequence with fewer events is preferred.
      if let best { return best.repair }
      level = next
    }
    return nil
  }

  /// Returns the hidden events that may happen after others, at the instant of the line before.
  private mutating func hiddenEvents(
    after start: [Occurrence], _ pool: [[Int32]], _ record: TraceEvent, _ before: Snapshot
  ) -> [Occurrence] {
    mode = .trial
    defer { restore(before) }
    for occurrence in start { inferHidden(occurrence) }
    let early = legalEvents(pool, but: record).filter { isHidden($0.event) }
    begin(record.place, at: record.instant)
    _ = passTime(event: record, isMarked: true)
    let late = legalEvents(pool, but: record).filter { isHidden($0.event) && !early.contains($0) }
    return early + late
  }
}
