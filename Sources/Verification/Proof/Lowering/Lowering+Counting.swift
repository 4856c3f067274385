import Rulebook
import Solver

/// Counts in proofs. A count is a function of its keys, of which proofs know only what is true of
/// every finite set; an event changes it by what the event writes.
///
/// The proofs do not rest on an analysis of the text of an event. "All but these entities count as
/// before" is a premise of the equation between the count before and the count after, and the
/// solver has to show it; the writes of the event only choose the entities. An overlooked write
/// would make a proof fail, but never let a wrong one succeed.
extension Lowering {
  /// Returns the number of entities in the set, in a state.
  func count(of set: CountedSet, _ keys: [Term], in state: SymbolicState) -> Term {
    guard let base = counts[set] else { return builder.int(0) }
    return builder.apply(state.counts[set] ?? base, keys)
  }

  /// Returns the formula that a count, at the place where it stands, is at least a number.
  func atLeast(
    _ number: Core.Expression, _ binder: Core.Binder, _ condition: Core.Expression,
    _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    let use = try CountUse(binder, condition, rules)
    var keys: [Term] = []
    for argument in use.arguments { keys.append(try term(argument, context)) }
    return builder.atMost(
      try term(number, context), count(of: use.set, keys, in: context.state(use.era)))
  }

  /// Returns the facts of every count: it is not negative, and at least the number of different
  /// entities that can be named, up to three.
  func countFacts(_ state: SymbolicState) throws(LoweringError) -> [Term] {
    var facts: [Term] = []
    for set in countedSets {
      let keys = keys(of: set)
      let count = count(of: set, keys, in: state)
      facts.append(builder.forAll(keys, builder.atMost(builder.int(0), count)))
      for number in 1...Self.mostDifferent {
        let some = (0..<number).map { _ in builder.variable("one", sort(of: set)) }
        var premises: [Term] = []
        for (index, one) in some.enumerated() {
          premises.append(try counts(one, keys, in: set, state))
          premises += some[..<index].map { builder.not(builder.equal($0, one)) }
        }
        facts.append(
          builder.forAll(
            keys + some,
            builder.implies(
              builder.and(premises), builder.atMost(builder.int(Int64(number)), count))))
      }
      if keys.isEmpty { facts.append(try isSomebody(in: set, [], state)) }
    }
    return facts
  }

  private static let mostDifferent = 3

  /// Returns the facts at the start: if no entity counts for any keys, each count is 0.
  func initialCountFacts(_ state: SymbolicState) throws(LoweringError) -> [Term] {
    var facts: [Term] = []
    for set in countedSets {
      let (keys, one) = (keys(of: set), builder.variable("one", sort(of: set)))
      facts.append(
        builder.or([
          builder.exists(keys + [one], try counts(one, keys, in: set, state)),
          builder.forAll(keys, builder.atMost(count(of: set, keys, in: state), builder.int(0))),
        ]))
    }
    return facts
  }

  /// Adds the counts after an event, and their relation to those before.
  func advanceCounts(_ lowered: inout LoweredEvent) throws(LoweringError) {
    for set in countedSets {
      let (keys, one) = (keys(of: set), builder.variable("one", sort(of: set)))
      let before = try counts(one, keys, in: set, lowered.before)
      let after = try counts(one, keys, in: set, lowered.after)
      let named = lowered.context.bound.values.compactMap { bound -> Term? in
        if case .plain(let term) = bound.value { term } else { nil }
      }
      if keys.count == 1 {
        let sort = builder.bank.sort(of: keys[0])
        for key in named.sorted() where builder.bank.sort(of: key) == sort {
          lowered.counting.append(try isSomebody(in: set, [key], lowered.before))
        }
      }
      if before == after { continue }
      let old = count(of: set, keys, in: lowered.before)
      lowered.after.counts[set] = builder.count(
        set.keys.map { encoding.sort($0.type.scalar) }, "after \(lowered.name)")
      let new = count(of: set, keys, in: lowered.after)
      lowered.counting.append(builder.forAll(keys, builder.atMost(builder.int(0), new)))

      let changed = changed(of: sort(of: set), lowered.after)
      var difference = [old]
      for (index, term) in changed.enumerated() {
        let isFirst = changed[..<index].map { builder.not(builder.equal($0, term)) }
        let isIn = builder.and(isFirst + [try counts(term, keys, in: set, lowered.after)])
        let wasIn = builder.and(isFirst + [try counts(term, keys, in: set, lowered.before)])
        difference.append(builder.ite(isIn, builder.int(1), builder.int(0)))
        if fault == .countNeverFalls { continue }
        difference.append(builder.ite(wasIn, builder.int(-1), builder.int(0)))
      }
      let isOther = changed.map { builder.not(builder.equal($0, one)) }
      let differs = builder.not(builder.equal(before, after))
      let others =
        fault == .countFollowsEach ? builder.bool(false) : builder.and(isOther + [differs])
      lowered.counting += [
        unless(others, keys, one, builder.equal(new, builder.bank.add(difference))),
        unless(builder.and([after, builder.not(before)]), keys, one, builder.atMost(new, old)),
        unless(builder.and([before, builder.not(after)]), keys, one, builder.atMost(old, new)),
        unless(after, keys, one, builder.atMost(new, builder.int(0))),
      ]
    }
  }

  /// Returns the formula that a fact holds for all keys, or some entity is an exception.
  private func unless(_ exception: Term, _ keys: [Term], _ one: Term, _ fact: Term) -> Term {
    builder.or([builder.exists(keys + [one], exception), builder.forAll(keys, fact)])
  }

  /// Returns the formula that some entity is counted if the count is above 0.
  private func isSomebody(
    in set: CountedSet, _ keys: [Term], _ state: SymbolicState
  ) throws(LoweringError) -> Term {
    let one = builder.variable("one", sort(of: set))
    return builder.or([
      builder.atMost(count(of: set, keys, in: state), builder.int(0)),
      builder.exists([one], try counts(one, keys, in: set, state)),
    ])
  }

  /// Returns the entities of a sort to which an event writes by name. If it writes to no others,
  /// only their membership can change.
  private func changed(of sort: Sort, _ after: SymbolicState) -> [Term] {
    var found = after.introduced.values.flatMap(\.self)
    for write in after.fieldWrites.values.joined() where !write.isOfEach { found += write.owner }
    for write in after.collectionWrites.values.joined() {
      switch write {
      case .insert(_, let owner, let element, _), .remove(_, let owner, let element):
        found += [owner, element]
      case .clear(let owner): found.append(owner)
      case .insertEach, .removeEach: break
      }
    }
    return Set(found).filter { builder.bank.sort(of: $0) == sort }.sorted()
  }

  /// Returns the formula that an entity is in the set for the keys.
  func counts(
    _ one: Term, _ keys: [Term], in set: CountedSet, _ state: SymbolicState
  ) throws(LoweringError) -> Term {
    let scope = LiftScope(depth: 1)
    var context = LoweringContext(here: state, top: scope)
    for (variable, term) in zip([set.binder.variable] + set.keys, [one] + keys) {
      context.bound[variable.id] = LoweringContext.Bound(value: .plain(term), scope: scope)
    }
    let parts =
      try restriction(set.binder, one, context) + [try formula(set.condition, context)]
    return builder.exists(scope.variables, builder.and(scope.premises + parts))
  }

  func keys(of set: CountedSet) -> [Term] {
    set.keys.map { builder.variable("key", encoding.sort($0.type.scalar)) }
  }

  func sort(of set: CountedSet) -> Sort {
    encoding.sort(set.binder.variable.type.scalar)
  }
}
