import Findings
import Rulebook
import Solver

extension ObligationSet {
  init(_ rules: Core.Rules) throws(LoweringError) {
    let lowering = Lowering(rules)
    let state = lowering.freshState()
    let claims = lowering.claims()
    let facts = try lowering.encodingFacts(state) + lowering.axioms(state)
    var claimTerms: [Term] = []
    for claim in claims { claimTerms.append(try lowering.formula(of: claim, state)) }

    var obligations = [
      Obligation(
        name: "initial", event: nil, hypotheses: facts + (try lowering.initialFacts(state)),
        guards: [], due: nil, assumptions: [], assumesClaims: false,
        goals: claimTerms.enumerated().map { (.claim($0), $1) }, definedness: [])
    ]
    var events: [LoweredEvent] = []
    for index in rules.events.indices {
      let lowered = try lowering.lower(Core.ID(index), from: state)
      events.append(lowered)
      obligations.append(try Self.obligation(lowered, facts, claims, lowering))
    }
    let time = try lowering.lowerTime(from: state)
    obligations.append(try Self.obligation(time, facts, claims, lowering))
    // The first one says that the instant is later afterwards.
    obligations[obligations.count - 1].limits = Array(time.enabling.dropFirst())
    obligations += events.compactMap { Self.terms($0, facts, lowering) }

    var progress: [ProgressObligation] = []
    for (index, property) in rules.properties.enumerated() where property.kind == .prompt {
      guard case .lasts(let lasting) = property.body else { continue }
      progress.append(try lowering.progress(index, lasting, state, facts))
    }
    self.claims = claims.map {
      ClaimInfo(
        name: $0.name, kind: $0.kind, property: $0.property, requirements: $0.requirements,
        statement: $0.statement, isCandidate: $0.isCandidate, meaning: $0.meaning)
    }
    self.claimTerms = claimTerms
    self.obligations = obligations
    self.progress = progress
    self.facts = facts
    antecedents = try lowering.antecedents(state, events)
    reachGoals = try lowering.reachGoals(state, events)
    measures = try lowering.candidates(events)
    symbols = StateSymbols(lowering)
    brokenCycles = lowering.encoding.brokenCycles
    bank = lowering.builder.bank
  }

  private static func obligation(
    _ lowered: LoweredEvent, _ facts: [Term], _ claims: [Claim], _ lowering: Lowering
  ) throws(LoweringError) -> Obligation {
    let builder = lowering.builder
    var goals: [(goal: Obligation.Goal, term: Term)] = []
    for (index, claim) in claims.enumerated() {
      goals.append((.claim(index), try lowering.formula(of: claim, lowered.after)))
    }
    if let id = lowered.event {
      for (index, property) in lowering.rules.properties.enumerated() {
        guard case .step(let steps) = property.body else { continue }
        for step in steps where step.event == id {
          goals.append((.step(index), try lowering.stepFormula(step.formula, lowered)))
        }
      }
    }
    let changes = lowered.definedness.dropFirst(lowered.statedCount)
    goals += changes.enumerated().map { index, item in
      (.defined(index), builder.implies(item.hypothesis, item.fact))
    }
    return Obligation(
      name: lowered.name, event: lowered.event,
      hypotheses: facts + lowered.enabling + lowered.counting,
      guards: lowered.guards, due: lowered.due,
      assumptions: lowered.assumptions, assumesClaims: true, goals: goals,
      definedness: changes.map { .init(name: $0.name, span: $0.span) })
  }

  /// Returns the obligation that each expression of an event has a value wherever it is evaluated.
  private static func terms(
    _ lowered: LoweredEvent, _ facts: [Term], _ lowering: Lowering
  ) -> Obligation? {
    let items = lowered.definedness.prefix(lowered.statedCount) + lowered.choices
    guard !items.isEmpty else { return nil }
    var obligation = Obligation(
      name: lowered.name, event: lowered.event, hypotheses: facts + lowered.asked, guards: [],
      due: nil, assumptions: lowered.assumptions, assumesClaims: true,
      goals: items.enumerated().map { index, item in
        (.defined(index), lowering.builder.implies(item.hypothesis, item.fact))
      }, definedness: items.map { .init(name: $0.name, span: $0.span) })
    obligation.isAboutTerms = true
    return obligation
  }
}

extension Lowering {
  func formula(of claim: Claim, _ state: SymbolicState) throws(LoweringError) -> Term {
    try builder.reusingVariables(of: claim.name) { () throws(LoweringError) in
      try claim.formula(state)
    }
  }

  /// Lowers a formula about a step: plain reads after, `before` reads before, arguments as they
  /// were.
  func stepFormula(
    _ formula: Core.Expression, _ lowered: LoweredEvent
  ) throws(LoweringError) -> Term {
    let top = LiftScope(depth: 0)
    var context = LoweringContext(here: lowered.after, before: lowered.before, top: top)
    context.sent = lowered.context.sent
    for (id, bound) in lowered.context.bound {
      context.bound[id] = LoweringContext.Bound(value: bound.value, scope: top)
    }
    return wrap(try self.formula(formula, context), top)
  }

  /// Returns the obligation that, where the condition of a `prompt` has lasted as long as it may,
  /// some decision of the server about one of its entities is possible; only then does stopping
  /// time not satisfy every deadline trivially.
  func progress(
    _ property: Int, _ lasting: Core.Lasting, _ state: SymbolicState, _ facts: [Term]
  ) throws(LoweringError) -> ProgressObligation {
    let top = LiftScope(depth: 0, isConstant: true)
    var context = LoweringContext(here: state, top: top)
    var hypotheses = facts
    var stuck: [(scalar: Core.Scalar, term: Term)] = []
    for binder in lasting.binders {
      let term = builder.constant(
        "stuck.\(binder.variable.name)", encoding.sort(binder.variable.type.scalar))
      hypotheses += try restriction(binder, term, context)
      context.bound[binder.variable.id] = LoweringContext.Bound(value: .plain(term), scope: top)
      stuck.append((binder.variable.type.scalar, term))
    }
    hypotheses.append(try formula(lasting.condition, context))
    hypotheses += top.premises
    if lasting.limit > 0 {
      let end = builder.bank.add([
        clock(property, stuck.map(\.term), in: state), builder.real(lasting.limit),
      ])
      hypotheses.append(builder.atMost(end, state.now))
    }

    var ways: [Term] = []
    for event in rules.events where event.source == .system {
      for parameter in event.parameters where !parameter.type.isOptional {
        for (scalar, term) in stuck where scalar == parameter.type.scalar {
          let (way, instances) = try possibility(event, parameter, term, state)
          ways.append(way)
          hypotheses += instances
        }
      }
      if event.parameters.isEmpty { ways.append(try possibility(event, nil, nil, state).0) }
    }
    return ProgressObligation(property: property, hypotheses: hypotheses, goal: builder.or(ways))
  }

  /// Returns the formula that the event is possible with one of its parameters fixed, and the
  /// instances of "if any, then a first" for its choices. A fresh entity always exists.
  private func possibility(
    _ event: Core.Event, _ fixed: Core.Variable?, _ term: Term?, _ state: SymbolicState
  ) throws(LoweringError) -> (Term, [Term]) {
    let scope = LiftScope(depth: 1)
    let top = LiftScope(depth: 0)
    var context = LoweringContext(here: state, top: top)
    var others: [Term] = []
    var parts: [Term] = []
    for parameter in event.parameters {
      if let fixed, let term, parameter == fixed {
        context.bound[parameter.id] = LoweringContext.Bound(value: .plain(term), scope: scope)
        continue
      }
      let variable = builder.variable(parameter.name, encoding.sort(parameter.type.scalar))
      others.append(variable)
      var value = LoweredValue.plain(variable)
      var known: [Term] = []
      switch parameter.type.scalar {
      case .entity(let id): known = [exists(id, variable, in: state)]
      case .range(let id): known = bounds(variable, rules[id])
      default: break
      }
      if parameter.type.isOptional {
        let has = builder.variable("\(parameter.name)!has", .bool)
        others.append(has)
        known = [builder.implies(has, builder.and(known))]
        value = .optional(has: has, value: variable)
      }
      parts += known
      context.bound[parameter.id] = LoweringContext.Bound(value: value, scope: scope)
    }
    // The entities that the event needs besides, and that no argument determines.
    for result in event.results where !result.isNew && !result.variable.type.isOptional {
      guard case .entity(let id) = result.variable.type.scalar else { continue }
      let variable = builder.variable(result.variable.name, encoding.sort(.entity(id)))
      others.append(variable)
      parts.append(exists(id, variable, in: state))
    }
    for `guard` in event.guards { parts.append(try formula(`guard`.condition, context)) }
    let way = builder.exists(
      others + scope.variables + top.variables,
      builder.and(scope.premises + top.premises + parts))

    var instances: [Term] = []
    for instance in event.guards.flatMap({ leastInstances($0.condition) }) {
      let instanceTop = LiftScope(depth: 0)
      var own = LoweringContext(here: state, top: instanceTop)
      guard let fixed, let term else { continue }
      own.bound[fixed.id] = LoweringContext.Bound(value: .plain(term), scope: instanceTop)
      // An instance that depends on another argument of the event does not apply to this entity
      // alone.
      guard let formula = try? formula(instance, own) else { continue }
      instances.append(wrap(formula, instanceTop))
    }
    return (way, instances)
  }

  /// Returns, for each `reach`, the formula of its goal, in a state or after one of its events.
  func reachGoals(
    _ state: SymbolicState, _ events: [LoweredEvent]
  ) throws(LoweringError) -> [ReachGoal] {
    var result: [ReachGoal] = []
    for (index, property) in rules.properties.enumerated() {
      switch property.body {
      case .reach(let formula):
        result.append(
          ReachGoal(property: index, obligation: nil, term: try closed(formula, here: state)))
      case .reachStep(let steps):
        for step in steps {
          let term = try stepFormula(step.formula, events[step.event.index])
          result.append(
            ReachGoal(property: index, obligation: step.event.index + 1, term: term))
        }
      default: break
      }
    }
    return result
  }

  /// Returns, for each property with quantifiers peeled, its antecedents, which must be
  /// satisfiable.
  func antecedents(
    _ state: SymbolicState, _ events: [LoweredEvent]
  ) throws(LoweringError) -> [Antecedent] {
    var result: [Antecedent] = []
    for (index, property) in rules.properties.enumerated() {
      switch property.body {
      case .always(let formula):
        for antecedent in formula.antecedents {
          guard let condition = antecedent.condition else { continue }
          let term = try closed(condition, here: state)
          result.append(
            Antecedent(
              property: index, part: antecedent.part, parts: antecedent.parts, event: nil,
              condition: condition, term: term))
        }
      case .lasts(let lasting):
        let condition = Core.Expression.quantified(
          .some, lasting.binders, condition: nil, body: lasting.condition)
        let term = try closed(condition, here: state)
        result.append(
          Antecedent(
            property: index, part: 1, parts: 1, event: nil, condition: condition, term: term))
      case .step(let steps):
        for step in steps {
          for antecedent in step.formula.antecedents {
            guard let condition = antecedent.condition else { continue }
            let term = try stepFormula(condition, events[step.event.index])
            result.append(
              Antecedent(
                property: index, part: antecedent.part, parts: antecedent.parts,
                event: step.event, condition: condition, term: term))
          }
        }
      default: continue
      }
    }
    return result
  }
}

extension Core.Expression {
  /// The conditions, part by part, without which the part says nothing; nil: it always says
  /// something.
  fileprivate var antecedents: [(part: Int, parts: Int, condition: Core.Expression?)] {
    let conditions = conditions
    return conditions.enumerated().map { ($0.offset + 1, conditions.count, $0.element) }
  }

  /// The conditions of `all x where P: Q implies R` and `some x: P and Q`; for a conjunction, one
  /// for each part. nil: it has no such condition.
  private var conditions: [Core.Expression?] {
    switch self {
    case .quantified(.all, let binders, let condition, let body):
      return body.conditions.map { inner in
        let parts = [condition, inner].compactMap(\.self)
        return parts.isEmpty
          ? nil : .quantified(.some, binders, condition: nil, body: .all(parts))
      }
    case .and(let parts): return parts.flatMap(\.conditions)
    case .or(let parts):
      var premises: [Core.Expression] = []
      var conclusions: [Core.Expression] = []
      for part in parts {
        if case .not(let premise) = part {
          premises.append(premise)
        } else {
          conclusions.append(part)
        }
      }
      guard !premises.isEmpty, !conclusions.isEmpty else { return [nil] }
      let inner = conclusions.count == 1 ? conclusions[0].conditions : [nil]
      return inner.map { .all(premises + ($0.map { [$0] } ?? [])) }
    default: return [nil]
    }
  }
}
