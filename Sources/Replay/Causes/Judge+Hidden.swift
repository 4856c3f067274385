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

  /// The effort of inference that is allowed in all; for each line, `effortPerLine` is added.
  /// Beyond it the trace is not of this service, or is made to exhaust the checker.
  private static let freeEffort = 1_000_000
  private static let effortPerLine = 1_000
  /// The effort of an event that introduces an entity, which then stays for long.
  private static let effortOfNewcomer = 10
  /// The number of entities that can be copied with the effort of one event. The whole state is
  /// copied if the effect of an event depends on its unknown part.
  private static let copiedAtOnce = 256
  /// The number of inferred events that count as one tried line.
  private static let inferredPerTrial = 8

  var mayInfer: Bool {
    counts.inferred < Self.freeEffort + linesTaken * Self.effortPerLine
  }

  private func effort(of event: Core.ID<Core.Event>) -> Int {
    let copied = world.isOpen(event.index) ? world.entityCount / Self.copiedAtOnce : 0
    return copied + (rules[event].introduces ? Self.effortOfNewcomer : 1)
  }

  func isHidden(_ event: Core.ID<Core.Event>) -> Bool { options.hidden.contains(rules[event].name) }

  /// Performs a hidden obligation.
  /// - Returns: True if its effect is defined.
  @discardableResult
  mutating func inferHidden(_ occurrence: Occurrence) -> Bool {
    let event = rules[occurrence.event]
    let trials = counts.inferred / Self.inferredPerTrial
    counts.inferred += effort(of: occurrence.event)
    if mode == .trial { counts.tried += counts.inferred / Self.inferredPerTrial - trials }
    do {
      world.mark()
      defer { world.unmark() }
      let done = try world.perform(
        occurrence.event, occurrence.arguments, event.untoldResults)
      if mode != .trial { result.inferred[event.name, default: 0] += 1 }
      guard event.introduces else { return true }
      // A later line may name the entity that it introduced.
      expectLine(
        of: InferredStep(
          occurrence: occurrence, results: done.results, notifications: done.notifications,
          isDated: true,
          open: [], lastLine: .max, lastInstant: .max, lastNearLine: .max))
      return true
    } catch {
      report(
        error, rule(occurrence.event),
        about: Subject(variables: event.parameters, values: occurrence.arguments))
      return false
    }
  }

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
