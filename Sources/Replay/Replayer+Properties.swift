internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Replayer {
  mutating func checkSteps(_ step: Step, _ place: TracePlace) {
    for (index, property) in rules.properties.enumerated() {
      guard case .step(let formulas) = property.body,
        formulas.contains(where: { $0.event == step.event })
      else { continue }
      exercise("property \(rules.properties[index].name)")
    }
    for violation in (try? evaluator.violatedProperties(of: step)) ?? [] {
      report(violation, place)
    }
  }

  /// Invariants, and conditions that last too long: each is told when it breaks, not on every
  /// line until it holds again.
  mutating func checkProperties(_ place: TracePlace) {
    let violations = (try? evaluator.violatedProperties(in: state, clocks)) ?? []
    for violation in violations where !broken.contains(violation.property) {
      report(violation, place)
    }
    broken = Set(violations.map(\.property))
  }

  private mutating func report(_ violation: Violation, _ place: TracePlace) {
    let property = rules.properties[violation.property]
    report(
      finding(
        .property, place, rule: property.name, requirements: property.citations,
        statement: property.sentence ?? property.text, expected: property.text,
        observed: reason(violation), span: property.span))
  }

  private func reason(_ violation: Violation) -> String {
    switch violation.reason {
    case .lasts(let binding, let since):
      return "\(describe(binders(violation.property), binding)) since \(Instants.timestamp(since))"
    case .formula(let formula, let context):
      let text = ExpressionText(rules)
      let failures = (try? evaluator.explain(formula, in: context)) ?? []
      return failures.map { failure in
        let bound = failure.bindings.map {
          "\($0.variable.name) = \(names.text($0.value, $0.variable.type.scalar))"
        }
        let suffix = bound.isEmpty ? "" : " (\(bound.joined(separator: ", ")))"
        return (failure.role == .premise ? "although " : "fails: ") + text.text(failure.formula)
          + suffix
      }.joined(separator: "; ")
    }
  }
}
