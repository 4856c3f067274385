/// The instantiation of quantifiers over the ground terms at hand: a second, independent way to
/// find a contradiction, without any quantifier left for the solver to reason about.
///
/// Assertions are brought into negation normal form and Skolemised (``Skolemization``). Each
/// universal is then instantiated with every ground term of its sort that existed, or was added by
/// Skolemising. The instances follow from the assertions, so if they are unsatisfiable, the
/// assertions are; if they are satisfiable, nothing follows.
package struct Grounding {
  /// The bank of the result of ``instances(of:)``: with new terms, and Skolem functions.
  package private(set) var bank: TermBank
  private var universe: [Sort: [Term]] = [:]
  private var budget: Int
  private let depth: Int

  /// Makes an instantiation.
  /// - Parameters:
  ///   - depth: 0 instantiates with the ground terms at hand; 1 also with the Skolem functions of
  ///     these.
  ///   - budget: The greatest number of instances.
  package init(_ bank: TermBank, depth: Int = 0, budget: Int = 200_000) {
    self.bank = bank
    self.depth = depth
    self.budget = budget
  }

  /// Returns the instances of the assertions, quantifier-free; nil if there would be too many.
  package mutating func instances(of assertions: [Term]) -> [Term]? {
    var skolemization = Skolemization(bank)
    let skolemized = assertions.map { skolemization.skolemize($0, isDeep: true) }
    bank = skolemization.bank
    collectGroundTerms(skolemized, skolemization.functions)
    return instances(skolemized: skolemized)
  }

  private mutating func instances(skolemized: [Term]) -> [Term]? {
    var result: [Term] = []
    for term in skolemized {
      guard let instance = instantiate(term) else { return nil }
      // This check cannot use a quantifier left inside a value: without it less follows, but
      // nothing wrong.
      if !bank.containsQuantifier(instance) { result.append(instance) }
    }
    return result
  }

  /// Returns the instances of the assertions over the ground terms at hand, and those of the goals
  /// also over the Skolem functions of these; nil if there would be too many.
  ///
  /// An entity that a goal needs may be one that an assertion says to exist; instances of all
  /// assertions over these terms too would be very many.
  package mutating func instances(of assertions: [Term], and goals: [Term]) -> [Term]? {
    var skolemization = Skolemization(bank)
    let known = assertions.map { skolemization.skolemize($0, isDeep: true) }
    let asked = goals.map { skolemization.skolemize($0, isDeep: true) }
    bank = skolemization.bank
    collectGroundTerms(known + asked, [])
    guard let first = instances(skolemized: known) else { return nil }
    apply(skolemization.functions)
    guard let second = instances(skolemized: asked) else { return nil }
    return first + second
  }

  // MARK: Instances

  /// Collects the ground terms of the sorts that are quantified over: constants, and the ground
  /// applications that occur.
  private mutating func collectGroundTerms(
    _ terms: [Term], _ functions: [Skolemization.SkolemFunction]
  ) {
    var seen: Set<Term> = []
    var open = Array(terms.reversed())
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if case .apply = bank[next], bank.freeVariables(in: next).isEmpty {
        let sort = bank.sort(of: next)
        switch sort {
        case .uninterpreted: universe[sort, default: []].append(next)
        case .int, .real, .enumeration:
          if bank[next].children.isEmpty { universe[sort, default: []].append(next) }
        case .bool: break
        }
      }
      open += bank[next].children.reversed()
    }
    if depth > 0 { apply(functions) }
  }

  private mutating func apply(_ functions: [Skolemization.SkolemFunction]) {
    let ground = universe
    for skolem in functions {
      let domains = skolem.arguments.map { ground[$0] ?? [] }
      for tuple in Self.tuples(domains) {
        universe[skolem.result, default: []].append(bank.apply(skolem.function, tuple))
      }
    }
  }

  private static func tuples(_ domains: [[Term]]) -> [[Term]] {
    domains.reduce([[]]) { tuples, domain in
      tuples.flatMap { tuple in domain.map { tuple + [$0] } }
    }
  }

  private mutating func instantiate(_ term: Term) -> Term? {
    switch bank[term] {
    case .and(let parts):
      guard let results = all(parts) else { return nil }
      return bank.and(results)
    case .or(let parts):
      guard let results = all(parts) else { return nil }
      return bank.or(results)
    case .quantified(true, let variables, let body):
      var instances: [Term] = []
      let domains = variables.map { universe[bank.sort(of: $0)] ?? [] }
      var count = 1
      for domain in domains {
        let (product, overflow) = count.multipliedReportingOverflow(by: domain.count)
        guard !overflow, product <= budget else { return nil }
        count = product
      }
      budget -= count
      var positions = variables.map { _ in 0 }
      for _ in 0..<count {
        var replacements: [Term: Term] = [:]
        for (index, variable) in variables.enumerated() {
          replacements[variable] = domains[index][positions[index]]
        }
        guard let instance = instantiate(bank.substitute(replacements, in: body)) else {
          return nil
        }
        instances.append(instance)
        for index in positions.indices.reversed() {
          positions[index] += 1
          if positions[index] < domains[index].count { break }
          positions[index] = 0
        }
      }
      return bank.and(instances)
    default: return term
    }
  }

  private mutating func all(_ parts: [Term]) -> [Term]? {
    var results: [Term] = []
    for part in parts {
      guard let result = instantiate(part) else { return nil }
      results.append(result)
    }
    return results
  }
}
