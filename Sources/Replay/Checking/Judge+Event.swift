import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// The legality of a line at its place.
  enum Standing {
    case legal
    /// An obligation whose guards hold, before its instant.
    case early(due: Int64)
    case illegal(Core.Guard)
    /// The guard that is the first whose truth is not known.
    case open(Core.Guard?)
    case undefined(EvaluationError)
  }

  mutating func judge(_ record: TraceEvent) {
    begin(record.place, at: record.instant)
    if mode != .trial { exercise.count(event: rules[record.event]) }
    line.isBack = isBack()
    let (missed, before) = passTime(event: record, isMarked: !options.diagnoses)
    defer { if before != nil { world.unmark() } }
    guard let act = reach(record) else { return }
    var legality = legality(of: act)
    if case .legal = legality {} else if acceptLate(act) { return }
    guard !isIntroducedAgain(act) else { return }
    legality = standingWithinResolution(act, standingAmongPossible(act, legality))
    if case .illegal(let condition) = legality, record.outcome == .ok {
      if let before {
        if believe(record, without: missed, condition, before) { return }
        // As it was: the same happens again.
        restore(before)
        _ = passTime(event: record, isMarked: true)
        guard reach(record) != nil else { return }
      }
      if happensUnrecorded(before: record, breaking: condition) { legality = .legal }
    }
    judge(act, legality)
  }

  /// Resolves the names of a line, once time has passed to it.
  private mutating func reach(_ record: TraceEvent) -> Act? {
    if !unread.isEmpty { line.named = entities(record) }
    if line.isBack, !isLateRecord(record) { checkOrder(of: entities(record)) }
    line.forgetFindings()
    if namesUnknown(record) { _ = happensUnrecorded(before: record) }
    return resolve(record)
  }

  func legality(of act: Act) -> Standing {
    let guards = rules[act.event].guards
    switch world.legality(of: act.event, act.arguments) {
    case .legal: return .legal
    case .early(let due): return .early(due: due)
    case .forbidden(let position): return .illegal(guards[position])
    case .open(let position): return .open(position.map { guards[$0] })
    case .undefined(let error): return .undefined(error)
    }
  }

  private mutating func judge(_ act: Act, _ legality: Standing) {
    countGuards(of: act, until: legality)
    switch (act.record.outcome, legality) {
    case (_, .undefined(let error)):
      report(error, rule(act.event), about: subject(act))
      lose(act.record)
    case (.ok, .open) where world.unseen != nil:
      suppose(act)
      perform(act)
    case (.refused, .open) where world.unseen != nil:
      noteUndecided(act.event.index, at: act.record.place.line)
      remember(rules[act.event].parameters, act.arguments)
    case (let outcome, .open(let condition)):
      guard outcome == .ok, let cause = inferrer(of: act) else {
        return reportOpen(act, condition)
      }
      // An untold value of an inferred entity is taken to be as the server found it.
      noteConsequence(of: cause, rules[act.event].name, "whether it is allowed is not known")
      perform(act)
    case (.refused, .illegal): judgeRefusal(act)
    case (.refused, .legal), (.refused, .early): reportWronglyRefused(act)
    case (.ok, .illegal(let condition)):
      reportIllegal(act, condition, broken(condition, act))
      perform(act)
    case (.ok, .early(let due)):
      judgeEarly(act, due: due)
      let owed = line.isSpoilt ? world.stepper.prompts : nil
      perform(act)
      if let owed { forgive(but: owed) }
    case (.ok, .legal):
      judgeAssumptions(act)
      perform(act)
    }
  }

  /// The server evidently did not perform an obligation in time: the line was legal before it
  /// was due, and is not after. Then the line is the fault, and not two lines.
  /// - Returns: false if that explains nothing; things are then anywhere.
  private mutating func believe(
    _ record: TraceEvent, without missed: [Deadline.Cause], _ condition: Core.Guard,
    _ before: Snapshot
  ) -> Bool {
    let broken = resolve(record).map { self.broken(condition, $0) } ?? self.broken(condition)
    let present = names
    for cause in missed.prefix(Limits.several) {
      guard case .event(let id, let arguments) = cause else { continue }
      restore(before)
      _ = passTime(skipping: cause, event: record, isMarked: true)
      line.forgetFindings()
      guard let act = resolve(record), case .legal = legality(of: act), !isIntroducedAgain(act)
      else { continue }
      names.takePseudonyms(of: present)
      countGuards(of: act, until: .illegal(condition))
      let missing = self.text(rules[id].parameters, arguments)
      reportIllegal(act, condition, broken, missed: (id, missing))
      repairLatest("taken as done; \(rules[id].name) of \(missing) was evidently not done")
      perform(act)
      return true
    }
    return false
  }

  /// Returns true if an obligation that is due now and makes the line legal was done but not
  /// recorded; it is then reported and performed. Only the first few are tried, because each try
  /// takes time.
  /// - Parameter condition: The first guard that is false; nil: a name is not known.
  private mutating func happensUnrecorded(
    before record: TraceEvent, breaking condition: Core.Guard? = nil
  ) -> Bool {
    guard keepsFindings, let view = try? world.deadlines() else { return false }
    let reads = condition?.condition.locations
    var tried = 0
    for deadline in view.deadlines where !world.isSettled(deadline.cause) {
      guard case .event(let id, let arguments) = deadline.cause, deadline.instant <= world.now,
        !world.isOpen(deadline.cause)
      else { continue }
      let occurrence = Occurrence(event: id, arguments: arguments)
      if isRecord(record, of: occurrence) { continue }
      let rule = rules[id]
      // A guard stays false if the event changes no place that it reads.
      if let reads, rule.results.isEmpty, rule.written.isDisjoint(with: reads) { continue }
      if tried == Limits.several { break }
      tried += 1
      let before = snapshot()
      reportMissed(occurrence, due: deadline.instant, nil)
      infer(occurrence)
      line.forgetFindings()
      let after = snapshot()
      var isLegal = false
      if let act = resolve(record), case .legal = legality(of: act) { isLegal = true }
      restore(after)
      world.unmark()
      if !isLegal { restore(before) }
      world.unmark()
      if isLegal { return true }
    }
    return false
  }

  private mutating func judgeEarly(_ act: Act, due: Int64) {
    let (early, overflow) = due.subtractingReportingOverflow(world.now)
    if !overflow, early <= options.tolerance {
      noteTolerated(early, "event \(rules[act.event].name)")
      return
    }
    let rule = rules[act.event]
    report(
      .early,
      Rule(
        name: rule.name, citations: rule.due?.citations ?? rule.citations, sentence: nil,
        span: rule.due?.span ?? rule.span),
      about: subject(act), expected: "not before \(Instants.timestamp(due))",
      observed: "recorded " + (overflow ? "long" : Instants.duration(early)) + " before")
  }

  mutating func entityText(_ act: Act) -> String {
    text(rules[act.event].parameters, act.arguments)
  }
}

extension CurrentLine {
  /// Begins the faults of the line itself: those found so far concern events that should have come
  /// before.
  mutating func forgetFindings() {
    cause = nil
    isSpoilt = false
  }
}
