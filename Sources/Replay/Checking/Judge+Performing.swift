import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// Performs the event of the line, and checks its results, messages and properties.
  /// - Parameter mended: The number of queues that were corrected for that.
  mutating func perform(_ act: Act, mended: Int = 0) {
    let rule = rules[act.event]
    let done: World.Performance
    world.mark()
    do {
      if mode == .trial {
        done = try world.perform(act.event, act.arguments, act.results)
      } else {
        let before = try? world.stepper.deadlineRecord()
        done = try world.perform(act.event, act.arguments, act.results)
        // If the deadlines cannot be evaluated that is reported when time passes.
        if let before,
          let ended = try? world.stepper.ended(since: before, orOwn: act.event, act.arguments)
        {
          noteMargins(ended, act)
        }
      }
    } catch {
      world.unmark()
      if mended < Limits.few, mend(error, act) { return perform(act, mended: mended + 1) }
      return leaveOut(act, error)
    }
    defer { world.unmark() }
    repairLatest("taken as done")
    // A periodic obligation may be recorded in time while the line of an earlier time is still to
    // come.
    if rule.due == nil {
      inferred.removeAll { $0.occurrence == act.occurrence }
    }
    nameNew(done.results, act.record)
    possible?.perform(act.event, act.arguments, done.results, at: line.instant)
    line.inferred += inferred(act, done.results)
    remember(rule.parameters + rule.results.map(\.variable), act.arguments + done.results)
    if mode != .trial { history.note(event: act.event.index, line: line.place.record) }
    if let given = act.record.notified, !line.isSpoilt {
      judgeNotifications(given, done.notifications, act, areAll: done.areMessagesAll)
    }
    judgeProperties(after: act, done)
  }

  private mutating func leaveOut(_ act: Act, _ error: EvaluationError) {
    if line.isSpoilt {
      repairLatest(
        "the line was left out, for its effect is not defined: "
          + error.message(in: rules))
    } else {
      let unknown = error.kind == .unknownWhereNeeded ? unknownReads(act) : []
      report(error, rule(act.event), about: subject(act), unknown: unknown)
    }
    lose(act.record)
  }

  /// Returns the entities that an event introduced, if the line does not tell all its results.
  private func inferred(_ act: Act, _ results: [Value]) -> [EntityKey] {
    let declared = rules[act.event].results
    guard zip(declared, act.results).contains(where: { !$0.isNew && $1 == .unknown }) else {
      return []
    }
    let new = zip(declared, results).filter { $0.0.isNew }
    return EntityKey.all(new.map(\.0.variable), new.map(\.1))
  }

  /// Returns the finding that made it necessary to infer an entity of the line.
  func inferrer(of act: Act) -> Int? {
    culprit(act.occurrence.entities(rules).lazy.filter { rules[$0.sort].isIntroduced })
  }

  private mutating func nameNew(_ results: [Value], _ record: TraceEvent) {
    for (result, (value, given)) in zip(
      rules[record.event].results, zip(results, record.results)) where result.isNew
    {
      guard case .entity(let sort) = result.variable.type.scalar, case .entity(let number) = value,
        case .name(let name)? = given
      else { continue }
      names.give(name, to: number, sort)
    }
  }

  /// Notes the time that was left to deadlines which no longer stop time.
  private mutating func noteMargins(_ ended: [Deadline], _ act: Act) {
    for deadline in ended {
      let isOwn = deadline.cause == .event(act.event, arguments: act.arguments)
      let (margin, overflow) = deadline.instant.subtractingReportingOverflow(
        isOwn ? line.instant : world.now)
      guard !overflow else { continue }
      switch deadline.cause {
      case .event: exercise.note(margin: margin, event: rules[act.event])
      case .prompt(let property, _):
        exercise.note(margin: margin, property: rules.properties[property])
      }
    }
  }

  /// Returns true if a name that the line introduces is in use; that is reported.
  mutating func isIntroducedAgain(_ act: Act) -> Bool {
    guard
      let (sort, name) = newNames(act.record).first(where: {
        names.number(of: $0.name, $0.sort) != nil
      }), let number = names.number(of: name, sort)
    else { return false }
    reportIntroducedAgain(number, sort, act)
    return true
  }

  private mutating func reportIntroducedAgain(
    _ number: Int32, _ sort: Core.ID<Core.Entity>, _ act: Act
  ) {
    let shown = names.text(.entity(number), .entity(sort))
    report(
      .identity, rule(act.event), about: subject(sort, number),
      expected: "a name that no other \(rules[sort].name) has",
      observed: "\(shown) is introduced again", repair: "the line was left out")
  }

  // MARK: Obligations that were performed before their line came

  /// Returns true if the line records an obligation that was performed already. It names the
  /// entities that this introduced and tells its choices, and is no second finding.
  mutating func acceptLate(_ act: Act) -> Bool {
    guard act.record.outcome == .ok,
      let index = inferred.firstIndex(where: {
        $0.occurrence == act.occurrence
          && $0.mayBe(at: act.record.place.record, written(act.record))
      })
    else { return false }
    let known = inferred.remove(at: index)
    for (result, (value, given)) in zip(
      rules[act.event].results, zip(known.results, act.record.results)) where result.isNew
    {
      guard case .entity(let sort) = result.variable.type.scalar, case .entity(let number) = value,
        case .name(let name)? = given
      else { continue }
      if let other = names.number(of: name, sort), other != number {
        reportIntroducedAgain(other, sort, act)
      } else if names.name(of: number, sort) == nil {
        names.give(name, to: number, sort)
      }
    }
    learn(from: known, act.results)
    let rule = rules[act.event]
    remember(
      rule.parameters + rule.results.map(\.variable), act.arguments + known.results)
    if known.isDated, let given = act.record.notified {
      judgeNotifications(given, known.notifications, act)
    }
    return true
  }

  /// The largest number of such events that are remembered.
  private static let mostInferred = 1_024

  /// Remembers an event whose line may still come, or whose new entity may be named.
  mutating func expectLine(of step: InferredStep) {
    if inferred.count >= Self.mostInferred { inferred.removeFirst() }
    inferred.append(step)
  }

  /// True if a line may come that records an event which is known to have happened.
  var expectsLines: Bool { !inferred.isEmpty }

  func expectsLine(of event: Int) -> Bool {
    inferred.contains { $0.occurrence.event.index == event }
  }

  /// Returns true if a line may record an event that is known to have happened, with any meaning of
  /// unknown names.
  func expects(_ record: TraceEvent) -> Bool {
    inferred.contains { step in
      step.occurrence.event == record.event
        && isSame(step.occurrence.arguments, record, ifUnknown: true)
    }
  }

  /// Forgets those whose lines would have come before this one.
  mutating func forgetExpected(before line: Int) {
    guard expectsLines else { return }
    let now = world.now
    inferred.removeAll { !$0.mayBe(at: line, now) }
  }

  /// Returns true if a line of an earlier instant is the record of such an obligation.
  func isLateRecord(_ record: TraceEvent) -> Bool {
    record.outcome == .ok
      && inferred.contains {
        $0.mayBe(at: record.place.record, written(record)) && isRecord(record, of: $0.occurrence)
      }
  }

  /// Returns the earliest instant at which a line was written: a line that is written late may tell
  /// an earlier instant.
  func written(_ record: TraceEvent) -> Int64 { max(record.instant, world.now) }

  /// Fills in the choices of the server that were not known.
  private mutating func learn(from known: InferredStep, _ results: [Value]) {
    for (place, position) in known.open where results[position] != .unknown {
      switch place {
      case .global(let global):
        if world[global] == .unknown { world[global] = results[position] }
      case .field(let field, let owner):
        if world[field, of: Int(owner)] == .unknown {
          world[field, of: Int(owner)] = results[position]
        }
      }
    }
    world.beginObserving()
    do { try world.endObserving(isTimed: hasStarted) } catch { reportEvaluation(error) }
  }

  /// Returns the places of the state that hold nothing but untold choices of the server.
  func openPlaces(
    _ occurrence: Occurrence, _ results: [Value], in before: State
  ) -> [(place: Place, result: Int)] {
    let rule = rules[occurrence.event]
    var environment = Environment(rule.parameters, occurrence.arguments)
    for (result, value) in zip(rule.results, results) { environment[result.variable] = value }
    let context = Context(here: before, environment: environment)
    var found: [(place: Place, result: Int)] = []
    for update in rule.updates {
      guard case .assign(let target, .variable(let variable)) = update.action,
        let position = rule.results.firstIndex(where: { !$0.isNew && $0.variable == variable }),
        (try? evaluator.evaluate(update.condition, in: context)) == .bool(true)
      else { continue }
      switch target {
      case .global(let global): found.append((.global(global), position))
      case .field(let field, let owner):
        guard case .entity(let number)? = try? evaluator.evaluate(owner, in: context) else {
          continue
        }
        found.append((.field(field, of: number), position))
      }
    }
    return found
  }
}
