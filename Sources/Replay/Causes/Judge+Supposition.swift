internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// Something that no line records and that explains a fault as well as what it was taken for.
struct Supposition: Sendable {
  let finding: Int
  let occurrence: Occurrence
  /// No later line is its record.
  let lastInstant: Int64
}

/// What is missing where a fault is found may be recorded far behind it, where nothing is wrong
/// with that. So a line that records what was supposed to have happened is judged in the light of
/// those behind it, though it may be legal: it happens now, or that was it.
extension Judge {
  /// So many different lines behind a fault are looked at for what belongs far before it.
  private static let mostDisplaced = 64

  /// Remembers what may have happened before the present line, if a finding is about that.
  mutating func awaitRecords(of occurrences: [Occurrence]) {
    guard let cause = knownCause else { return }
    let last = latestRecord
    aftermath.suppose(
      occurrences.map { Supposition(finding: cause, occurrence: $0, lastInstant: last) })
  }

  /// Those of these of which a line far behind may be the record: not what, if it happened, a line is
  /// the record of that would be wrong otherwise; and nothing by which somebody came to be, who would
  /// have no name if its line were left out. The world is as it was before the line; it stays so.
  mutating func withoutRecord(
    _ occurrences: [Occurrence], _ record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>,
    _ best: Likeliest, _ before: Snapshot
  ) -> [Occurrence] {
    var known: Set<Occurrence> = []
    return occurrences.filter { occurrence in
      guard known.insert(occurrence).inserted, !rules[occurrence.event].introduces else {
        return false
      }
      if case .unrecorded(occurrence, _) = best.repair { return true }
      guard isLegal(occurrence) else { return true }
      let trial = trial(
        of: .unrecorded(occurrence, atOnce: true), record, ahead, best.outlook, best.outlook.all,
        before, limit: best.cost)
      return trial?.isRecorded != true
    }
  }

  /// What lines behind a fault say that would make it right, had it happened at a time when it was
  /// legal. The world is as it was before the line; it stays so.
  mutating func displaced(
    _ record: TraceEvent, _ concerned: [EntityKey], _ ahead: ArraySlice<TraceReader.Item>,
    _ before: Snapshot
  ) -> [Occurrence] {
    let candidates = occurrences(in: ahead, until: record, about: Set(concerned))
    if candidates.isEmpty { return [] }
    mode = .trial
    defer { restore(before) }
    begin(record.place, at: record.instant)
    _ = passTime(event: record, isMarked: true)
    guard let arguments = knownArguments(of: record) else { return [] }
    return candidates.filter { occurrence in
      world.mark()
      let start = world
      defer {
        world.rollback(to: start)
        world.unmark()
      }
      let results = rules[occurrence.event].untoldResults
      guard (try? world.perform(occurrence.event, occurrence.arguments, results)) != nil else {
        return false
      }
      return isLegal(Occurrence(event: record.event, arguments: arguments))
    }
  }

  /// What lines say that may be late records, each once: of nobody, or of some of these.
  private func occurrences(
    in ahead: ArraySlice<TraceReader.Item>, until record: TraceEvent,
    about concerned: Set<EntityKey>
  ) -> [Occurrence] {
    var found: [Occurrence] = []
    for item in ahead {
      guard case .line(.event(let event)) = item, mayBelong(before: record, item) else { break }
      let named = entities(event)
      guard event.outcome == .ok, named.isEmpty || !concerned.isDisjoint(with: named),
        let arguments = knownArguments(of: event)
      else { continue }
      let occurrence = Occurrence(event: event.event, arguments: arguments)
      if found.contains(occurrence) { continue }
      found.append(occurrence)
      if found.count == Self.mostDisplaced { break }
    }
    return found
  }

  /// Whether a line of an event may record what is supposed to have happened before.
  func supposes(_ event: Int) -> Bool {
    aftermath.supposed.contains { $0.occurrence.event.index == event }
  }

  /// What is supposed to have happened before and is recorded by this line.
  func supposition(of record: TraceEvent) -> Supposition? {
    guard !aftermath.supposed.isEmpty, record.outcome == .ok else { return nil }
    return aftermath.supposed.first {
      written(record) <= $0.lastInstant && isRecord(record, of: $0.occurrence)
    }
  }

  /// Leaves out a line that records what was supposed to have happened before, if less is wrong
  /// with those behind it then; otherwise nothing has happened.
  /// - Returns: Whether it did.
  mutating func takeLate(
    _ record: TraceEvent, as known: Supposition, _ ahead: ArraySlice<TraceReader.Item>
  ) -> Bool {
    noteAnnounced(in: record, ahead)
    let before = hold()
    defer { release() }
    take(.line(.event(record)))
    let faults = result.findings[before.findings...].filter(\.kind.isViolation)
    restore(before)
    // What is written late may be written with the instant at which it happened.
    guard faults.allSatisfy({ $0.kind.isAboutEvents || $0.kind == .order }) else { return false }
    if !faults.isEmpty, isDoubled(record, within: 1) { return false }
    let isLate = goesOnLonger(leavingOut: record, isWrong: !faults.isEmpty, ahead, before)
    guard isLate else { return false }
    _ = make(.ignored, record, ahead)
    aftermath.settle(known.occurrence)
    inferred.removeAll { $0.occurrence == known.occurrence }
    noteConsequence(of: known.finding)
    addRepair(text(ofAdvanced: record), to: known.finding)
    return true
  }

  /// Whether the next fault comes later, and less is wrong in all, if a line is left out. Of a line
  /// that is wrong itself it is enough that the next fault behind it comes later: more may be wrong
  /// far behind, since what it was supposed to be was not done where it belongs.
  /// - Parameter isWrong: Whether the line itself is wrong.
  private mutating func goesOnLonger(
    leavingOut record: TraceEvent, isWrong: Bool, _ ahead: ArraySlice<TraceReader.Item>,
    _ before: Snapshot
  ) -> Bool {
    guard let with = trial(of: .believed, record, ahead, before, limit: .max) else { return false }
    // Of what is written twice the second is wrong.
    if let next = ahead.first, with.faults.first == ahead.startIndex, isSame(record, next) {
      return false
    }
    let first = with.faults.first ?? .max
    let cost = with.cost + (isWrong ? 1 : 0)
    guard cost > 0,
      let without = trial(
        of: .ignored, record, ahead, before, limit: isWrong ? .max : cost - 1)
    else { return false }
    if without.faults.first ?? .max > first { return true }
    return isWrong && without.cost < cost
      && !isMissed(record, at: ahead.startIndex - 1, without.faults, ahead)
  }

  /// Whether the next line behind one says the same, of the same instant.
  func isCopied(_ position: Int, _ ahead: ArraySlice<TraceReader.Item>) -> Bool {
    guard position >= ahead.startIndex, position + 1 < ahead.endIndex,
      case .line(.event(let event)) = ahead[position]
    else { return false }
    return isSame(event, ahead[position + 1])
  }

  /// Whether two lines say the same, of the same instant.
  private func isSame(_ record: TraceEvent, _ item: TraceReader.Item) -> Bool {
    guard case .line(.event(let other)) = item else { return false }
    return record.event == other.event && record.arguments == other.arguments
      && record.outcome == other.outcome && record.instant == other.instant
  }
}
