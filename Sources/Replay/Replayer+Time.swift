internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Replayer {
  /// More than this between two lines is not caught up with.
  private static var mostMissed: Int { 10_000 }

  /// Lets time pass to the instant of a line. What should have happened on the way and is not
  /// recorded is reported, and performed at its instant.
  mutating func advance(to instant: Int64, _ place: TracePlace) {
    guard hasStarted else {
      state.now = instant
      clocks = (try? evaluator.clocks(startingAt: state)) ?? clocks
      hasStarted = true
      return
    }
    guard instant >= state.now else {
      report(
        finding(
          .order, place, rule: "time", statement: "Lines are in the order of time.",
          expected: "an instant from \(Instants.timestamp(state.now)) on",
          observed: Instants.timestamp(instant)))
      return
    }
    for _ in 0..<Self.mostMissed {
      guard let deadline = try? evaluator.earliestDeadline(state, clocks),
        deadline.instant + options.tolerance < instant
      else { break }
      switch deadline.cause {
      case .event(let event, let arguments):
        guard perform(missed: event, arguments, at: deadline.instant, place) else { break }
        continue
      case .prompt(let property, let binding): reportTardy(property, binding, deadline.instant, place)
      }
      break
    }
    if let passed = try? evaluator.advance(state, clocks, to: instant) {
      state = passed.state
      clocks = passed.clocks
    } else {
      state.now = instant
    }
  }

  /// - Returns: whether it could be performed, so that the next deadline can be looked at.
  private mutating func perform(
    missed id: Core.ID<Core.Event>, _ arguments: [Value], at instant: Int64, _ place: TracePlace
  ) -> Bool {
    let event = rules[id]
    if let passed = try? evaluator.advance(state, clocks, to: instant) {
      state = passed.state
      clocks = passed.clocks
    }
    let found = finding(
      .missed, place, rule: event.name, requirements: event.due?.citations ?? [],
      statement: "\(event.name) is due at \(event.due?.text ?? "")",
      entity: describe(event.parameters, arguments),
      expected: "\(event.name) at \(Instants.timestamp(instant))",
      observed: "not recorded up to line \(place.line)", span: event.due?.span)
    report(found)
    let results = event.results.map { _ in Value.unknown }
    do {
      let step = try evaluator.fire(id, arguments, results: results, in: state)
      for (result, value) in zip(event.results, step.results) where result.isNew {
        guard case .entity(let sort) = result.variable.type.scalar, case .entity = value else {
          continue
        }
        names.add(nil, sort)
      }
      performed[Performed(rule: id.index, arguments: arguments)] = step.results
      adopt(step)
      repair(place.line, "performed at its instant")
      return true
    } catch {
      repair(place.line, "left out: \(error.message(in: rules))")
      return false
    }
  }

  private mutating func reportTardy(
    _ property: Int, _ binding: [Value], _ instant: Int64, _ place: TracePlace
  ) {
    guard excused.insert(Performed(rule: property, arguments: binding)).inserted else { return }
    let prompt = rules.properties[property]
    report(
      finding(
        .tardy, place, rule: prompt.name, requirements: prompt.citations,
        statement: prompt.sentence ?? prompt.text, entity: describe(binders(property), binding),
        expected: "a decision up to \(Instants.timestamp(instant))",
        observed: "time passes, and none is recorded", span: prompt.span))
  }

  /// Takes over what a step gave.
  mutating func adopt(_ step: Step) {
    state = step.after
    clocks = (try? evaluator.clocks(clocks, after: step.after)) ?? clocks
    if !excused.isEmpty {
      let open = excused
      excused = open.filter { item in
        guard case .lasts(let lasting) = rules.properties[item.rule].body else { return false }
        let context = Context(
          here: state,
          environment: Environment(lasting.binders.map(\.variable), item.arguments))
        return (try? evaluator.evaluate(lasting.condition, in: context)) == .bool(true)
      }
    }
  }
}
