import Rulebook
import Semantics
import Traces

extension Judge {
  /// The result of following the lines behind a line, with one explanation of it.
  struct Trial {
    /// The number of faults.
    var cost = 0
    /// The lines, of those ahead, with which something is wrong.
    var faults: [Int] = []
  }

  /// The chosen explanation of a faulty line.
  struct Likeliest {
    let repair: Repair
    /// The lines that have faults with any explanation.
    var others: [Int] = []
    /// The positions of the lines that are allowed only with this explanation.
    var folded: [Int] = []
  }

  /// The repair after which least is wrong, first on the lines that tell most, then on all.
  mutating func likeliest(
    _ record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead,
    _ before: Snapshot
  ) -> Likeliest {
    var outlook = outlook(record, ahead, evidence)
    var least = Int.max
    var tied: [Repair] = []
    var followed = 0
    outlook.scope = scope(record, evidence, ahead)
    var pool: [[Int32]] = []
    for isAboutOthers in [false, true] {
      if isAboutOthers { pool = self.pool(record, evidence, ahead) }
      let repairs =
        isAboutOthers
        ? otherRepairs(of: record, evidence, ahead, outlook.own, pool, before)
        : ownRepairs(of: record, evidence, ahead)
      for repair in repairs where followed < Limits.many {
        if evidence.isUndecided, !repair.leavesLines { continue }
        guard
          let trial = trial(
            of: repair, record, ahead, outlook, outlook.near, before, limit: least)
        else { continue }
        if trial.cost == 0, !evidence.isUndecided,
          explainsAll(repair, record, evidence, ahead, outlook, before)
        {
          return Likeliest(
            repair: repair, folded: folded(under: repair, [], record, ahead, outlook, before))
        }
        followed += 1
        if trial.cost < least { tied.removeAll() }
        least = trial.cost
        if tied.count < Limits.telling { tied.append(repair) }
      }
    }
    var (best, apart) = mostSound(tied, record, evidence, ahead, outlook, before)
    if evidence.isUndecided { return Likeliest(repair: best.repair) }
    best = likeliestRevision(of: record, evidence, ahead, outlook, pool, before, than: best) ?? best
    let faults = best.trial.faults
    let explainsRest =
      best.repair.isExplanation && apart.isSuperset(of: faults)
      && !leavesOrderOpen(best.repair, before: record, ahead)
    let open = leavesOpen(best.repair)
    return Likeliest(
      repair: best.repair,
      others: explainsRest ? lines(in: ahead, at: faults, besidesAbout: open) : [],
      folded: folded(under: best.repair, faults, record, ahead, outlook, before))
  }

  /// Returns the lines that have faults if the line is believed, and none with an explanation.
  private mutating func folded(
    under repair: Repair, _ faults: [Int], _ record: TraceEvent, _ ahead: Lookahead,
    _ outlook: Outlook, _ before: Snapshot
  ) -> [Int] {
    if case .believed = repair { return [] }
    let believed = trial(
      of: .believed, record, ahead, outlook, outlook.all, before, limit: .max)
    return believed?.faults.filter { !faults.contains($0) && $0 != repair.advanced } ?? []
  }

  /// Returns true if the lines behind have no fault after an explanation, and it breaks no
  /// invariant.
  private mutating func explainsAll(
    _ repair: Repair, _ record: TraceEvent, _ evidence: Evidence, _ ahead: Lookahead,
    _ outlook: Outlook, _ before: Snapshot
  ) -> Bool {
    trial(of: repair, record, ahead, outlook, outlook.all, before, limit: 0) != nil
      && (!isSpokenOf(record, ahead)
        || countBroken(by: repair, record, evidence, ahead, before, enough: 1) == 0)
  }

  /// The lines at these positions that are about none of these.
  private func lines(
    in ahead: Lookahead, at positions: [Int],
    besidesAbout keys: Set<EntityKey> = []
  ) -> [Int] {
    positions.compactMap {
      guard case .line(let line) = ahead[$0] else { return nil }
      if case .event(let event) = line, !keys.isDisjoint(with: entities(event)) { return nil }
      return line.place.record
    }
  }

  /// Returns, of explanations that are equal on the nearest lines, the one with the fewest faults
  /// on all lines of the window; among equal ones the first that breaks the fewest invariants.
  /// - Returns: Also the lines that have faults after each of the explanations.
  private mutating func mostSound(
    _ tied: [Repair], _ record: TraceEvent, _ evidence: Evidence,
    _ ahead: Lookahead, _ outlook: Outlook, _ before: Snapshot
  ) -> (best: (repair: Repair, trial: Trial), apart: Set<Int>) {
    var best: (repair: Repair, trial: Trial) = (.believed, Trial(cost: .max))
    var apart: Set<Int>?
    // If no later line is about the entities of this one, invariants do not count.
    let unknown: Int? = tied.count > 1 && isSpokenOf(record, ahead) ? nil : 0
    var broken = unknown
    for repair in tied {
      if best.trial.cost == 0 {
        let known = broken ?? countBroken(by: best.repair, record, evidence, ahead, before)
        if known == 0 { break }
        broken = known
      }
      guard
        let trial = trial(
          of: repair, record, ahead, outlook, outlook.all, before, limit: best.trial.cost)
      else { continue }
      apart = apart?.intersection(trial.faults) ?? Set(trial.faults)
      if trial.cost < best.trial.cost {
        (best, broken) = ((repair, trial), unknown)
        continue
      }
      let known = broken ?? countBroken(by: best.repair, record, evidence, ahead, before)
      broken = known
      if known == 0 { continue }
      let other = countBroken(by: repair, record, evidence, ahead, before)
      if other < known { (best, broken) = ((repair, trial), other) }
    }
    return (best, apart ?? [])
  }

  /// Follows the lines close behind a line with an explanation of it; nil: it explains nothing, or
  /// there are more faults than the limit.
  mutating func trial(
    of repair: Repair, _ record: TraceEvent, _ ahead: Lookahead,
    _ before: Snapshot, limit: Int
  ) -> Trial? {
    let outlook = Outlook(ahead.prefix(Limits.window).indices)
    return trial(of: repair, record, ahead, outlook, outlook.all, before, limit: limit)
  }

  /// - Returns: nil if that explains nothing, or more than the limit is wrong.
  mutating func trial(
    of repair: Repair, _ record: TraceEvent, _ ahead: Lookahead,
    _ outlook: Outlook, _ positions: [Int], _ before: Snapshot, limit: Int
  ) -> Trial? {
    var outlook = outlook
    extend(&outlook.scope, by: repair, ahead)
    mode = .trial
    defer { restore(before) }
    let start = counts.findings
    counts.tried += 1
    let isExplained = make(repair, record, ahead)
    var own = counts.findings - start
    if repair.believesTheLine {
      // One is the fault itself.
      own = max(0, own - 1)
    } else if !isExplained {
      return nil
    }
    var trial = Trial(cost: own)
    follow(positions.filter { $0 != repair.advanced }, ahead, outlook, &trial, limit: limit)
    if trial.cost > limit { return nil }
    if let position = repair.advanced, position - ahead.startIndex >= Limits.reach,
      case .line(.event(let event)) = ahead[position],
      isMissed(event, at: position, trial.faults, ahead)
        || isCopied(position, ahead) || isCopied(position - 1, ahead)
    {
      trial.cost += 1
    }
    return trial.cost > limit ? nil : trial
  }

  /// Tries lines until there are more faults than the limit.
  mutating func follow(
    _ positions: [Int], _ ahead: Lookahead, _ outlook: Outlook,
    _ trial: inout Trial, limit: Int
  ) {
    var scope = outlook.scope
    for index in positions where trial.cost <= limit {
      if index >= outlook.end { attention = outlook.focus }
      let known = (findings: counts.findings, lost: counts.lost)
      counts.tried += 1
      if !takePlainly(ahead, index) { take(ahead[index]) }
      // A line about an unknown entity is not explained either.
      trial.cost += counts.lost - known.lost
      if counts.findings > known.findings {
        counts.tried += Limits.costOfFault
        guard isCounted(&scope, outlook, lineAt: index, ahead) else { continue }
        trial.cost += counts.findings - known.findings
        trial.faults.append(index)
      } else {
        confirm(&scope, byLineAt: index, ahead)
      }
    }
  }

  /// Tries a line on the fast path.
  /// - Returns: True if the line is plainly right; otherwise nothing has changed.
  private mutating func takePlainly(_ ahead: Lookahead, _ index: Int) -> Bool {
    guard let screen, let event = ahead.lines.event(at: index), world.unseen == nil,
      possible == nil,
      !expectsLine(of: event), hasStarted, !counts.hasStopped
    else { return false }
    let ended = screen.machine.endedWaivers
    let instant = ahead.lines.withWords(at: index) { words, names in
      screen.takeOnTrial(words, names) ? words[1] : -1
    }
    guard let instant, instant >= 0 else { return false }
    if screen.machine.hasNews(since: ended) {
      judgeAfterPlainLine(ahead.lines.place(at: index), at: instant)
    }
    return true
  }

  /// Returns true if a line that belongs far before its place has an entity in common with a faulty
  /// line close behind that place: the line is missing there, and may as well be a fault of its
  /// own.
  func isMissed(
    _ record: TraceEvent, at position: Int, _ faults: [Int],
    _ ahead: Lookahead
  ) -> Bool {
    let named = Set(entities(record))
    return faults.contains { fault in
      guard fault > position, fault - position <= Limits.reach,
        case .line(.event(let other)) = ahead[fault]
      else { return false }
      return !named.isDisjoint(with: entities(other))
    }
  }
}
