internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// Two faults may befall the same one shortly after each other: then whatever explains the first
/// leaves wrong what follows from the second, and what explains nothing looks better. So where much
/// stays wrong with those concerned, each way is followed as far as the next line about them that is
/// wrong, and it is looked whether something that no line records explains the rest.
extension Judge {
  /// So many ways are followed.
  private static let mostSeconds = 60
  /// So many events may be the second fault.
  private static let mostMissing = 16
  /// A second fault must explain more than so much, besides itself: what follows from one alone is
  /// often one line.
  private static let worth = 1

  /// Of the ways that say what happened the one after which least is wrong if something else is
  /// missing farther behind; nil: after none is less wrong by more than that one line. The world is
  /// as it was before the line; it stays so.
  mutating func second(
    behind repairs: [Repair], _ record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>,
    _ outlook: Outlook, _ before: Snapshot, than best: (repair: Repair, trial: Trial)
  ) -> (repair: Repair, trial: Trial)? {
    let wrong = best.trial.faults.filter { isAbout(outlook.focus, ahead[$0]) }
    guard world.unseen == nil, wrong.count > Self.worth else { return nil }
    var found: (repair: Repair, trial: Trial)?
    var limit = best.trial.cost - Self.worth
    for repair in ([best.repair] + repairs).filter(\.isExplanation).prefix(Self.mostSeconds) {
      guard
        let first = trial(of: repair, record, ahead, outlook, outlook.all, before, limit: .max),
        let position = first.faults.first(where: { isAbout(outlook.focus, ahead[$0]) }),
        let trial = trial(
          of: repair, record, missingBefore: position, ahead, outlook, before, limit: limit - 1)
      else { continue }
      (found, limit) = ((repair, trial), trial.cost)
    }
    return found
  }

  /// What goes on behind a line if this has happened, and before one of the lines behind it what is
  /// best of what no line records.
  /// - Returns: nil: nothing explains that line, or more than the limit is wrong.
  private mutating func trial(
    of repair: Repair, _ record: TraceEvent, missingBefore position: Int,
    _ ahead: ArraySlice<TraceReader.Item>, _ outlook: Outlook, _ before: Snapshot, limit: Int
  ) -> Trial? {
    guard case .line(.event(let event)) = ahead[position] else { return nil }
    mode = .trial
    defer { restore(before) }
    let start = counts.findings
    guard make(repair, record, ahead) else { return nil }
    var first = Trial(cost: counts.findings - start + 1)
    let rest = outlook.all.filter { $0 != repair.advanced }
    follow(rest.filter { $0 < position }, ahead, outlook, &first, limit: limit)
    if first.cost > limit { return nil }
    if position >= outlook.end { attention = outlook.focus }
    let here = snapshot()
    defer { world.unmark() }
    var best: Trial?
    var limit = limit
    // Whoever comes to be only there is no part of what follows from the fault.
    let missing = legalEvents(whomItMayBeAbout(event), but: event)
      .filter { !rules[$0.event].introduces }
    for occurrence in missing.prefix(Self.mostMissing) {
      var trial = first
      if make(.unrecorded(occurrence, atOnce: true), event, ahead) {
        follow(rest.filter { $0 > position }, ahead, outlook, &trial, limit: limit)
        if trial.cost <= limit { (best, limit) = (trial, trial.cost - 1) }
      }
      restore(here)
    }
    return best
  }

  /// By sort: whom a line names, and to whom these refer.
  private func whomItMayBeAbout(_ event: TraceEvent) -> [[Int32]] {
    var pool = Pool(of: world)
    pool.add(entities(event))
    pool.add(whomTheyReferTo(pool.numbers))
    return pool.numbers
  }
}
