import Basics
import Rulebook
import Solver

/// An assumption about the world, at one event.
struct Assumed: Sendable {
  let name: String
  let term: Term
}

/// An event, or the passage of time, as terms: its conditions in the state before, and the state
/// after.
struct LoweredEvent {
  /// A fact that the event needs to be defined.
  struct Definedness {
    let name: String
    let hypothesis: Term
    let fact: Term
    let span: SourceSpan
  }

  let name: String
  let event: Core.ID<Core.Event>?
  /// The conditions: arguments exist and lie in range, guards hold, it is due, and lifted variables
  /// have the values of their references.
  var enabling: [Term]
  /// The conditions without guards, due instant and results: they hold when the event is requested,
  /// whether or not it can happen.
  var asked: [Term] = []
  /// The condition for each result, by name, that the guards allow some entity to be chosen.
  var choices: [Definedness] = []
  /// The conditions that state the guards, in the order of the rulebook.
  var guards: [Term] = []
  /// The condition that the instant of an obligation has come.
  var due: Term?
  /// The relation between the counts before and after.
  var counting: [Term] = []
  /// The further assumptions about the world, by name.
  var assumptions: [Assumed] = []
  var before: SymbolicState
  var after: SymbolicState
  /// Arguments and results, for step properties and for states that are shown.
  var context: LoweringContext
  var definedness: [Definedness] = []
  /// The number of the first definedness facts whose hypotheses contain all they need: the guards
  /// that stand before. A guard must have a value even if a later one does not hold, and a refusal
  /// even though the event is refused.
  var statedCount = 0
}

extension Lowering {
  func lower(_ id: Core.ID<Core.Event>, from state: SymbolicState) throws(LoweringError)
    -> LoweredEvent
  {
    let event = rules[id]
    let top = LiftScope(depth: 0, isConstant: true)
    var context = LoweringContext(here: state, before: state, top: top)
    var given: [Term] = []
    for variable in event.parameters {
      given += declare(variable, isNew: false, top, &context)
    }
    var results: [Term] = []
    for result in event.results {
      results += declare(result.variable, isNew: result.isNew, top, &context)
      if result.isNew { results += distinct(from: event, result, context) }
    }
    var assumptions: [Assumed] = []
    for assumption in event.assumptions {
      let term = try formula(assumption.condition, context)
      assumptions.append(Assumed(name: assumption.name, term: term))
    }
    var guards: [Term] = []
    for `guard` in event.guards { guards.append(try formula(`guard`.condition, context)) }
    var due: Term?
    if let instant = event.due?.instant { due = try term(instant, context) }

    var lowered = LoweredEvent(
      name: event.name, event: id, enabling: [], before: state, after: successor(of: state),
      context: context)
    lowered.assumptions = assumptions
    lowered.guards = guards
    results += introduce(event, context, &lowered.after)
    lowered.definedness = try definedness(event, results, context)
    lowered.statedCount = lowered.definedness.count
    try apply(event, context, to: &lowered)
    try advanceCounts(&lowered)
    try advanceClocks(from: state, to: &lowered.after)
    lowered.enabling = top.premises + given + guards + results
    if let due {
      let hasCome =
        fault == .dueAfterInstant ? builder.less(due, state.now) : builder.atMost(due, state.now)
      lowered.enabling.append(hasCome)
      lowered.due = hasCome
    }
    lowered.asked = top.premises + given
    if event.source == .clock { lowered.choices = choices(event, lowered) }
    return lowered
  }

  /// Returns the conditions that, if an obligation is due, an entity exists for each of its
  /// results: otherwise it could not be done, and time would stand for ever.
  private func choices(_ event: Core.Event, _ lowered: LoweredEvent) -> [LoweredEvent.Definedness] {
    event.results.compactMap { result in
      let type = result.variable.type
      guard !result.isNew, !type.isOptional, case .entity(let id) = type.scalar,
        rules[id].isIntroduced
      else { return nil }
      let somebody = builder.variable(result.variable.name, encoding.sort(type.scalar))
      return LoweredEvent.Definedness(
        name: "there is a \(rules[id].name) to be '\(result.variable.name)'",
        hypothesis: builder.and(lowered.guards + (lowered.due.map { [$0] } ?? [])),
        fact: builder.exists([somebody], exists(id, somebody, in: lowered.before)),
        span: event.span)
    }
  }

  /// Returns the conditions that an introduced entity differs from those that the event has
  /// introduced before it.
  private func distinct(
    from event: Core.Event, _ result: Core.Result, _ context: LoweringContext
  ) -> [Term] {
    guard case .plain(let new)? = context.bound[result.variable.id]?.value else { return [] }
    return event.results.prefix { $0 != result }.compactMap { other in
      guard other.isNew, other.variable.type == result.variable.type,
        case .plain(let earlier)? = context.bound[other.variable.id]?.value
      else { return nil }
      return builder.not(builder.equal(earlier, new))
    }
  }

  /// Declares a constant for an argument or a result, with the facts known about it.
  private func declare(
    _ variable: Core.Variable, isNew: Bool, _ scope: LiftScope, _ context: inout LoweringContext
  ) -> [Term] {
    let value = builder.constant(variable.name, encoding.sort(variable.type.scalar))
    var known: [Term] = []
    switch variable.type.scalar {
    case .entity(let id):
      let there = exists(id, value, in: context.here)
      known = [isNew ? builder.not(there) : there]
    case .range(let id): known = bounds(value, rules[id])
    default: break
    }
    let lowered: LoweredValue
    if variable.type.isOptional {
      let has = builder.constant("\(variable.name)!has", .bool)
      known = [builder.implies(has, builder.and(known))]
      lowered = .optional(has: has, value: value)
    } else {
      lowered = .plain(value)
    }
    context.bound[variable.id] = LoweringContext.Bound(value: lowered, scope: scope)
    return known
  }

  /// Makes new entities exist afterwards, with their defaults and with empty collections.
  /// - Returns: The facts about the values left open: they lie in their range.
  private func introduce(
    _ event: Core.Event, _ context: LoweringContext, _ after: inout SymbolicState
  ) -> [Term] {
    var known: [Term] = []
    for result in event.results where result.isNew {
      guard case .entity(let id) = result.variable.type.scalar,
        case .plain(let new)? = context.bound[result.variable.id]?.value
      else { continue }
      after.introduced[id, default: []].append(new)
      for field in rules[id].fields {
        switch (rules[field].kind, rules[field].initial) {
        case (.queue, _), (.set, _):
          guard fault != .newEntityWithMembers else { continue }
          after.collectionWrites[field, default: []].append(.clear(owner: new))
        case (.value, .value(let literal)):
          guard fault != .newEntityWithoutDefaults,
            let value = try? lower(.literal(literal), context)
          else { continue }
          after.fieldWrites[field, default: []].append(
            SymbolicState.Write(condition: builder.bool(true), owner: [new], value: value))
        case (.value(let type), .any):
          known += openBounds(field, of: new, after)
          known += openReference(field, type, of: new, context.here, after)
        case (.value, .given): break
        }
      }
    }
    return known
  }

  /// Returns the condition that a reference left open leads to an entity that exists before the
  /// step: if there is none, there is no step.
  private func openReference(
    _ id: Core.ID<Core.Field>, _ type: Core.ValueType, of owner: Term, _ before: SymbolicState,
    _ after: SymbolicState
  ) -> [Term] {
    guard case .entity(let target) = type.scalar, rules[target].isIntroduced else { return [] }
    let key = ReferenceKey(expression: .now, state: after.tag)
    let value = lookup(id, of: owner, in: after, key: key)
    let other = builder.variable("other", encoding.sort(type.scalar))
    let leads = builder.forAll(
      [other], builder.implies(isTo(value, other), exists(target, other, in: before)))
    let isSomewhere = builder.exists([other], isTo(value, other))
    return [leads, builder.implies(has(value), isSomewhere)]
  }

  /// Returns the condition that a value left open lies in the range of its type.
  func openBounds(_ id: Core.ID<Core.Field>, of owner: Term, _ state: SymbolicState) -> [Term] {
    guard case .value(let type) = rules[id].kind else { return [] }
    let key = ReferenceKey(expression: .now, state: state.tag)
    return bounds(of: lookup(id, of: owner, in: state, key: key), type)
  }

  func openBounds(_ id: Core.ID<Core.Global>, _ state: SymbolicState) -> [Term] {
    bounds(of: lookup(id, in: state), rules[id].type)
  }

  private func bounds(of value: LoweredValue, _ type: Core.ValueType) -> [Term] {
    guard case .range(let range) = type.scalar, let number = inner(value) else { return [] }
    return [builder.implies(has(value), builder.and(bounds(number, rules[range])))]
  }

  /// Lowers the definedness facts of an event.
  /// - Parameter results: The facts known about the results, for facts about them.
  private func definedness(
    _ event: Core.Event, _ results: [Term], _ context: LoweringContext
  ) throws(LoweringError) -> [LoweredEvent.Definedness] {
    let variables = Set(event.results.map(\.variable))
    var items: [LoweredEvent.Definedness] = []
    for item in event.definedness {
      let isOfResults = [item.condition, item.fact].contains { expression in
        expression.contains {
          if case .variable(let variable) = $0 { variables.contains(variable) } else { false }
        }
      }
      let condition = try formula(item.condition, context)
      items.append(
        LoweredEvent.Definedness(
          name: item.text, hypothesis: builder.and((isOfResults ? results : []) + [condition]),
          fact: try formula(item.fact, context), span: item.span))
    }
    return items
  }
}
