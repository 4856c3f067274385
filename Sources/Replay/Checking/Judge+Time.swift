import Basics
import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// The largest number of missed deadlines that are found before one line; on trial fewer, because
  /// the same lines are tried again and again.
  private var mostStops: Int { mode == .trial ? 2_000 : 100_000 }
  /// The largest number of hidden events that are inferred there: each may take time that grows
  /// with the number of entities that the earlier ones have introduced.
  private static let mostHidden = 10_000

  /// Makes a line the present one: time goes to its instant before it is checked.
  mutating func begin(_ place: TracePlace, at instant: Int64) {
    line = CurrentLine(place: place, instant: instant)
    world.begin(line: place.record)
    if !hasStarted {
      hasStarted = true
      do {
        try world.begin(at: instant)
      } catch {
        reportTime(error)
      }
    }
  }

  /// Lets time pass to the instant of the present line. Events that should have happened before are
  /// reported and, if they are obligations, performed at their due instants.
  ///
  /// With a tolerance time stops at a deadline that the line may still meet.
  /// - Parameters:
  ///   - skipped: An obligation that the server evidently did not perform.
  ///   - event: The present line, if it is an event: it may be the late record of an obligation.
  ///   - isMarked: True if the state before is not needed.
  /// - Returns: The missed obligations, and the state before the first of them; the world is marked
  ///   then.
  mutating func passTime(
    skipping skipped: Deadline.Cause? = nil, event: TraceEvent? = nil, isMarked: Bool = false
  ) -> (missed: [Deadline.Cause], before: Snapshot?) {
    var missed: [Deadline.Cause] = []
    var before: Snapshot?
    var hidden = 0
    defer { line.pause = nil }
    if let skipped { world.settle(skipped) }
    do throws(EvaluationError) {
      for _ in 0..<mostStops {
        let (next, until) = try world.nextDeadline()
        let target = min(line.instant, next?.instant ?? .max)
        if let turn = until, turn < target {
          try world.advance(to: turn)
          continue
        }
        try world.advance(to: target)
        guard let next, next.instant < line.instant - options.tolerance else {
          if let next { noteTolerated(line.instant - world.now, key(of: next.cause)) }
          return (missed, before)
        }
        if let attention, !concerns(next.cause, attention) {
          world.settle(next.cause)
          continue
        }
        if world.isOpen(next.cause) {
          world.settle(next.cause)
          continue
        }
        if case .event(let id, let arguments) = next.cause, isHidden(id) {
          hidden += 1
          if !mayInfer, mode != .trial {
            stopInferring()
            return (missed, before)
          }
          if hidden > Self.mostHidden || !mayInfer { throw EvaluationError(.tooManyInstants) }
          // An obligation without effect is due again and again.
          let occurrence = Occurrence(event: id, arguments: arguments)
          if !inferHidden(occurrence) { world.settle(next.cause) }
          continue
        }
        if mayHaveEnded(next.cause) {
          world.settle(next.cause)
          continue
        }
        if before == nil, !isMarked { before = snapshot() }
        world.settle(next.cause)
        line.missed.append(next.cause)
        let known = findings.count
        switch next.cause {
        case .event(let id, let arguments):
          missed.append(next.cause)
          let occurrence = Occurrence(event: id, arguments: arguments)
          reportMissed(occurrence, due: next.instant, event)
          infer(occurrence)
        case .prompt(let property, let binding):
          reportTardy(property, binding, since: next.instant)
        }
        if line.pause == nil, options.diagnoses,
          findings.dropFirst(known).first?.kind.isViolation == true
        {
          line.pause = known
        }
      }
      throw EvaluationError(.tooManyInstants)
    } catch {
      reportTime(error)
      world.force(to: line.instant)
      return (missed, before)
    }
  }

  /// Counts a difference that only the tolerance makes legal, under the rule that it would break.
  mutating func noteTolerated(_ difference: Int64, _ key: String) {
    guard difference > 0 else { return }
    var tolerated = result.tolerated[key] ?? TraceResult.Tolerated(times: 0)
    tolerated.times += 1
    tolerated.most = max(tolerated.most ?? 0, difference)
    result.tolerated[key] = tolerated
  }

  private func key(of cause: Deadline.Cause) -> String {
    switch cause {
    case .event(let id, _): "event \(rules[id].name)"
    case .prompt(let property, _): "property \(rules.properties[property].name)"
    }
  }

  private mutating func reportTime(_ error: EvaluationError) {
    reportTime(
      observed: error.text.map { "\($0): \(error.message(in: rules))" }
        ?? error.message(in: rules),
      error.span, repair: "deadlines before this line were not judged")
  }

  private mutating func reportTime(observed: String, _ span: SourceSpan?, repair: String) {
    report(
      .unknown, Rule(name: "time", citations: [], sentence: nil, span: span), about: .nobody,
      expected: "what may hold time up can be found out", observed: observed, repair: repair)
  }

  /// Ends the replay: there are more hidden obligations than can be inferred, so no later line is
  /// checked.
  private mutating func stopInferring() {
    reportTime(
      observed: "more events that nobody logs would be due than can be inferred", nil,
      repair: "the replay ended here")
    counts.hasStopped = true
    world.force(to: line.instant)
  }

  mutating func reportMissed(
    _ occurrence: Occurrence, due: Int64, _ event: TraceEvent?
  ) {
    let rule = rules[occurrence.event]
    var observed = "not recorded by \(LineNumbers.Place(line.place).place)"
    if let event, isRecord(event, of: occurrence) {
      observed = "recorded \(Instants.duration(line.instant - due)) later"
    }
    report(
      .missed,
      Rule(
        name: rule.name, citations: rule.due?.citations ?? rule.citations, sentence: nil,
        span: rule.due?.span ?? rule.span),
      about: Subject(variables: rule.parameters, values: occurrence.arguments),
      expected: "\(rule.name), due \(Instants.timestamp(due))", observed: observed, at: due,
      repair: "taken as done at \(Instants.timestamp(due))")
  }

  private mutating func reportTardy(_ property: Int, _ binding: [Value], since: Int64) {
    guard case .lasts(let lasting) = rules.properties[property].body else { return }
    report(
      .tardy, rule(property: property),
      about: Subject(variables: lasting.binders.map(\.variable), values: binding),
      expected: "ended by \(Instants.timestamp(since))",
      observed: "still so before \(LineNumbers.Place(line.place).place), "
        + "\(Instants.duration(line.instant - since)) later",
      at: since, repair: "time was let pass")
  }

  /// Waives the obligations that the server has at once because an event came out of time, except
  /// those that it had before.
  mutating func forgive(but owed: Set<Deadline.Cause>) {
    let new = world.stepper.prompts.subtracting(owed).filter { world.settle($0) }
    let names = new.map { cause in
      switch cause {
      case .event(let event, _): rules[event].name
      case .prompt(let property, _): rules.properties[property].name
      }
    }
    for name in names.sorted() { noteConsequence(name, "it is owed at once") }
  }

  /// Performs an obligation that the server should have performed. The obligations that follow at
  /// once are waived.
  /// - Parameter isDated: True if its instant is known.
  /// - Returns: The step that its line would record, the last of those that are expected; nil: its
  ///   effect is not defined.
  @discardableResult
  mutating func infer(_ occurrence: Occurrence, isDated: Bool = true) -> InferredStep? {
    let declared = rules[occurrence.event].results
    do {
      let owed = world.stepper.prompts
      world.mark()
      defer { world.unmark() }
      checkPossible(occurrence.event, occurrence.arguments)
      let done = try world.perform(
        occurrence.event, occurrence.arguments, rules[occurrence.event].untoldResults)
      possible?.perform(
        occurrence.event, occurrence.arguments, done.results, at: line.instant)
      let step = InferredStep(
        occurrence: occurrence, results: done.results, notifications: done.notifications,
        isDated: isDated,
        open: declared.contains { !$0.isNew }
          ? openPlaces(occurrence, done.results, in: world.markedState) : [],
        lastLine: line.place.record + Limits.waiting,
        // Only its line tells the results, at any later time.
        lastInstant: declared.isEmpty ? latestRecord : .max,
        lastNearLine: line.place.record + Limits.reach)
      expectLine(of: step)
      let introduced = EntityKey.all(declared.map(\.variable), done.results)
      if mode != .telling { newcomers.formUnion(introduced) }
      blame(introduced)
      forgive(but: owed)
      return step
    } catch {
      repairLatest("it was left out: \(error.message(in: rules))")
      return nil
    }
  }

  /// The latest instant of a line that may record an event before the present one.
  var latestRecord: Int64 {
    let (end, overflow) = line.instant.addingReportingOverflow(Limits.mostLate)
    return overflow ? .max : end
  }

  /// Returns true if the arguments of a line are these, as far as they are known.
  /// - Parameter unknown: The answer for a value that is not known.
  func isSame(_ arguments: [Value], _ event: TraceEvent, ifUnknown unknown: Bool = false) -> Bool {
    let matching = matching
    return zip(rules[event.event].parameters, zip(arguments, event.arguments)).allSatisfy {
      matching.isSame($1.0, $1.1, $0.type.scalar) ?? unknown
    }
  }

  /// Returns true if a line records this event, as far as its names are known.
  func isRecord(_ record: TraceEvent, of occurrence: Occurrence) -> Bool {
    record.event == occurrence.event && isSame(occurrence.arguments, record)
  }

  /// Returns true if a deadline is about some of these entities.
  func concerns(_ cause: Deadline.Cause, _ focus: Set<EntityKey>) -> Bool {
    !focus.isDisjoint(with: entities(cause))
  }

  /// Returns the entities that a deadline is about.
  func entities(_ cause: Deadline.Cause) -> [EntityKey] {
    switch cause {
    case .event(let event, let arguments): return EntityKey.all(rules[event].parameters, arguments)
    case .prompt(let property, let binding):
      guard case .lasts(let lasting) = rules.properties[property].body else { return [] }
      return EntityKey.all(lasting.binders.map(\.variable), binding)
    }
  }
}
