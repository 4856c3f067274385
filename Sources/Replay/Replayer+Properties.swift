internal import Findings
internal import Rulebook
internal import Semantics

extension Replayer {
  /// Holds a step against the step properties, and the state after it against the others. What
  /// does not hold on a line that is at fault itself follows from that.
  mutating func judgeProperties(after step: Step) {
    do {
      countProperties(of: step.event)
      for violation in try evaluator.violatedProperties(of: step) {
        if line.cause != nil {
          noteConsequence()
        } else {
          try report(violation)
        }
      }
      try judgeState()
    } catch {
      reportEvaluation(error)
    }
  }

  /// Holds the state alone against the properties, after an observation.
  mutating func judgePropertiesOfState() {
    do {
      clocks = try evaluator.clocks(clocks, after: state)
      try settle()
      try judgeState()
    } catch {
      reportEvaluation(error)
    }
  }

  private mutating func reportEvaluation(_ error: EvaluationError) {
    let rule = Rule(
      name: "properties", citations: [], sentence: error.text, span: error.span)
    report(
      .unknown, rule, about: .nobody, expected: "whether the property holds can be found out",
      observed: error.message(in: rules), repair: "it was not judged here")
  }

  private mutating func judgeState() throws(EvaluationError) {
    for property in rules.properties where property.isAboutStates { exercise.count(property) }
    var present: Set<ViolationKey> = []
    let cause = line.cause
    let found =
      try evaluator.violatedProperties(in: state, clocks)
      + evaluator.brokenAssumptions(in: state)
    for violation in found {
      let binding = try binding(of: violation)
      let key = ViolationKey(property: violation.property, binding: binding.values)
      present.insert(key)
      if violated.contains(key) { continue }
      if let cause = cause ?? culprit(binding) {
        noteConsequence(of: cause)
      } else {
        try report(violation)
      }
    }
    violated = present
  }

  /// The first binding for which the property does not hold.
  private func binding(of violation: Violation) throws(EvaluationError) -> Subject {
    switch violation.reason {
    case .lasts(let binding, _):
      guard case .lasts(let lasting) = rules.properties[violation.property].body else {
        return .nobody
      }
      return Subject(variables: lasting.binders.map(\.variable), values: binding)
    case .formula(let formula, let context):
      let bindings = try evaluator.explain(formula, in: context).last?.bindings ?? []
      return Subject(variables: bindings.map(\.variable), values: bindings.map(\.value))
    }
  }

  private mutating func report(_ violation: Violation) throws(EvaluationError) {
    let property = rules.properties[violation.property]
    let rule = rule(property: violation.property)
    let isAssumption = property.kind == .axiom || property.kind == .assume
    let kind: Finding.Kind = isAssumption ? .assumptionBroken : .property
    switch violation.reason {
    case .lasts(let binding, let since):
      guard case .lasts(let lasting) = property.body else { return }
      report(
        kind, rule, about: Subject(variables: lasting.binders.map(\.variable), values: binding),
        expected: "at most \(Instants.duration(lasting.limit))",
        observed: "since \(Instants.timestamp(since))")
    case .formula(let formula, let context):
      let failures = try evaluator.explain(formula, in: context)
      let bindings = failures.last?.bindings ?? []
      report(
        kind, rule,
        about: Subject(
          variables: bindings.map(\.variable), values: bindings.map(\.value)),
        expected: property.sentence ?? property.text, observed: text(failures, context))
    }
  }

  /// What the parts of a formula that are to blame read.
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

  private mutating func countProperties(of event: Core.ID<Core.Event>) {
    for property in rules.properties {
      guard case .step(let formulas) = property.body, property.kind == .step,
        formulas.contains(where: { $0.event == event })
      else { continue }
      exercise.count(property)
    }
  }
}

extension Core.Property {
  /// Whether it is judged in every state; a `prompt` is, in that time must not pass.
  var isAboutStates: Bool {
    switch kind {
    case .invariant, .lemma, .bounded, .prompt, .axiom, .assume: true
    default: false
    }
  }
}
