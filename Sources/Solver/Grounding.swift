/// Instantiates quantifiers over the ground terms at hand: a second, independent way to find a
/// contradiction, without any quantifier left for the solver to reason about.
///
/// Assertions are brought into negation normal form and Skolemised; disjuncts share Skolem
/// constants, since one of them suffices (∃x A ∨ ∃x B is ∃x (A ∨ B)). Each universal is then
/// instantiated with every ground term of its sort that was there, or came in by Skolemising.
/// What is instantiated follows from what was asserted, so if it is unsatisfiable, the assertions
/// are; if it is satisfiable, nothing follows.
public struct Grounding {
  public private(set) var bank: TermBank
  private var pool: [Sort: [Term]] = [:]
  private var used: [Sort: Int] = [:]
  private var freshNames = 0
  private var universe: [Sort: [Term]] = [:]
  private var budget: Int
  private let depth: Int
  private var skolemFunctions: [(function: Function, arguments: [Sort], result: Sort)] = []

  /// - Parameters:
  ///   - depth: 0 instantiates with the ground terms at hand; 1 also with the Skolem functions of
  ///     these.
  ///   - budget: how many instances are made at most.
  public init(_ bank: TermBank, depth: Int = 0, budget: Int = 200_000) {
    self.bank = bank
    self.depth = depth
    self.budget = budget
  }

  /// The instances of the assertions, quantifier-free; nil if there would be too many.
  public mutating func instances(of assertions: [Term]) -> [Term]? {
    var skolemized: [Term] = []
    for assertion in assertions { skolemized.append(normalize(assertion, isPositive: true, [])) }
    collectGroundTerms(skolemized)
    var result: [Term] = []
    for term in skolemized {
      guard let instance = instantiate(term) else { return nil }
      // A quantifier left inside a value is beyond this check: without it less follows, no more.
      if !containsQuantifier(instance) { result.append(instance) }
    }
    return result
  }

  // MARK: Normal form

  private mutating func normalize(_ term: Term, isPositive: Bool, _ outer: [Term]) -> Term {
    switch bank[term] {
    case .not(let inner): return normalize(inner, isPositive: !isPositive, outer)
    case .and(let parts): return connect(parts, isPositive, outer, isAnd: isPositive)
    case .or(let parts): return connect(parts, isPositive, outer, isAnd: !isPositive)
    case .equal(let a, let b) where bank.sort(of: a) == .bool && containsQuantifier(term):
      let both = bank.and([a, b])
      let neither = bank.and([bank.not(a), bank.not(b)])
      return normalize(bank.or([both, neither]), isPositive: isPositive, outer)
    case .ite(let c, let a, let b) where containsQuantifier(term):
      let yes = bank.and([c, a])
      let no = bank.and([bank.not(c), b])
      return normalize(bank.or([yes, no]), isPositive: isPositive, outer)
    case .quantified(let isForAll, let variables, let body):
      guard isForAll == isPositive else {
        var replacements: [Term: Term] = [:]
        for variable in variables { replacements[variable] = skolem(variable, outer) }
        let inner = bank.substitute(replacements, in: body)
        return normalize(inner, isPositive: isPositive, outer)
      }
      let inner = normalize(body, isPositive: isPositive, outer + variables)
      return bank.forall(variables, inner)
    default: return isPositive ? term : bank.not(term)
    }
  }

  private mutating func connect(
    _ parts: [Term], _ isPositive: Bool, _ outer: [Term], isAnd: Bool
  ) -> Term {
    var results: [Term] = []
    let before = used
    var most = used
    for part in parts {
      if !isAnd { used = before }
      results.append(normalize(part, isPositive: isPositive, outer))
      most.merge(used, uniquingKeysWith: max)
    }
    used = most
    return isAnd ? bank.and(results) : bank.or(results)
  }

  private mutating func skolem(_ variable: Term, _ outer: [Term]) -> Term {
    let sort = bank.sort(of: variable)
    guard outer.isEmpty else {
      freshNames += 1
      let function = bank.function("skolem.f!\(freshNames)", outer.map(bank.sort(of:)), sort)
      skolemFunctions.append((function, outer.map(bank.sort(of:)), sort))
      return bank.apply(function, outer)
    }
    let index = used[sort, default: 0]
    used[sort] = index + 1
    if index < pool[sort, default: []].count { return pool[sort, default: []][index] }
    let function = bank.function("skolem.\(bank.name(of: sort))!\(index)", [], sort)
    let constant = bank.apply(function, [])
    pool[sort, default: []].append(constant)
    return constant
  }

  private func containsQuantifier(_ term: Term) -> Bool {
    var seen: Set<Term> = []
    var open = [term]
    while let next = open.popLast() {
      if case .quantified = bank[next] { return true }
      for child in bank[next].children where seen.insert(child).inserted { open.append(child) }
    }
    return false
  }

  // MARK: Instances

  /// Ground terms of the sorts that are quantified over: constants, and what occurs as it is.
  private mutating func collectGroundTerms(_ terms: [Term]) {
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
    if depth > 0 { applySkolemFunctions() }
  }

  private mutating func applySkolemFunctions() {
    let ground = universe
    for (function, arguments, result) in skolemFunctions {
      let domains = arguments.map { ground[$0] ?? [] }
      for tuple in Self.tuples(domains) {
        universe[result, default: []].append(bank.apply(function, tuple))
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
      let count = domains.reduce(1) { $0.multipliedReportingOverflow(by: $1.count).partialValue }
      budget -= count
      guard budget >= 0, count >= 0 else { return nil }
      var positions = variables.map { _ in 0 }
      for _ in 0..<count {
        var replacements: [Term: Term] = [:]
        for (index, variable) in variables.enumerated() {
          replacements[variable] = domains[index][positions[index]]
        }
        guard let instance = instantiate(bank.substitute(replacements, in: body)) else { return nil }
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
