import Rulebook
import Solver

extension Lowering {
  /// Returns the facts about every state that follow from the encoding, and so are assumed and not
  /// proved: a field is a partial function, references lead to existing entities, members exist,
  /// tickets of one queue differ and are below the next, counts count. No rulebook can falsify them;
  /// decisions 002 and 024 argue each one, and the evaluator tests them.
  func encodingFacts(_ state: SymbolicState) throws(LoweringError) -> [Term] {
    rules.fields.indices.flatMap { facts(of: Core.ID($0), state) } + (try countFacts(state))
  }

  /// Returns the axioms of the rulebook about its fixed state, for every state.
  func axioms(_ state: SymbolicState) throws(LoweringError) -> [Term] {
    var terms: [Term] = []
    for property in rules.properties where property.kind == .axiom {
      guard case .always(let formula) = property.body else { continue }
      terms.append(try closed(formula, here: state))
    }
    return terms
  }

  private func facts(of id: Core.ID<Core.Field>, _ state: SymbolicState) -> [Term] {
    let field = rules[id]
    let x = builder.variable("x", encoding.sorts[field.owner.index])
    let owned = exists(field.owner, x, in: state)
    let key = ReferenceKey(expression: .now, state: state.tag)
    switch encoding.fields[id.index] {
    case .optional: return []
    case .function:
      guard case .value(let type) = field.kind, case .entity(let target) = type.scalar,
        case .plain(let value) = lookup(id, of: x, in: state, key: key)
      else { return [] }
      return [builder.forAll([x], builder.implies(owned, exists(target, value, in: state)))]
    case .relation(_, _, let target):
      let value = lookup(id, of: x, in: state, key: key)
      return relationFacts(value, to: target, x: x, owned: owned, state)
    case .set(_, let element):
      return memberFacts(id, element, x: x, owned: owned, state)
    case .queue(_, _, let element):
      return memberFacts(id, element, x: x, owned: owned, state)
        + ticketFacts(id, element, x: x, state)
    }
  }

  private func relationFacts(
    _ value: LoweredValue, to target: Core.ID<Core.Entity>, x: Term, owned: Term,
    _ state: SymbolicState
  ) -> [Term] {
    let sort = encoding.sorts[target.index]
    let y = builder.variable("y", sort)
    let z = builder.variable("z", sort)
    let isThere = has(value)
    let functional = builder.forAll(
      [x, y, z],
      builder.implies(builder.and([isTo(value, y), isTo(value, z)]), builder.equal(y, z)))
    let grounded = builder.forAll(
      [x, y],
      builder.implies(
        builder.and([owned, isTo(value, y)]), builder.and([isThere, exists(target, y, in: state)])))
    let total = builder.forAll(
      [x],
      builder.implies(builder.and([owned, isThere]), builder.exists([y], isTo(value, y))))
    return fault == .atMostOneMissing ? [grounded, total] : [functional, grounded, total]
  }

  private func memberFacts(
    _ id: Core.ID<Core.Field>, _ element: Core.ID<Core.Entity>, x: Term, owned: Term,
    _ state: SymbolicState
  ) -> [Term] {
    guard encoding.existence[element.index] != nil else { return [] }
    let y = builder.variable("y", encoding.sorts[element.index])
    let isMember = isMember(y, of: id, owner: x, in: state)
    return [
      builder.forAll(
        [x, y],
        builder.implies(builder.and([owned, isMember]), exists(element, y, in: state)))
    ]
  }

  private func ticketFacts(
    _ id: Core.ID<Core.Field>, _ element: Core.ID<Core.Entity>, x: Term, _ state: SymbolicState
  ) -> [Term] {
    let sort = encoding.sorts[element.index]
    let y = builder.variable("y", sort)
    let z = builder.variable("z", sort)
    func isMember(_ member: Term) -> Term { self.isMember(member, of: id, owner: x, in: state) }
    func ticket(_ member: Term) -> Term { self.ticket(of: member, in: id, owner: x, state) }
    let below = builder.forAll(
      [x, y], builder.implies(isMember(y), builder.less(ticket(y), state.nextTicket)))
    let distinct = builder.forAll(
      [x, y, z],
      builder.implies(
        builder.and([isMember(y), isMember(z), builder.equal(ticket(y), ticket(z))]),
        builder.equal(y, z)))
    return [below, distinct]
  }

  /// Returns the facts about the start: no introduced entity exists, defaults hold, collections are
  /// empty, `any` is free, and a count without counted entities is 0.
  func initialFacts(_ state: SymbolicState) throws(LoweringError) -> [Term] {
    var facts = [builder.equal(state.now, builder.real(0))] + (try initialCountFacts(state))
    facts.append(builder.equal(state.nextTicket, builder.int(0)))
    for (index, entity) in rules.entities.enumerated() where entity.isIntroduced {
      let x = builder.variable("x", encoding.sorts[index])
      facts.append(builder.forAll([x], builder.not(exists(Core.ID(index), x, in: state))))
    }
    for (index, field) in rules.fields.enumerated() {
      let id = Core.ID<Core.Field>(index)
      let x = builder.variable("x", encoding.sorts[field.owner.index])
      switch field.kind {
      case .queue(let element), .set(let element):
        let y = builder.variable("y", encoding.sorts[element.index])
        let member = isMember(y, of: id, owner: x, in: state)
        facts.append(builder.forAll([x, y], builder.not(member)))
      case .value where rules[field.owner].isIntroduced: continue
      case .value:
        guard case .value(let literal) = field.initial else {
          facts += openBounds(id, of: x, state).map { builder.forAll([x], $0) }
          continue
        }
        let context = LoweringContext(here: state, top: LiftScope(depth: 0))
        let key = ReferenceKey(expression: .literal(literal), state: state.tag)
        let value = lookup(id, of: x, in: state, key: key)
        let start = try lower(.literal(literal), context)
        facts.append(builder.forAll([x], equality(value, start)))
      }
    }
    for (index, global) in rules.globals.enumerated() {
      guard case .value(let literal) = global.initial else {
        facts += openBounds(Core.ID(index), state)
        continue
      }
      let context = LoweringContext(here: state, top: LiftScope(depth: 0))
      facts.append(
        equality(lookup(Core.ID(index), in: state), try lower(.literal(literal), context)))
    }
    for (index, property) in rules.properties.enumerated() where Self.needsClock(property) {
      guard case .lasts(let lasting) = property.body else { continue }
      let variables = lasting.binders.map {
        builder.variable($0.variable.name, encoding.sort($0.variable.type.scalar))
      }
      facts.append(
        builder.forAll(
          variables, builder.equal(clock(index, variables, in: state), builder.real(0))))
    }
    return facts
  }
}
