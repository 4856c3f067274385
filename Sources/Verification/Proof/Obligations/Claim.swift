import Findings
import Rulebook
import Solver

/// A member of the set that is to be inductive together: a stated invariant or lemma, a `bounded`
/// property with its clock, or a claim that the tool adds.
struct Claim {
  let name: String
  let kind: Verification.Kind
  /// The property of the rulebook that the claim stands for.
  let property: Int?
  let requirements: [String]
  let statement: String
  /// True if it is only tried: it is dropped silently if it is not inductive.
  let isCandidate: Bool
  let meaning: Core.Claim
  /// The claim as a formula about a state.
  let formula: (SymbolicState) throws(LoweringError) -> Term
}

extension Lowering {
  /// Returns all claims: those of the rulebook, then those that the tool adds.
  func claims() -> [Claim] {
    var claims: [Claim] = []
    for (index, property) in rules.properties.enumerated() {
      switch property.body {
      case .always(let formula) where property.kind != .axiom:
        claims.append(
          Claim(
            name: property.name, kind: property.kind == .lemma ? .lemma : .invariant,
            property: index, requirements: property.citations,
            statement: property.sentence ?? property.text, isCandidate: false,
            meaning: .always(property: index)
          ) { (state) throws(LoweringError) in try self.closed(formula, here: state) })
      case .lasts(let lasting) where Self.needsClock(property):
        claims.append(withinLimit(property, index, lasting))
        claims += clockReadings(property, index, lasting)
      default: break
      }
    }
    return claims + obligationsInTime() + ranges() + stateRanges()
  }

  /// Returns the claim that, where the condition holds, its clock started no longer ago than the
  /// limit.
  private func withinLimit(
    _ property: Core.Property, _ index: Int, _ lasting: Core.Lasting
  ) -> Claim {
    let isBounded = property.kind == .bounded
    return Claim(
      name: isBounded ? property.name : "\(property.name).clock",
      kind: isBounded ? .bounded : .toolMade, property: isBounded ? index : nil,
      requirements: isBounded ? property.citations : [],
      statement: property.sentence ?? property.text, isCandidate: false,
      meaning: .lastsNoLonger(property: index)
    ) { [builder] (state) throws(LoweringError) in
      try self.forEachHolding(lasting, state) { (arguments, _) throws(LoweringError) in
        let clock = self.clock(index, arguments, in: state)
        return builder.and([
          builder.atMost(clock, state.now),
          builder.atMost(state.now, builder.bank.add([clock, builder.real(lasting.limit)])),
        ])
      }
    }
  }

  /// Returns the guesses that induction needs: the clock is an instant that the rulebook names
  /// anyway.
  private func clockReadings(
    _ property: Core.Property, _ index: Int, _ lasting: Core.Lasting
  ) -> [Claim] {
    rules.instantsThatMayTell(since: lasting).map { guess in
      Claim(
        name: "\(property.name).clock is \(guess.name)", kind: .toolMade, property: nil,
        requirements: [],
        statement: "While it lasts, the clock of \(property.name) reads \(guess.name).",
        isCandidate: true, meaning: .clockReads(property: index, guess.instant)
      ) { [builder] (state) throws(LoweringError) in
        try self.forEachHolding(lasting, state) { (arguments, context) throws(LoweringError) in
          let value = try self.lower(guess.instant, context)
          let clock = self.clock(index, arguments, in: state)
          return builder.and([self.has(value), self.isTo(value, clock)])
        }
      }
    }
  }

  private func forEachHolding(
    _ lasting: Core.Lasting, _ state: SymbolicState,
    _ body: ([Term], LoweringContext) throws(LoweringError) -> Term
  ) throws(LoweringError) -> Term {
    let top = LiftScope(depth: 0)
    let binding = try bind(lasting.binders, LoweringContext(here: state, top: top))
    let condition = try formula(lasting.condition, binding.context)
    let goal = try body(binding.variables, binding.context)
    let premises = binding.scope.premises + binding.restrictions + [condition]
    let formula = builder.forAll(
      binding.variables + binding.scope.variables,
      builder.implies(builder.and(premises), goal))
    return wrap(formula, top)
  }

  /// Returns the guesses that the obligations are in time which begin conditions that must not
  /// last.
  private func obligationsInTime() -> [Claim] {
    let events = rules.properties.reduce(into: Set<Core.ID<Core.Event>>()) { events, property in
      guard case .lasts(let lasting) = property.body, Self.needsClock(property) else { return }
      events.formUnion(rules.obligationsThatMayBegin(lasting))
    }
    return events.sorted().map { id in
      Claim(
        name: "\(rules[id].name) in time", kind: .toolMade, property: nil, requirements: [],
        statement: "\(rules[id].name) is never overdue.", isCandidate: true,
        meaning: .isInTime(id)
      ) { (state) throws(LoweringError) in
        try self.waits(for: self.rules[id], until: state.now, state)
      }
    }
  }

  /// Returns the claims that a stored value of a range type lies in its range.
  private func ranges() -> [Claim] {
    rules.fields.indices.compactMap { index in
      let field = rules.fields[index]
      guard case .value(let type) = field.kind, case .range(let id) = type.scalar else {
        return nil
      }
      let range = rules[id]
      let name = "\(rules[field.owner].name).\(field.name)"
      return Claim(
        name: "\(name) in range", kind: .toolMade, property: nil, requirements: [],
        statement: "\(name) lies between \(range.lower) and \(range.upper).", isCandidate: false,
        meaning: .inRange(Core.ID(index))
      ) { [builder] (state) throws(LoweringError) in
        let x = builder.variable("x", self.encoding.sorts[field.owner.index])
        let owned = self.exists(field.owner, x, in: state)
        let bounds = self.openBounds(Core.ID(index), of: x, state)
        return builder.forAll([x], builder.implies(owned, builder.and(bounds)))
      }
    }
  }

  /// Returns the claims that a state of a range type lies in its range.
  private func stateRanges() -> [Claim] {
    rules.globals.indices.compactMap { index in
      let global = rules.globals[index]
      guard case .range(let id) = global.type.scalar else { return nil }
      let range = rules[id]
      return Claim(
        name: "\(global.name) in range", kind: .toolMade, property: nil, requirements: [],
        statement: "\(global.name) lies between \(range.lower) and \(range.upper).",
        isCandidate: false, meaning: .stateInRange(Core.ID(index))
      ) { [builder] (state) in builder.and(self.openBounds(Core.ID(index), state)) }
    }
  }
}
