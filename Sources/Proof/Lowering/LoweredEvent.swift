internal import Diagnostics
internal import Rulebook
internal import Solver

/// An assumption about the world, at one event.
struct Assumed: Sendable {
  let name: String
  let term: Term
}

/// One event, or the passing of time, as terms: what must hold before, and the state after.
struct LoweredEvent {
  /// Something that the event needs in order to mean anything.
  struct Definedness {
    let name: String
    let hypothesis: Term
    let fact: Term
    let span: SourceSpan
  }

  let name: String
  let event: Core.ID<Core.Event>?
  /// Arguments exist and lie in range, guards hold, it is due, and what was lifted is what its
  /// reference says.
  var enabling: [Term]
  /// Those of them that say the guards, in the order of the rulebook.
  var guards: [Term] = []
  /// The one of them that says that the instant of an obligation has come.
  var due: Term?
  /// What is assumed of the world besides, by name.
  var assumptions: [Assumed] = []
  var before: SymbolicState
  var after: SymbolicState
  /// Arguments and results, for step properties and for states that are shown.
  var context: LoweringContext
  var definedness: [Definedness] = []
}

extension Lowering {
  func lower(_ id: Core.ID<Core.Event>, from state: SymbolicState) throws(LoweringError)
    -> LoweredEvent
  {
    let event = rules[id]
    let top = LiftScope(depth: 0, isConstant: true)
    var context = LoweringContext(here: state, before: state, top: top)
    var existing: [Term] = []
    for variable in event.parameters {
      existing += declare(variable, isNew: false, top, &context)
    }
    var freshness: [Term] = []
    for result in event.results {
      let made = declare(result.variable, isNew: result.isNew, top, &context)
      if result.isNew {
        freshness += made + distinct(from: event, result, context)
      } else {
        existing += made
      }
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
    let opened = introduce(event, context, &lowered.after)
    lowered.definedness = try definedness(event, context)
    try apply(event, context, to: &lowered)
    try advanceClocks(from: state, to: &lowered.after)
    lowered.enabling = top.premises + existing + guards + freshness + opened
    if let due {
      let hasCome =
        fault == .dueAfterInstant ? builder.less(due, state.now) : builder.atMost(due, state.now)
      lowered.enabling.append(hasCome)
      lowered.due = hasCome
    }
    return lowered
  }

  /// What an event introduces differs from what it has introduced already.
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

  /// A constant for an argument or a result, and what is known of it.
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

  /// New entities exist afterwards, with their defaults and with empty collections.
  /// - Returns: what is known of the values left open: they lie in their range.
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
        case (.value, .any): known += openBounds(field, of: new, after)
        case (.value, .given): break
        }
      }
    }
    return known
  }

  /// A value left open lies in the range of its type.
  func openBounds(_ id: Core.ID<Core.Field>, of owner: Term, _ state: SymbolicState) -> [Term] {
    guard case .value(let type) = rules[id].kind, case .range(let range) = type.scalar else {
      return []
    }
    let key = ReferenceKey(expression: .now, state: state.tag)
    let value = lookup(id, of: owner, in: state, key: key)
    guard let number = inner(value) else { return [] }
    return [builder.implies(has(value), builder.and(bounds(number, rules[range])))]
  }

  private func definedness(
    _ event: Core.Event, _ context: LoweringContext
  ) throws(LoweringError) -> [LoweredEvent.Definedness] {
    var result: [LoweredEvent.Definedness] = []
    for item in event.definedness {
      result.append(
        LoweredEvent.Definedness(
          name: item.text, hypothesis: try formula(item.condition, context),
          fact: try formula(item.fact, context), span: item.span))
    }
    return result
  }
}
