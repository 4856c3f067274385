import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// Checks a step against the step properties, and the state after it against the others.
  ///
  /// They are proved of the rules, so a legal step breaks none, after any earlier fault; it is
  /// checked only if every line is to be checked against them. If a line breaks the rules, the
  /// touched entities are evaluated, and a broken property follows from its fault, if that is kept.
  mutating func judgeProperties(after act: Act, _ done: World.Performance) {
    if mode != .trial { countProperties(of: act.event) }
    guard mode == .telling, options.judgesProperties || line.isSpoilt && keepsFindings,
      !isProbing || line.cause == nil
    else { return }
    do {
      let step = try step(of: act)
      var touched = Touched()
      for place in step.changes { touched.insert(place, of: rules) }
      for (result, value) in zip(rules[act.event].results, done.results) where result.isNew {
        if case .entity(let sort) = result.variable.type.scalar, case .entity(let number) = value {
          touched.insert(number, sort)
        }
      }
      if line.cause == nil {
        for violation in try evaluator.violatedProperties(of: step) { try report(violation) }
      }
      try judgeState(try world.violatedProperties(touching: touched), touched)
    } catch {
      reportEvaluation(error)
    }
  }

  private func step(of act: Act) throws(EvaluationError) -> Step {
    let before = world.markedState
    if world.unseen == nil {
      return try evaluator.fire(act.event, act.arguments, results: act.results, in: before)
    }
    return try evaluator.fireAsFarAsKnown(
      act.event, act.arguments, results: act.results, in: before
    ).step
  }

  /// Ends an observation: the properties of the touched places are checked.
  mutating func endObservation(_ touched: Touched) {
    do {
      try world.endObserving(isTimed: hasStarted)
      guard hasStarted else { return }
      countProperties()
      try judgeState(try world.violatedProperties(touching: touched), touched)
    } catch {
      reportEvaluation(error)
    }
  }

  mutating func reportEvaluation(_ error: EvaluationError) {
    let name = "properties"
    if line.cause != nil { return noteConsequence(name, error.message(in: rules)) }
    let rule = Rule(
      name: name, citations: [], sentence: error.text, span: error.span)
    report(
      .unknown, rule, about: .nobody, expected: "whether the property holds can be found out",
      observed: error.message(in: rules), repair: "it was not judged here")
  }

  /// Checks the limits on how long conditions last, after every line.
  mutating func judgeLimits() {
    do {
      for violation in world.newlyExceeded() { try judge(violation) }
    } catch {
      reportEvaluation(error)
    }
  }

  /// Completes the check of a line that is plainly right: a condition lasts too long by it, or a
  /// waived deadline has ended.
  mutating func judgeAfterPlainLine(_ place: TracePlace, at instant: Int64) {
    line = CurrentLine(place: place, instant: instant)
    do {
      try world.forgetEnded()
    } catch {
      reportEvaluation(error)
    }
    judgeLimits()
  }

  /// Checks the properties of states that may be broken at touched places.
  private mutating func judgeState(
    _ violations: [Violation], _ touched: Touched
  ) throws(EvaluationError) {
    let known = aftermath.violated
    aftermath.violated = known.filter {
      !touched.concerns($0.value) || !evaluator.isJudged($0.key.property, touching: touched)
    }
    // The first binding of each property is reported.
    var judged: Set<Int> = []
    for violation in violations {
      let subject = try subject(of: violation)
      let key = ViolationKey(property: violation.property, binding: subject.values)
      aftermath.note(key, broken: Set(subject.entities))
      if known[key] == nil, judged.insert(violation.property).inserted { try judge(violation) }
    }
  }

  private mutating func judge(_ violation: Violation) throws(EvaluationError) {
    let cause = if let own = line.cause { own } else { culprit(try subject(of: violation)) }
    guard let cause else { return try report(violation) }
    let isLasting = if case .lasts = violation.reason { true } else { false }
    noteConsequence(
      of: cause, rules.properties[violation.property].name,
      isLasting ? "it lasts too long" : "it does not hold after this line")
  }

  /// The binding for which the property does not hold.
  private func subject(of violation: Violation) throws(EvaluationError) -> Subject {
    if case .lasts(let binding, _) = violation.reason,
      case .lasts(let lasting) = rules.properties[violation.property].body
    {
      return Subject(variables: lasting.binders.map(\.variable), values: binding)
    }
    if case .instance(_, _, let bindings, _) = violation.reason {
      return Subject(variables: bindings.map(\.variable), values: bindings.map(\.value))
    }
    let bindings = try evaluator.failures(of: violation).last?.bindings ?? []
    return Subject(variables: bindings.map(\.variable), values: bindings.map(\.value))
  }

  private mutating func report(_ violation: Violation) throws(EvaluationError) {
    let property = rules.properties[violation.property]
    let rule = rule(property: violation.property)
    let kind: Finding.Kind = property.kind == .axiom ? .assumptionBroken : .property
    switch violation.reason {
    case .lasts(let binding, let since):
      guard case .lasts(let lasting) = property.body else { return }
      report(
        kind, rule, about: Subject(variables: lasting.binders.map(\.variable), values: binding),
        expected: "at most \(Instants.duration(lasting.limit))",
        observed: "since \(Instants.timestamp(since))")
    case .formula(_, let context), .instance(_, _, _, let context):
      let failures = try evaluator.failures(of: violation)
      report(
        kind, rule, about: try subject(of: violation),
        expected: property.sentence ?? property.text, observed: text(failures, context))
    }
  }

  /// Returns the values that the failed parts of a formula read.
  private mutating func text(_ failures: [Failure], _ context: Context) -> String {
    var paths = ReadPaths(evaluator)
    for failure in failures {
      var context = context
      for binding in failure.bindings {
        context.environment[binding.variable] = binding.value
      }
      paths.collect(failure.formula, in: context, &names)
    }
    return paths.text.isEmpty ? "it does not hold" : paths.text
  }

  /// The properties that a step of the event, and the state after it, must keep.
  private mutating func countProperties(of event: Core.ID<Core.Event>) {
    for property in rules.properties where property.isExercised(by: event) {
      exercise.count(property)
    }
  }

  private mutating func countProperties() {
    for property in rules.properties where property.isAboutStates { exercise.count(property) }
  }
}

extension Touched {
  /// Returns true if any of these was touched, or there are none.
  fileprivate func concerns(_ concerned: Set<EntityKey>) -> Bool {
    concerned.isEmpty || concerned.contains { entities[$0.sort]?.contains($0.number) == true }
  }
}

extension Core.Property {
  /// True if the property is checked in every state; a `prompt` is, in that time must not pass.
  var isAboutStates: Bool {
    switch body {
    case .always, .lasts: true
    default: false
    }
  }
}
