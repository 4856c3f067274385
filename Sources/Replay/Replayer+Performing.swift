internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Replayer {
  /// Does what the line says, and holds it against everything that must then be so.
  mutating func perform(_ act: Act) {
    let rule = rules[act.event]
    let step: Step
    do {
      let before = try evaluator.deadlines(state, clocks).deadlines
      step = try evaluator.fire(act.event, act.arguments, results: act.results, in: state)
      let clocks = try evaluator.clocks(clocks, after: step.after)
      let after = try evaluator.deadlines(step.after, clocks).deadlines
      (state, self.clocks) = (step.after, clocks)
      settled.formIntersection(after.map(\.cause))
      noteMargins(before, after, act)
    } catch {
      leaveOut(act, error)
      return
    }
    repairLatest("taken as done")
    inferred.removeAll { $0.event == act.event && $0.arguments == act.arguments }
    nameNew(step, act.record)
    remember(rule.parameters + rule.results.map(\.variable), act.arguments + step.results)
    if let given = act.record.notified, !line.isSpoilt {
      judgeNotifications(given, step.notifications, act)
    }
    judgeProperties(after: step)
  }

  private mutating func leaveOut(_ act: Act, _ error: EvaluationError) {
    if line.isSpoilt {
      repairLatest("the line was left out, for its effect is not defined: "
        + error.message(in: rules))
    } else {
      let unknown = error.kind == .unknownWhereNeeded ? unknownReads(act) : []
      report(error, rule(act.event), about: subject(act), unknown: unknown)
    }
    lose(act.record)
  }

  private mutating func nameNew(_ step: Step, _ record: TraceEvent) {
    for (result, (value, given)) in zip(
      rules[record.event].results, zip(step.results, record.results)) where result.isNew
    {
      guard case .entity(let sort) = result.variable.type.scalar, case .entity(let number) = value,
        case .name(let name)? = given
      else { continue }
      names.give(name, to: number, sort)
    }
  }

  /// How much time was left to what held time up and no longer does.
  private mutating func noteMargins(_ before: [Deadline], _ after: [Deadline], _ act: Act) {
    let remaining = Set(after.map(\.cause))
    for deadline in before {
      let isOwn = deadline.cause == .event(act.event, arguments: act.arguments)
      guard isOwn || !remaining.contains(deadline.cause) else { continue }
      let (margin, overflow) = deadline.instant.subtractingReportingOverflow(
        isOwn ? line.instant : state.now)
      guard !overflow else { continue }
      switch deadline.cause {
      case .event: exercise.note(margin: margin, event: rules[act.event])
      case .prompt(let property, _):
        exercise.note(margin: margin, property: rules.properties[property])
      }
    }
  }

  /// Whether the names that the line introduces are in use; that is reported.
  mutating func isIntroducedAgain(_ act: Act) -> Bool {
    guard let (sort, name) = newNames(act.record).first(where: {
      names.number(of: $0.name, $0.sort) != nil
    }), let number = names.number(of: name, sort) else { return false }
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

  /// Whether the line belongs to an obligation that was performed already. It names what that
  /// introduced and tells what it chose, and is no second finding.
  mutating func acceptLate(_ act: Act) -> Bool {
    guard let index = inferred.firstIndex(where: {
      $0.event == act.event && $0.arguments == act.arguments
    }) else { return false }
    let known = inferred.remove(at: index)
    for (result, (value, given)) in zip(
      rules[act.event].results, zip(known.step.results, act.record.results)) where result.isNew
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
      rule.parameters + rule.results.map(\.variable), act.arguments + known.step.results)
    if let given = act.record.notified {
      judgeNotifications(given, known.step.notifications, act)
    }
    return true
  }

  /// Whether a line of an earlier instant is the record of such an obligation.
  func isLateRecord(_ record: TraceEvent) -> Bool {
    inferred.contains { $0.event == record.event && isSame($0.arguments, record) }
  }

  /// Fills in what the server chose and nobody knew.
  private mutating func learn(from known: InferredStep, _ results: [Value]) {
    guard
      let told = try? evaluator.fire(
        known.event, known.arguments, results: results, in: known.step.before)
    else { return }
    for place in told.changes {
      switch place {
      case .global(let global):
        if state[global] == .unknown { state[global] = told.after[global] }
      case .field(let field, let owner):
        guard case .value = rules[field].kind, state[field, of: Int(owner)] == .unknown else {
          continue
        }
        state[field, of: Int(owner)] = told.after[field, of: Int(owner)]
      }
    }
  }
}
