import Rulebook
import Solver

/// The effect of one of the server's own events on one measure, as terms.
struct MeasureObligation: Sendable {
  let event: Core.ID<Core.Event>
  /// The formula that no binding satisfies the condition that did not before; nil if that is
  /// obvious.
  let doesNotRise: Term?
  /// The formula that some binding no longer satisfies it; nil if it is not asked for.
  let falls: Term?
}

/// A measure with the effect of each event on it.
struct MeasureCandidate: Sendable {
  let name: String
  let property: Int?
  let obligations: [MeasureObligation]
}

extension Lowering {
  func candidates(_ events: [LoweredEvent]) throws(LoweringError) -> [MeasureCandidate] {
    var result: [MeasureCandidate] = []
    for measure in Measure.candidates(rules) {
      var obligations: [MeasureObligation] = []
      for event in events {
        guard let id = event.event, rules[id].isOwnInitiative else { continue }
        obligations.append(try obligation(measure, event, id))
      }
      result.append(
        MeasureCandidate(
          name: measure.name, property: measure.property, obligations: obligations))
    }
    return result
  }

  private func obligation(
    _ measure: Measure, _ event: LoweredEvent, _ id: Core.ID<Core.Event>
  ) throws(LoweringError) -> MeasureObligation {
    var variables: [Term] = []
    for binder in measure.binders {
      variables.append(
        builder.variable(binder.variable.name, encoding.sort(binder.variable.type.scalar)))
    }
    let before = try count(measure, variables, event.before)
    let after = try count(measure, variables, event.after)
    let stays = builder.implies(after, before)
    let doesNotRise = builder.forAll(variables, stays)
    let falls = builder.exists(variables, builder.and([before, builder.not(after)]))
    return MeasureObligation(
      event: id, doesNotRise: before == after ? nil : doesNotRise,
      falls: measure.mayFall.contains(id) && before != after ? falls : nil)
  }

  /// Returns the formula that a binding counts in a state: its entities exist and the condition
  /// holds.
  func count(
    _ measure: Measure, _ variables: [Term], _ state: SymbolicState
  ) throws(LoweringError) -> Term {
    let scope = LiftScope(depth: 1)
    var context = LoweringContext(here: state, top: scope)
    var parts: [Term] = []
    for (binder, variable) in zip(measure.binders, variables) {
      parts += try restriction(binder, variable, context)
      context.bound[binder.variable.id] = LoweringContext.Bound(
        value: .plain(variable), scope: scope)
    }
    parts.append(try formula(measure.condition, context))
    return builder.exists(scope.variables, builder.and(scope.premises + parts))
  }
}
