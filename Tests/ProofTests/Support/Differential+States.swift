import Basics
import Rulebook
import Semantics
import Solver
import Verification

extension Differential {
  /// The facts of the encoding hold of what the state is, and not if it is spoilt.
  func compareFacts() throws {
    for (index, fact) in probe.before.facts.enumerated() {
      try expect(try holds(fact), true, "fact \(index) of the encoding")
    }
    guard generator.random.below(4) == 0, let restore = spoil() else { return }
    var isNoticed = false
    for fact in probe.before.facts where !isNoticed {
      isNoticed = try evaluating { try !$0.holds(fact) }
    }
    try expect(isNoticed, true, "the facts refuse what is no state (\(restore.name))")
    for (function, point, value) in restore.values { structure.set(function, at: point, to: value) }
  }

  /// Makes the structure one that no state is; how to undo it.
  private func spoil() -> (name: String, values: [(Function, [Int], ModelValue)])? {
    let index = generator.random.below(rules.fields.count)
    let field = Core.ID<Core.Field>(index)
    let count = state.count(of: rules[field].owner)
    guard count > 0 else { return nil }
    let owner = generator.random.below(count)
    func undo(_ function: Function, _ point: [Int]) -> (Function, [Int], ModelValue) {
      (function, point, structure.value(of: function, at: point))
    }
    switch encoding.fields[index] {
    case .relation(_, let pairs, let target):
      guard case .entity(let present) = state[field, of: owner] else { return nil }
      let other = generator.random.below(size(of: target))
      let point = [owner, other]
      let old = undo(pairs, point)
      let isPresent = other == Int(present)
      structure.set(pairs, at: point, to: .bool(!isPresent))
      return (isPresent ? "a reference to nobody" : "a reference to two", [old])
    case .queue(let members, let tickets, let element):
      let list = state.members(of: field, owner: owner)
      if list.count > 1, generator.random.below(2) == 0 {
        let point = [owner, Int(list[0])]
        let old = undo(tickets, point)
        structure.set(
          tickets, at: point, to: structure.value(of: tickets, at: [owner, Int(list[1])]))
        return ("one ticket twice", [old])
      }
      if let first = list.first {
        let point = [owner, Int(first)]
        let old = undo(tickets, point)
        structure.set(tickets, at: point, to: .number(Rational(nextTicket)))
        return ("a ticket not given out", [old])
      }
      return addNobody(members, owner, element)
    case .set(let members, let element): return addNobody(members, owner, element)
    default: return nil
    }

    func addNobody(
      _ members: Function, _ owner: Int, _ element: Core.ID<Core.Entity>
    ) -> (name: String, values: [(Function, [Int], ModelValue)])? {
      guard rules[element].isIntroduced else { return nil }
      let point = [owner, state.count(of: element)]
      let old = undo(members, point)
      structure.set(members, at: point, to: .bool(true))
      return ("a member that does not exist", [old])
    }
  }

  /// The claims, in the state at hand or, as terms over it, in the one after an event.
  func compareClaims(
    _ terms: [Term], _ state: State, _ clocks: Clocks, _ when: String
  ) throws {
    for (claim, term) in zip(probe.claims, terms) {
      let evaluated: Bool
      do {
        evaluated = try overflowing { try evaluator.holds(claim, in: state, clocks) }
      } catch is EvaluationError where claim.isGuess {
        // It means nothing where a guard or an instant is undefined; that is compared elsewhere.
        continue
      }
      try expect(try holds(term), evaluated, "\(claim) \(when)")
    }
  }

  func compareReach() throws {
    let reached = try overflowing { try evaluator.reachedProperties(in: state) }
    for (property, term) in probe.reach {
      let name = rules.properties[property].name
      try expect(try holds(term), reached.contains(property), "reach \(name)")
    }
    for (property, variables, counts) in probe.measures {
      let measured = try overflowing { try evaluator.measure(property, in: state) }
      var count = 0
      let lists = variables.map { variable in
        (0..<(structure.size(of: probe.bank.sort(of: variable)) ?? 0)).map {
          Value.entity(Int32($0))
        }
      }
      for tuple in Tuples(lists: lists) {
        for (variable, value) in zip(variables, tuple) {
          structure.bind(variable, to: .element(value.index))
        }
        if try evaluating({ try $0.holds(counts) }) { count += 1 }
      }
      try expect(count, measured ?? -1, "measure \(rules.properties[property].name)")
    }
  }
}

extension Core.Claim {
  /// Whether it is a guess about the instants of the rules.
  fileprivate var isGuess: Bool {
    switch self {
    case .clockReads, .isInTime: true
    case .always, .lastsNoLonger, .inRange, .stateInRange: false
    }
  }
}
