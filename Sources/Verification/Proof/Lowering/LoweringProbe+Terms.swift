import Rulebook
import Solver

/// The construction of the terms of a ``LoweringProbe``.
struct Probing {
  let lowering: Lowering
  let claims: [Claim]
  let owners: [Term]
  let others: [Term]

  init(_ lowering: Lowering) {
    self.lowering = lowering
    claims = lowering.claims()
    owners = lowering.encoding.sorts.map { lowering.builder.variable("owner", $0) }
    others = lowering.encoding.sorts.map { lowering.builder.variable("other", $0) }
  }

  private var rules: Core.Rules { lowering.rules }

  func terms(of state: SymbolicState) throws(LoweringError) -> LoweringProbe.StateTerms {
    var clocks: [Int: (variables: [Term], reading: Term)] = [:]
    for (index, property) in rules.properties.enumerated() where Lowering.needsClock(property) {
      guard case .lasts(let lasting) = property.body else { continue }
      let variables = lasting.binders.map {
        lowering.builder.variable(
          $0.variable.name, lowering.encoding.sort($0.variable.type.scalar))
      }
      clocks[index] = (variables, lowering.clock(index, variables, in: state))
    }
    var claimTerms: [Term] = []
    for claim in claims { claimTerms.append(try lowering.formula(of: claim, state)) }
    var counts: [(function: Function, keys: [Term], one: Term, counted: Term)] = []
    for set in lowering.countedSets {
      guard let function = state.counts[set] ?? lowering.counts[set] else { continue }
      let keys = lowering.keys(of: set)
      let one = lowering.builder.variable("one", lowering.sort(of: set))
      counts.append((function, keys, one, try lowering.counts(one, keys, in: set, state)))
    }
    return LoweringProbe.StateTerms(
      existence: rules.entities.indices.map { index in
        rules.entities[index].isIntroduced
          ? lowering.exists(Core.ID(index), owners[index], in: state) : nil
      },
      fields: rules.fields.indices.map { reading(Core.ID($0), state) },
      globals: rules.globals.indices.map { reading(lowering.lookup(Core.ID($0), in: state), nil) },
      now: state.now, nextTicket: state.nextTicket, clocks: clocks, counts: counts,
      claims: claimTerms, facts: try lowering.encodingFacts(state))
  }

  private func reading(
    _ id: Core.ID<Core.Field>, _ state: SymbolicState
  ) -> LoweringProbe.Reading {
    let field = rules[id]
    let owner = owners[field.owner.index]
    switch field.kind {
    case .queue(let element):
      let other = others[element.index]
      return .members(
        lowering.isMember(other, of: id, owner: owner, in: state),
        ticket: lowering.ticket(of: other, in: id, owner: owner, state))
    case .set(let element):
      let other = others[element.index]
      return .members(lowering.isMember(other, of: id, owner: owner, in: state), ticket: nil)
    case .value(let type):
      let key = ReferenceKey(expression: .now, state: state.tag)
      let value = lowering.lookup(id, of: owner, in: state, key: key)
      if case .entity(let target) = type.scalar { return reading(value, others[target.index]) }
      return reading(value, nil)
    }
  }

  private func reading(_ value: LoweredValue, _ other: Term?) -> LoweringProbe.Reading {
    switch value {
    case .plain(let term): return .value(term)
    case .optional(let has, let value): return .optional(has: has, value: value)
    case .none: return .reference(has: lowering.has(value), leadsTo: lowering.has(value))
    case .reference(let has, let isTo, _):
      return .reference(has: has, leadsTo: other.map(isTo) ?? has)
    }
  }

  func terms(of event: LoweredEvent) throws(LoweringError) -> LoweringProbe.EventTerms {
    var arguments: [(has: Term?, value: Term)] = []
    var steps: [(property: Int, formula: Core.Expression, term: Term)] = []
    if let id = event.event {
      for variable in rules[id].parameters + rules[id].results.map(\.variable) {
        switch event.context.bound[variable.id]?.value {
        case .plain(let value): arguments.append((nil, value))
        case .optional(let has, let value): arguments.append((has, value))
        default: throw LoweringError(message: "'\(variable.name)' is no argument")
        }
      }
      for (index, property) in rules.properties.enumerated() {
        let formulas: [Core.StepFormula]
        switch property.body {
        case .step(let own), .reachStep(let own): formulas = own
        default: continue
        }
        for step in formulas where step.event == id {
          steps.append((index, step.formula, try lowering.stepFormula(step.formula, event)))
        }
      }
    }
    let after = try terms(of: event.after)
    return LoweringProbe.EventTerms(
      event: event.event, arguments: arguments,
      lifted: zip(event.context.top.variables, event.context.top.premises).map { ($0, $1) },
      enabling: lowering.builder.and(event.enabling), counting: event.counting,
      assumptions: event.assumptions.map(\.term),
      definedness: event.definedness.map { ($0.name, $0.hypothesis, $0.fact) }, after: after,
      steps: steps)
  }

  func measures(
    _ state: SymbolicState
  ) throws(LoweringError) -> [(property: Int, variables: [Term], counts: Term)] {
    var result: [(property: Int, variables: [Term], counts: Term)] = []
    for measure in Measure.candidates(rules) {
      guard let property = measure.property else { continue }
      let variables = measure.binders.map {
        lowering.builder.variable($0.variable.name, lowering.encoding.sort($0.variable.type.scalar))
      }
      result.append((property, variables, try lowering.count(measure, variables, state)))
    }
    return result
  }
}
