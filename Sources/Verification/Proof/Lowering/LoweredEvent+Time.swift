import Rulebook
import Solver

extension Lowering {
  /// Lowers the passage of time: to any later instant that no obligation and no `prompt` forbids.
  func lowerTime(from state: SymbolicState) throws(LoweringError) -> LoweredEvent {
    let later = builder.constant("later", .real)
    var enabling = [builder.less(state.now, later)]
    for event in rules.events where event.source == .clock {
      enabling.append(try waits(for: event, until: later, state))
    }
    for (index, property) in rules.properties.enumerated() where property.kind == .prompt {
      guard case .lasts(let lasting) = property.body, fault != .timeIgnoresPrompts else { continue }
      enabling.append(try waits(for: lasting, index, until: later, state))
    }
    for property in rules.properties where Self.needsClock(property) {
      guard case .lasts(let lasting) = property.body else { continue }
      for turn in lasting.turns ?? [] {
        enabling.append(try stops(at: turn, lasting.binders, later, state))
      }
    }
    var after = successor(of: state)
    after.now = later
    try advanceClocks(from: state, to: &after) { $0.turns?.isEmpty == false }
    let context = LoweringContext(here: state, before: state, top: LiftScope(depth: 0))
    return LoweredEvent(
      name: "time passes", event: nil, enabling: enabling, before: state, after: after,
      context: context)
  }

  /// Returns the condition that `later` is not after the due instant of any instance whose guards
  /// hold.
  func waits(
    for event: Core.Event, until later: Term, _ state: SymbolicState
  ) throws(LoweringError) -> Term {
    guard let due = event.due else { return builder.bool(true) }
    let scope = LiftScope(depth: 1)
    var context = LoweringContext(here: state, top: scope)
    var variables: [Term] = []
    var premises: [Term] = []
    for parameter in event.parameters {
      let variable = builder.variable(parameter.name, encoding.sort(parameter.type.scalar))
      variables.append(variable)
      if case .entity(let id) = parameter.type.scalar {
        premises.append(exists(id, variable, in: state))
      }
      context.bound[parameter.id] = LoweringContext.Bound(value: .plain(variable), scope: scope)
    }
    for `guard` in event.guards { premises.append(try formula(`guard`.condition, context)) }
    let instant = try term(due.instant, context)
    return builder.forAll(
      variables + scope.variables,
      builder.implies(builder.and(scope.premises + premises), builder.atMost(later, instant)))
  }

  /// Returns the condition that `later` does not let the condition of a property last longer than
  /// its limit.
  private func waits(
    for lasting: Core.Lasting, _ index: Int, until later: Term, _ state: SymbolicState
  ) throws(LoweringError) -> Term {
    let top = LiftScope(depth: 0)
    let binding = try bind(lasting.binders, LoweringContext(here: state, top: top))
    let condition = try formula(lasting.condition, binding.context)
    let bound: Term
    if lasting.limit == 0 {
      bound = builder.bool(false)
    } else {
      bound = builder.atMost(
        later,
        builder.bank.add([clock(index, binding.variables, in: state), builder.real(lasting.limit)]))
    }
    let formula = builder.forAll(
      binding.variables + binding.scope.variables,
      builder.implies(
        builder.and(binding.scope.premises + binding.restrictions + [condition]), bound))
    return wrap(formula, top)
  }

  /// Returns the condition that no instant of change lies inside the passage: time passes in pieces
  /// that end at such instants.
  private func stops(
    at turn: Core.Expression, _ binders: [Core.Binder], _ later: Term, _ state: SymbolicState
  ) throws(LoweringError) -> Term {
    let top = LiftScope(depth: 0)
    let binding = try bind(binders, LoweringContext(here: state, top: top))
    let instant = try term(turn, binding.context)
    let isOutside = builder.or([
      builder.atMost(instant, state.now), builder.atMost(later, instant),
    ])
    let formula = builder.forAll(
      binding.variables + binding.scope.variables,
      builder.implies(builder.and(binding.scope.premises + binding.restrictions), isOutside))
    return wrap(formula, top)
  }

  /// Returns true if a clock is kept for the property: if its instant matters.
  static func needsClock(_ property: Core.Property) -> Bool {
    guard case .lasts(let lasting) = property.body else { return false }
    return property.kind == .bounded || lasting.limit > 0
  }

  /// Starts the clocks whose conditions become true.
  ///
  /// - Parameter isAdvanced: The properties whose conditions may have changed.
  func advanceClocks(
    from state: SymbolicState, to after: inout SymbolicState,
    where isAdvanced: (Core.Lasting) -> Bool = { _ in true }
  ) throws(LoweringError) {
    for (index, property) in rules.properties.enumerated() where Self.needsClock(property) {
      guard case .lasts(let lasting) = property.body, isAdvanced(lasting) else { continue }
      // Lowered once with placeholders, so that a reading can be made for any entities.
      var placeholders: [Term] = []
      for binder in lasting.binders {
        placeholders.append(
          builder.constant(binder.variable.name, encoding.sort(binder.variable.type.scalar)))
      }
      let held = try condition(lasting, placeholders, state)
      let holds = try condition(lasting, placeholders, after)
      let started = builder.and([holds, builder.not(held)])
      let reading = builder.ite(started, after.now, clock(index, placeholders, in: state))
      after.clockWrites[index] = { [builder] arguments in
        builder.bank.substitute(
          Dictionary(uniqueKeysWithValues: zip(placeholders, arguments)), in: reading)
      }
    }
  }

  /// Returns the condition of a lasting property for these entities, including their existence.
  private func condition(
    _ lasting: Core.Lasting, _ arguments: [Term], _ state: SymbolicState
  ) throws(LoweringError) -> Term {
    let scope = LiftScope(depth: 1)
    var context = LoweringContext(here: state, top: scope)
    var parts: [Term] = []
    for (binder, argument) in zip(lasting.binders, arguments) {
      parts += try restriction(binder, argument, context)
      context.bound[binder.variable.id] = LoweringContext.Bound(
        value: .plain(argument), scope: scope)
    }
    parts.append(try formula(lasting.condition, context))
    return builder.exists(scope.variables, builder.and(scope.premises + parts))
  }
}
