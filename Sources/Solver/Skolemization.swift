/// The replacement of existentially quantified variables by Skolem constants and functions.
///
/// Disjuncts share Skolem constants, since one of them suffices: ∃x A ∨ ∃x B is ∃x (A ∨ B). The
/// negation of forty goals then introduces a few constants, not hundreds, and a solver that
/// instantiates quantifiers over them has little to do.
package struct Skolemization {
  struct SkolemFunction {
    let function: Function
    let arguments: [Sort]
    let result: Sort
  }

  /// The bank with the terms and functions that were needed so far.
  package private(set) var bank: TermBank
  private(set) var functions: [SkolemFunction] = []
  private var pool: [Sort: [Term]] = [:]
  private var used: [Sort: Int] = [:]
  private var isDeep = false

  package init(_ bank: TermBank) { self.bank = bank }

  /// Returns the assertion in negation normal form, satisfiable exactly if it was.
  /// - Parameter isDeep: True to replace variables below universals too, by functions; otherwise
  ///   formulas below a universal are unchanged.
  package mutating func skolemize(_ assertion: Term, isDeep: Bool) -> Term {
    self.isDeep = isDeep
    return normalize(assertion, isPositive: true, [])
  }

  /// Returns the disjuncts of an assertion, each as ``skolemize(_:isDeep:)`` makes it; they share
  /// names.
  package mutating func skolemize(anyOf disjuncts: [Term], isDeep: Bool) -> [Term] {
    self.isDeep = isDeep
    return shared(disjuncts) { $0.normalize($1, isPositive: true, []) }
  }

  fileprivate mutating func normalize(_ term: Term, isPositive: Bool, _ outer: [Term]) -> Term {
    switch bank[term] {
    case .not(let inner): return normalize(inner, isPositive: !isPositive, outer)
    case .and(let parts): return connect(parts, isPositive, outer, isAnd: isPositive)
    case .or(let parts): return connect(parts, isPositive, outer, isAnd: !isPositive)
    case .equal(let a, let b) where bank.sort(of: a) == .bool && bank.containsQuantifier(term):
      let both = bank.and([a, b])
      let neither = bank.and([bank.not(a), bank.not(b)])
      return normalize(bank.or([both, neither]), isPositive: isPositive, outer)
    case .ite(let c, let a, let b) where bank.containsQuantifier(term):
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
      guard isDeep else { return bank.forall(variables, isPositive ? body : bank.not(body)) }
      let inner = normalize(body, isPositive: isPositive, outer + variables)
      return bank.forall(variables, inner)
    default: return isPositive ? term : bank.not(term)
    }
  }

  private mutating func connect(
    _ parts: [Term], _ isPositive: Bool, _ outer: [Term], isAnd: Bool
  ) -> Term {
    guard isAnd else {
      return bank.or(shared(parts) { $0.normalize($1, isPositive: isPositive, outer) })
    }
    var results: [Term] = []
    for part in parts { results.append(normalize(part, isPositive: isPositive, outer)) }
    return bank.and(results)
  }

  private mutating func shared(
    _ disjuncts: [Term], _ normalized: (inout Skolemization, Term) -> Term
  ) -> [Term] {
    let before = used
    var most = used
    var results: [Term] = []
    for disjunct in disjuncts {
      used = before
      results.append(normalized(&self, disjunct))
      most.merge(used, uniquingKeysWith: max)
    }
    used = most
    return results
  }

  private mutating func skolem(_ variable: Term, _ outer: [Term]) -> Term {
    let sort = bank.sort(of: variable)
    guard outer.isEmpty else {
      let function = bank.function(
        "!skolem.f!\(bank.functions.count)", outer.map(bank.sort(of:)), sort)
      functions.append(
        SkolemFunction(function: function, arguments: outer.map(bank.sort(of:)), result: sort))
      return bank.apply(function, outer)
    }
    let index = used[sort, default: 0]
    used[sort] = index + 1
    if index < pool[sort, default: []].count { return pool[sort, default: []][index] }
    let function = bank.function("!skolem.\(bank.name(of: sort))!\(bank.functions.count)", [], sort)
    let constant = bank.apply(function, [])
    pool[sort, default: []].append(constant)
    return constant
  }
}

extension TermBank {
  func containsQuantifier(_ term: Term) -> Bool {
    var seen: Set<Term> = []
    var open = [term]
    while let next = open.popLast() {
      if case .quantified = self[next] { return true }
      for child in self[next].children where seen.insert(child).inserted { open.append(child) }
    }
    return false
  }
}
