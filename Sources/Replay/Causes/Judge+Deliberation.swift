internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

/// What a fault has done to the state is often seen only in what follows. So the line at which no
/// explanation is left is judged together with the lines behind it: of the ways in which the
/// state may have come to be what the line shows, that one is taken after which least is wrong.
extension Judge {
  /// So many lines may be taken on trial, and so many more for each that is taken. Where more
  /// is wrong, this is not the trace of a server that has some faults, and lines are believed.
  private static let freeTrials = 100_000
  private static let trialsPerLine = 60

  private var mayDeliberate: Bool {
    counts.tried < Self.freeTrials + linesTaken * Self.trialsPerLine
      && keepsFindings
  }

  /// Whether what is found is still kept; otherwise it is only counted, and not looked into.
  var keepsFindings: Bool {
    options.diagnoses && result.findings.count < options.mostFindings
  }

  /// Judges a line, unless something is wrong with it that may have to do with the state; then
  /// nothing has happened.
  /// - Returns: Whether it was judged.
  mutating func attempt(_ item: TraceReader.Item) -> Bool {
    guard case .line = item, hasStarted, mayDeliberate else {
      take(item)
      return true
    }
    let before = hold()
    take(item)
    let isSettled = isSettled(since: before)
    if !isSettled { restore(before) }
    release()
    return isSettled
  }

  /// Whether nothing is wrong with the present line that may have to do with the state.
  func isSettled(since before: Snapshot) -> Bool {
    line.folded == nil && !line.isGuessed
      && result.findings[before.findings...].allSatisfy {
        $0.kind == .property || !$0.kind.isViolation
      }
  }

  /// Judges a line with which something is wrong in the light of those behind it.
  /// - Returns: The position of one of these that turned out to belong before it, and is done.
  mutating func deliberate(
    _ record: TraceEvent, _ ahead: Lookahead
  ) -> Int? {
    learnNames(of: record)
    noteAnnounced(in: record, ahead)
    let before = hold()
    defer { release() }
    take(.line(.event(record)))
    if isSettled(since: before) { return nil }
    let evidence = Evidence(
      fault: result.findings[before.findings...].first { $0.kind.isViolation || line.isGuessed },
      line: line)
    restore(before)
    if evidence.line.isCertain {
      take(.line(.event(record)))
      return nil
    }
    if let repair = hiddenCause(of: record, evidence, ahead, before) {
      _ = make(repair, record, ahead)
      if case .hidden(let sequence, _) = repair { for hidden in sequence { noteGuess(hidden) } }
      return nil
    }
    let best = likeliest(record, evidence, ahead, before)
    if case .unrecorded(let occurrence, _) = best.repair, isHidden(occurrence.event) {
      _ = make(best.repair, record, ahead)
      noteGuess(occurrence)
      result.inferred[rules[occurrence.event].name, default: 0] += 1
      return nil
    }
    conclude(best, record, evidence, ahead, before)
    return best.repair.advanced
  }

  /// Goes on with what is likeliest.
  private mutating func conclude(
    _ best: Likeliest, _ record: TraceEvent, _ evidence: Evidence,
    _ ahead: Lookahead, _ before: Snapshot
  ) {
    line = evidence.line
    settle(on: best.repair, record, ahead, evidence)
    // What was missed before the line is not what is found on it.
    line.cause = line.cause ?? missedFinding(since: before)
    setApart(best.others)
  }

  private func missedFinding(since before: Snapshot) -> Int? {
    result.findings.indices.dropFirst(before.findings).first {
      result.findings[$0].kind == .missed
    }
  }

  /// It may have been otherwise.
  private mutating func noteGuess(_ occurrence: Occurrence) {
    aftermath.guessed.formUnion(occurrence.entities(rules))
  }

  /// Goes on as if this had happened, and reports what was wrong.
  private mutating func settle(
    on repair: Repair, _ record: TraceEvent, _ ahead: Lookahead,
    _ evidence: Evidence
  ) {
    if case .believed = repair { return take(.line(.event(record))) }
    let known = counts
    let changed = changed(by: repair)
    // What is written twice leaves no doubt: it happened, and once.
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
    newcomers.removeAll()
    line = evidence.line
    if let missed = line.unborn { aftermath.welcome(missed) }
    // What else is wrong with a line that is at fault itself may be folded under that.
    let earlier = evidence.fault.map { causeOfSuspicion($0.kind, changed) } ?? line.folded
    if let earlier {
      if case .born = repair {
        result.findings[earlier].repair = text(of: repair, record, ahead)
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
    // What came out of order and is not legal where it stands has happened all the same.
    if line.isBack, case .ignored = repair, let cause = knownCause { suspect(record, cause) }
  }

  /// Who was there from the start is known once a line names him, whatever it says; but whom it
  /// introduces was not.
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

  /// Notes that what is wrong with these lines does not follow from the latest finding.
  private mutating func setApart(_ lines: [Int]) {
    // What explains no more than what follows from an earlier fault does not explain that.
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

/// What was found on a line when it was believed.
struct Evidence {
  /// What is reported of it; nil: what is wrong follows from an earlier fault.
  let fault: Finding?
  let line: CurrentLine

  /// Whether it is not decided because of a line that could not be read: then that is what is wrong,
  /// and no line that could be read.
  var isUndecided: Bool { line.unread != nil && fault?.kind == .unknown }
}
