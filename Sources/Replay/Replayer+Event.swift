internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Replayer {
  /// Whether a line may be where it is.
  enum Legality {
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
    exercise.count(event: rules[record.event])
    let isBack = checkOrder(reports: false)
    let (missed, before) = passTime(event: record)
    if isBack, !isLateRecord(record) { _ = checkOrder(reports: true) }
    line.forgetFindings()
    if namesUnknown(record), let other = afterUnrecorded(record) { self = other }
    guard let act = resolve(record) else { return }
    var legality = legality(of: act)
    if case .legal = legality {} else if acceptLate(act) { return }
    guard !isIntroducedAgain(act) else { return }
    if case .illegal(let condition) = legality, record.outcome == .ok {
      if let before, believe(record, without: missed, condition, before) { return }
      if let other = afterUnrecorded(record) {
        self = other
        legality = .legal
      }
    }
    judge(act, legality)
  }

  func legality(of act: Act) -> Legality {
    do {
      let guards = try evaluator.guards(of: act.event, act.arguments, in: state)
      if let broken = guards.first(where: { $0.value == .bool(false) }) {
        return .illegal(broken.guard)
      }
      if let open = guards.first(where: { $0.value == .unknown }) { return .open(open.guard) }
      guard rules[act.event].due != nil else { return .legal }
      switch try evaluator.due(of: act.event, act.arguments, in: state) {
      case .number(let due): return due > state.now ? .early(due: due) : .legal
      default: return .open(nil)
      }
    } catch {
      return .undefined(error)
    }
  }

  private mutating func judge(_ act: Act, _ legality: Legality) {
    countGuards(of: act, until: legality)
    switch (act.record.outcome, legality) {
    case (_, .undefined(let error)):
      report(error, rule(act.event), about: subject(act))
      lose(act.record)
    case (_, .open(let condition)): reportOpen(act, condition)
    case (.refused, .illegal): judgeRefusal(act)
    case (.refused, .legal), (.refused, .early): reportWronglyRefused(act)
    case (.ok, .illegal(let condition)):
      reportIllegal(act, condition, guardText(condition, act))
      perform(act)
    case (.ok, .early(let due)):
      judgeEarly(act, due: due)
      perform(act)
    case (.ok, .legal):
      judgeAssumptions(act)
      perform(act)
    }
  }

  /// Time may go back by no more than the tolerance.
  /// - Returns: Whether it goes back by more.
  mutating func checkOrder(reports: Bool) -> Bool {
    let (back, overflow) = state.now.subtractingReportingOverflow(line.instant)
    guard !overflow, back > 0 else { return false }
    if back <= options.tolerance {
      noteTolerated(back, "time")
      return false
    }
    guard reports else { return true }
    report(
      .order, Rule(name: "time", citations: [], sentence: nil, span: nil),
      about: .nobody,
      expected: "an instant not before \(Instants.timestamp(state.now))",
      observed: "\(Instants.timestamp(line.instant)), \(Instants.duration(back)) earlier",
      repair: "the line was judged at \(Instants.timestamp(state.now))")
    return true
  }

  /// The server evidently did not perform an obligation in time: the line was legal before it
  /// was due, and is not after. Then the line is the fault, and not two lines.
  private mutating func believe(
    _ record: TraceEvent, without missed: [Deadline.Cause], _ condition: Core.Guard,
    _ before: Replayer
  ) -> Bool {
    for cause in missed {
      guard case .event(let id, let arguments) = cause else { continue }
      var other = before
      _ = other.passTime(skipping: cause, event: record)
      other.line.forgetFindings()
      guard let act = other.resolve(record), case .legal = other.legality(of: act),
        !other.isIntroducedAgain(act)
      else { continue }
      let text = resolve(record).map { guardText(condition, $0) } ?? condition.text
      other.names.takePseudonyms(of: names)
      other.countGuards(of: act, until: .illegal(condition))
      let missing = other.text(rules[id].parameters, arguments)
      other.reportIllegal(
        act, condition, text, instead: "\(rules[id].name) of \(missing) was due before")
      other.repairLatest(
        "taken as done; \(rules[id].name) of \(missing) was evidently not done")
      other.perform(act)
      self = other
      return true
    }
    return false
  }

  /// An obligation that is due now and makes the line legal was done and not recorded.
  ///
  /// nil: there is none.
  private func afterUnrecorded(_ record: TraceEvent) -> Replayer? {
    guard let view = try? evaluator.deadlines(state, clocks) else { return nil }
    for deadline in view.deadlines where !settled.contains(deadline.cause) {
      guard case .event(let id, let arguments) = deadline.cause, deadline.instant <= state.now,
        id != record.event || !isSame(arguments, record)
      else { continue }
      var other = self
      other.reportMissed(id, arguments, due: deadline.instant, nil)
      other.infer(id, arguments)
      other.line.forgetFindings()
      var attempt = other
      guard let act = attempt.resolve(record), case .legal = attempt.legality(of: act) else {
        continue
      }
      return other
    }
    return nil
  }

  private mutating func judgeEarly(_ act: Act, due: Int64) {
    let (early, overflow) = due.subtractingReportingOverflow(state.now)
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
  /// What is found from here on is about the line itself, not about what should have come before.
  mutating func forgetFindings() {
    cause = nil
    isSpoilt = false
  }
}
