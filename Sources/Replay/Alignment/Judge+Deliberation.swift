import Findings
import Rulebook
import Semantics
import Traces

/// Lookahead at a fault. Its effect on the state often shows only in later lines. So a line that is
/// not allowed is checked together with the lines behind it, and the explanation with the fewest
/// faults in them is chosen.
extension Judge {
  private var mayDeliberate: Bool {
    counts.tried < Limits.freeTrials + linesTaken * Limits.trialsPerLine
      && keepsFindings
  }

  /// Checks a line, unless it has a fault that may concern the state; then nothing is changed.
  /// - Returns: True if the line was checked.
  mutating func attempt(_ item: TraceReader.Item) -> Bool {
    if case .line(.event(let record)) = item, !hasStarted {
      begin(record.place, at: record.instant)
    }
    guard case .line = item, hasStarted, mayDeliberate else {
      take(item)
      return true
    }
    let before = hold()
    let isSettled = probe(item, since: before)
    if !isSettled { restore(before) }
    release()
    return isSettled
  }

  /// Takes a line to see if it has a fault.
  /// - Returns: As ``isSettled(since:)`` says.
  private mutating func probe(_ item: TraceReader.Item, since before: Snapshot) -> Bool {
    isProbing = true
    defer { isProbing = false }
    take(item)
    return isSettled(since: before)
  }

  /// Returns true if the present line has no fault that may concern the state.
  func isSettled(since before: Snapshot) -> Bool {
    line.folded == nil && !line.isGuessed
      && findings[before.findings...].allSatisfy {
        $0.kind == .property || !$0.kind.isViolation
      }
  }

  /// Checks a line with a fault together with the lines behind it.
  /// - Returns: The positions of later lines that belong before this one and were taken with it.
  mutating func deliberate(
    _ record: TraceEvent, _ ahead: Lookahead
  ) -> [Int] {
    learnNames(of: record)
    noteAnnounced(in: record, ahead)
    let related = options.resolution > 0 ? simultaneousLines(with: record, ahead) : nil
    if let related { noteOpenOrder(record, related) }
    let before = hold()
    defer { release() }
    if probe(.line(.event(record)), since: before) { return [] }
    let evidence = Evidence(
      fault: findings[before.findings...].first { $0.kind.isViolation || line.isGuessed },
      line: line, names: names)
    restore(before)
    if let related, let taken = takeReordered(record, ahead, related, before) { return taken }
    if evidence.line.isCertain {
      take(.line(.event(record)))
      return []
    }
    if let repair = hiddenCause(of: record, evidence, ahead, before) {
      _ = make(repair, record, ahead)
      if case .hidden(let sequence, _) = repair { for hidden in sequence { noteGuess(hidden) } }
      return []
    }
    let best = likeliest(record, evidence, ahead, before)
    if case .unrecorded(let occurrence, _) = best.repair, isHidden(occurrence.event) {
      _ = make(best.repair, record, ahead)
      noteGuess(occurrence)
      result.inferred[rules[occurrence.event].name, default: 0] += 1
      return []
    }
    conclude(best, record, evidence, ahead, before)
    noteOpenNames(of: record)
    return best.repair.advanced.map { [$0] } ?? []
  }

  /// Continues with the best explanation.
  private mutating func conclude(
    _ best: Likeliest, _ record: TraceEvent, _ evidence: Evidence,
    _ ahead: Lookahead, _ before: Snapshot
  ) {
    line = evidence.line
    names.takePseudonyms(of: evidence.names)
    settle(on: best.repair, record, ahead, evidence)
    fold(best.folded, under: best.repair, record, ahead)
    // A deadline that was missed before the line is another fault than one of the line.
    line.cause = line.cause ?? missedFinding(since: before)
    setApart(best.others)
  }

  /// Lists the lines that are allowed only with the explanation of the latest finding.
  private mutating func fold(
    _ positions: [Int], under repair: Repair, _ record: TraceEvent, _ ahead: Lookahead
  ) {
    guard let cause = knownCause, foundAt[cause] == record.place.record else { return }
    for position in positions {
      guard case .line(.event(let event)) = ahead[position] else { continue }
      noteConsequence(
        of: cause, rules[event.event].name,
        "allowed with this: " + text(of: repair, record, ahead), on: event.place)
    }
  }

  private func missedFinding(since before: Snapshot) -> Int? {
    findings.indices.dropFirst(before.findings).first {
      findings[$0].kind == .missed
    }
  }

  /// Notes that an inferred event may not have happened so.
  private mutating func noteGuess(_ occurrence: Occurrence) {
    aftermath.guessed.formUnion(occurrence.entities(rules))
  }

  /// Continues with this explanation, and reports the fault.
  private mutating func settle(
    on repair: Repair, _ record: TraceEvent, _ ahead: Lookahead,
    _ evidence: Evidence
  ) {
    if case .believed = repair { return take(.line(.event(record))) }
    let known = counts
    let changed = changed(by: repair)
    // A repeated line leaves no doubt: the event happened, and once.
    let isTwice = if case .ignored = repair { isDoubled(record) } else { false }
    mode = .quiet
    let expected = inferred.count
    _ = make(repair, record, ahead)
    mode = .telling
    counts = known
    let introduced =
      line.inferred
      + inferred.dropFirst(expected).flatMap { step in
        EntityKey.all(rules[step.occurrence.event].results.map(\.variable), step.results)
      }
    // The line of what a line that could not be read may have recorded is that line.
    if evidence.isUndecided, introduced.isEmpty { inferred.removeSubrange(expected...) }
    newcomers.removeAll()
    line = evidence.line
    if let missed = line.unborn { aftermath.welcome(missed) }
    // A second fault of a line may be folded under an earlier finding.
    let written = placesChanged(by: repair)
    let earlier =
      evidence.fault.map { causeOfSuspicion($0.kind, changed, reading: written) } ?? line.folded
    if let earlier {
      if case .born = repair {
        findings[earlier].repair = text(of: repair, record, ahead)
      }
      noteConsequence(of: earlier, evidence.fault?.rule, evidence.fault?.observed ?? "")
      line.cause = earlier
    } else if var fault = evidence.fault {
      fault.repair = text(of: repair, record, ahead)
      publish(fault)
      if fault.kind == .unknown, let claim = line.unread { lay(claim) }
    }
    if isTwice { return }
    blame(line.blamed + introduced)
    if case .unrecorded(let occurrence, _) = repair {
      excuse(changed, rules[occurrence.event].written)
    }
    suspect([], changed: changed)
    // An event that came out of order and is not legal at its place has happened nevertheless.
    if line.isBack, case .ignored = repair, let cause = knownCause { suspect(record, cause) }
  }

  /// Adds the entities that a line names and that existed from the start; those that it introduces
  /// are not among them.
  private mutating func learnNames(of record: TraceEvent) {
    let rule = rules[record.event]
    let known = zip(rule.results, record.results).filter { !$0.0.isNew }
    let variables = rule.parameters + known.map(\.0.variable)
    for (variable, value) in zip(
      variables, record.arguments.map(Optional.some) + known.map(\.1))
    {
      guard case .entity(let sort) = variable.type.scalar,
        !rules[sort].isIntroduced || world.unseen != nil, case .name(let name)? = value
      else { continue }
      _ = try? entity(name, sort)
    }
  }

  /// Notes that the faults of these lines do not follow from the latest finding.
  private mutating func setApart(_ lines: [Int]) {
    // A consequence of an earlier fault does not explain that fault.
    guard let cause = line.cause, cause == knownCause, foundAt[cause] == line.place.record else {
      return
    }
    aftermath.setApart(lines, from: cause, behind: line.place.record)
  }

  /// A snapshot that the taking of lines leaves alone.
  mutating func hold() -> Snapshot {
    isHeld = true
    return snapshot()
  }

  mutating func release() {
    world.unmark()
    isHeld = false
    names.book.unmark()
  }
}

/// The faults of a line that was believed.
struct Evidence {
  /// The finding about the line; nil: the fault follows from an earlier one.
  let fault: Finding?
  let line: CurrentLine
  /// Has the pseudonyms by which the finding speaks of what is sensitive.
  let names: Names

  /// True if an unreadable line leaves the fault undecided: then that line is the cause, and no
  /// line that could be read.
  var isUndecided: Bool { line.unread != nil && fault?.kind == .unknown }

  /// True if the server did not make a decision at once.
  var isTardy: Bool { fault?.kind == .tardy }
}
