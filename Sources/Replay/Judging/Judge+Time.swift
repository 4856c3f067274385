internal import Diagnostics
internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Judge {
  /// More missed deadlines than this before one line are not looked for; on trial fewer, for the
  /// same lines are tried again and again.
  private var mostStops: Int { mode == .trial ? 2_000 : 100_000 }
  /// Nor are more events than this inferred there that nobody logs: each may take time that grows
  /// with all that the ones before have introduced.
  private static let mostHidden = 10_000

  /// Makes a line the present one: its instant is where time goes before it is judged.
  mutating func begin(_ place: TracePlace, at instant: Int64) {
    line = CurrentLine(place: place, instant: instant)
    if !hasStarted {
      hasStarted = true
      do {
        try world.begin(at: instant)
      } catch {
        reportTime(error)
      }
    }
  }

  /// Lets time pass to the instant of the present line. What should have happened before is
  /// reported and, if it is an obligation, performed at its due instant.
  ///
  /// With a tolerance time stops at a deadline that the line may still be in time for.
  /// - Parameters:
  ///   - skipped: An obligation that the server evidently did not perform.
  ///   - event: The present line, if it is an event: it may be the late record of an obligation.
  ///   - isMarked: Whether nobody needs to know how things were.
  /// - Returns: The obligations that were missed, and how things were before the first of them;
  ///   the world is marked then.
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
          // What has no effect is due again and again.
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
        let known = result.findings.count
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
          result.findings.dropFirst(known).first?.kind.isViolation == true
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

  /// Counts what only the tolerance makes legal, under the rule that it would break.
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

  /// What nobody logs, and would be due, outgrows the trace: no line behind is judged.
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

  /// What the server owes at once since something was done out of time is not held against it,
  /// but for what it owed before.
  mutating func forgive(but owed: Set<Deadline.Cause>) {
    for cause in world.prompts.subtracting(owed) where world.settle(cause) { noteConsequence() }
  }

  /// Performs an obligation that the server should have performed. What it then owes in
  /// consequence is not held against it.
  /// - Parameter isDated: Whether it is known when it happened.
  /// - Returns: What its line would record, the last of those that are waited for; nil: it is not
  ///   defined.
  @discardableResult
  mutating func infer(_ occurrence: Occurrence, isDated: Bool = true) -> InferredStep? {
    let declared = rules[occurrence.event].results
    do {
      let owed = world.prompts
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
        lastLine: line.place.record + Self.farthest,
        // What it introduced or chose only its line tells, whenever that comes.
        lastInstant: declared.isEmpty ? latestRecord : .max,
        lastNearLine: line.place.record + Self.reach)
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

  /// The last instant of a line that records what has happened before the present one.
  var latestRecord: Int64 {
    let (end, overflow) = line.instant.addingReportingOverflow(Self.latest)
    return overflow ? .max : end
  }

  /// Whether the arguments of a line are these, as far as they can be known without learning.
  /// - Parameter unknown: What is taken of a value that nobody knows.
  func isSame(_ arguments: [Value], _ event: TraceEvent, ifUnknown unknown: Bool = false) -> Bool {
    zip(rules[event.event].parameters, zip(arguments, event.arguments)).allSatisfy {
      isSame($1.0, $1.1, $0.type.scalar) ?? unknown
    }
  }
}
