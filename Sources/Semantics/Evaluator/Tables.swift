import Rulebook

/// The rules, with derived facts that are worth computing once. Never changes, so it is shared
/// freely.
final class Tables: Sendable {
  let rules: Core.Rules
  /// The conditions of legality, by event.
  let legality: [Plan]
  /// The sorts of the entities that each event introduces.
  let introduced: [[Int]]
  /// The conditions under which an obligation keeps time from passing, by event.
  let obligation: [Plan]
  /// The properties that need clocks or keep time from passing.
  let lastings: [LastingProperty]
  /// The invariants and lemmas that time alone can falsify.
  let timedInvariants: [Core.Expression]
  /// The invariants, lemmas and axioms.
  let claims: [StateClaim]
  let constants: Constants

  init(_ rules: Core.Rules) {
    self.rules = rules
    legality = rules.events.map { event in
      let due = event.due.map { Core.Expression.atMost($0.instant, .now) }
      return Plan(
        event.parameters,
        event.guards.map(\.condition) + (due.map { [$0] } ?? [])
          + event.assumptions.map(\.condition))
    }
    introduced = rules.events.map { event in
      event.results.filter(\.isNew).compactMap { result in
        if case .entity(let sort) = result.variable.type.scalar { sort.index } else { nil }
      }
    }
    obligation = rules.events.map { Plan($0.parameters, $0.guards.map(\.condition)) }
    lastings = rules.properties.enumerated().compactMap { index, property in
      guard case .lasts(let lasting) = property.body else { return nil }
      return LastingProperty(index: index, kind: property.kind, lasting: lasting)
    }
    timedInvariants = rules.properties.compactMap { property in
      guard let formula = property.stateClaim, formula.readsNow else { return nil }
      return formula
    }
    claims = rules.properties.enumerated().compactMap { StateClaim($0, $1) }
    constants = Constants(rules)
  }
}

struct LastingProperty: Sendable {
  /// The position among the properties of the rules.
  let index: Int
  let isPrompt: Bool
  let lasting: Core.Lasting
  let readsNow: Bool

  init(index: Int, kind: Core.Property.Kind, lasting: Core.Lasting) {
    self.index = index
    isPrompt = kind == .prompt
    self.lasting = lasting
    readsNow =
      lasting.condition.readsNow
      || lasting.binders.contains { $0.domain.owner?.readsNow ?? false }
  }

  /// True for a `prompt` of length zero, which needs no clock: time stands while its condition
  /// holds.
  var isImmediate: Bool { isPrompt && lasting.limit == 0 }
}
