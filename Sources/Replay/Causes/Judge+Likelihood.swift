internal import Rulebook
internal import Semantics
internal import Traces

extension Judge {
  /// What goes on behind a line, if this has happened.
  struct Trial {
    /// How much is wrong.
    var cost = 0
    /// The lines, of those ahead, with which something is wrong.
    var faults: [Int] = []
    /// Whether one of them would be wrong if it did not record what is tried.
    var isRecorded = false
  }

  /// What was wrong with a line is taken to be this.
  struct Likeliest {
    let repair: Repair
    /// The lines with which something is wrong because of it.
    let faults: [Int]
    /// The lines with which something is wrong too, whatever happened.
    let others: [Int]
    /// Whether a second fault shortly behind it explains what is wrong with the same ones then.
    let isFollowed: Bool
    /// What may have happened without a record, by the lines that tell most.
    let possible: [Occurrence]
    /// How much is wrong on the lines that are looked at, and which these are.
    let cost: Int
    let outlook: Outlook
  }

  /// How many ways are followed.
  private static let mostFollowed = 60
  /// A line with which something is wrong takes as long as so many others.
  private static let effortOfFault = 32
  /// How many that are equally likely are followed farther.
  private static let mostTied = 16

  /// The repair after which least is wrong, first on the lines that tell most, then on all.
  mutating func likeliest(
    _ record: TraceEvent, _ evidence: Evidence, _ ahead: ArraySlice<TraceReader.Item>,
    _ before: Snapshot
  ) -> Likeliest {
    let outlook = outlook(record, ahead, evidence)
    var least = Int.max
    var tied: [Repair] = []
    var possible: [Occurrence] = []
    var followed = 0
    // With these something is wrong whatever happened: that is another fault.
    var common: Set<Int>?
    let pool = pool(record, evidence, ahead)
    var (likely, unlikely) = repairs(of: record, evidence, ahead, outlook.own, pool, before)
    if evidence.isUndecided {
      likely = likely.filter(\.leavesLines)
      if likely.isEmpty { likely = [.believed] }
    }
    for (index, repair) in (likely + unlikely).enumerated() {
      guard
        let trial = trial(
          of: repair, record, ahead, outlook, outlook.near, before, limit: least)
      else { continue }
      followed += 1
      common = common?.intersection(trial.faults) ?? Set(trial.faults)
      if trial.cost < least {
        tied.removeAll()
        possible.removeAll()
      }
      least = trial.cost
      if index < likely.count, case .unrecorded(let occurrence, _) = repair {
        possible.append(occurrence)
      }
      if tied.count < Self.mostTied { tied.append(repair) }
      if followed == Self.mostFollowed { break }
    }
    var (best, apart) = mostSound(tied, record, evidence, ahead, outlook, before)
    if evidence.isUndecided {
      return Likeliest(
        repair: best.repair, faults: [], others: [], isFollowed: false, possible: [],
        cost: best.trial.cost, outlook: outlook)
    }
    for position in misplaced(best.trial.faults, possible, ahead)
    where best.repair.advanced != position && mayBelong(before: record, ahead[position]) {
      let limit = best.trial.cost - 1
      if let trial = trial(
        of: .advanced(position), record, ahead, outlook, outlook.all, before, limit: limit)
      {
        best = (.advanced(position), trial)
        apart.formIntersection(trial.faults)
      }
    }
    best = likeliestRevision(of: record, evidence, ahead, outlook, pool, before, than: best) ?? best
    let second = second(behind: likely, record, ahead, outlook, before, than: best)
    best = second ?? best
    let near = Set(outlook.near)
    let faults = best.trial.faults
    let explainsRest =
      best.repair.isExplanation && apart.isSuperset(of: faults)
      && !leavesOrderOpen(best.repair, before: record, ahead)
    let open = leavesOpen(best.repair)
    return Likeliest(
      repair: best.repair,
      faults: lines(
        in: ahead, at: faults.filter { near.contains($0) && common?.contains($0) != true }),
      others: explainsRest ? lines(in: ahead, at: faults, besidesAbout: open) : [],
      isFollowed: second != nil, possible: possible, cost: best.trial.cost, outlook: outlook)
  }

  /// A line that is wrong where it is may be the one that is missing here; or it is wrong because of
  /// one close before it that records what may have happened here.
  private func misplaced(
    _ faults: [Int], _ possible: [Occurrence], _ ahead: ArraySlice<TraceReader.Item>
  ) -> [Int] {
    var found = faults
    for fault in faults {
      let close = max(ahead.startIndex, fault - Self.reach)..<fault
      found += close.filter { index in
        guard !found.contains(index), case .line(.event(let event)) = ahead[index] else {
          return false
        }
        return event.outcome == .ok && possible.contains { isRecord(event, of: $0) }
      }
    }
    return found
  }

  /// The lines at these positions that are about none of these.
  private func lines(
    in ahead: ArraySlice<TraceReader.Item>, at positions: [Int],
    besidesAbout keys: Set<EntityKey> = []
  ) -> [Int] {
    positions.compactMap {
      guard case .line(let line) = ahead[$0] else { return nil }
      if case .event(let event) = line, !keys.isDisjoint(with: entities(event)) { return nil }
      return line.place.record
    }
  }

  /// Of ways that are equally likely by the lines that tell most, the one after which least is
  /// wrong on all lines that are looked at; and where that is the same, the first that breaks the
  /// fewest invariants.
  /// - Returns: also the lines, of those ahead, with which something is wrong after each of them.
  private mutating func mostSound(
    _ tied: [Repair], _ record: TraceEvent, _ evidence: Evidence,
    _ ahead: ArraySlice<TraceReader.Item>, _ outlook: Outlook, _ before: Snapshot
  ) -> (best: (repair: Repair, trial: Trial), apart: Set<Int>) {
    var best: (repair: Repair, trial: Trial) = (.believed, Trial(cost: .max))
    var apart: Set<Int>?
    // Where nothing is said of those whom the line is about, invariants speak against nothing.
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

  /// What goes on in the lines close behind a line if this has happened; nil: that explains
  /// nothing, or more than the limit is wrong.
  mutating func trial(
    of repair: Repair, _ record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>,
    _ before: Snapshot, limit: Int
  ) -> Trial? {
    let close = ahead.prefix(Self.horizon)
    let outlook = Outlook(
      near: [], all: Array(close.indices), end: close.endIndex, focus: [], own: [])
    return trial(of: repair, record, ahead, outlook, outlook.all, before, limit: limit)
  }

  /// - Returns: nil if that explains nothing, or more than the limit is wrong.
  mutating func trial(
    of repair: Repair, _ record: TraceEvent, _ ahead: ArraySlice<TraceReader.Item>,
    _ outlook: Outlook, _ positions: [Int], _ before: Snapshot, limit: Int
  ) -> Trial? {
    mode = .trial
    defer { restore(before) }
    let start = counts.findings
    counts.tried += 1
    recordedOnTrial.removeAll()
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
    if case .unrecorded(let occurrence, _) = repair {
      trial.isRecorded = recordedOnTrial.contains(occurrence)
    }
    if let position = repair.advanced, position - ahead.startIndex >= Self.reach,
      case .line(.event(let event)) = ahead[position],
      isMissed(event, at: position, trial.faults, ahead)
        || isCopied(position, ahead) || isCopied(position - 1, ahead)
    {
      trial.cost += 1
    }
    return trial.cost > limit ? nil : trial
  }

  /// Judges lines on trial, until more than the limit is wrong.
  mutating func follow(
    _ positions: [Int], _ ahead: ArraySlice<TraceReader.Item>, _ outlook: Outlook,
    _ trial: inout Trial, limit: Int
  ) {
    for index in positions where trial.cost <= limit {
      if index >= outlook.end { attention = outlook.focus }
      let known = (findings: counts.findings, lost: counts.lost)
      counts.tried += 1
      take(ahead[index])
      // A line about somebody of whom nothing is known is not explained either.
      trial.cost += counts.findings - known.findings + counts.lost - known.lost
      if counts.findings > known.findings {
        trial.faults.append(index)
        counts.tried += Self.effortOfFault
      }
    }
  }

  /// Whether something is wrong close behind a line with one of those it names, if it belongs far
  /// before where it stands: then it is missing there, and may as well be a fault of its own.
  func isMissed(
    _ record: TraceEvent, at position: Int, _ faults: [Int],
    _ ahead: ArraySlice<TraceReader.Item>
  ) -> Bool {
    let named = Set(entities(record))
    return faults.contains { fault in
      guard fault > position, fault - position <= Self.reach,
        case .line(.event(let other)) = ahead[fault]
      else { return false }
      return !named.isDisjoint(with: entities(other))
    }
  }
}
