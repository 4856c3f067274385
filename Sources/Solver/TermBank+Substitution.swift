extension TermBank {
  /// Returns the term with other terms in place of some. Variables are unique, so none is captured.
  package mutating func substitute(_ replacements: [Term: Term], in term: Term) -> Term {
    var done = replacements
    return rebuild(term, &done)
  }

  private mutating func rebuild(_ term: Term, _ done: inout [Term: Term]) -> Term {
    if let known = done[term] { return known }
    func all(_ terms: [Term], _ bank: inout TermBank) -> [Term] {
      terms.map { bank.rebuild($0, &done) }
    }
    let result: Term
    switch self[term] {
    case .bool, .int, .real, .enumCase, .variable: result = term
    case .apply(let function, let terms): result = apply(function, all(terms, &self))
    case .and(let terms): result = and(all(terms, &self))
    case .or(let terms): result = or(all(terms, &self))
    case .add(let terms): result = add(all(terms, &self))
    case .not(let a): result = not(rebuild(a, &done))
    case .multiply(let factor, let a):
      result = multiply(factor.numerator, over: factor.denominator, rebuild(a, &done))
    case .toReal(let a): result = toReal(rebuild(a, &done))
    case .toInt(let a): result = toInt(rebuild(a, &done))
    case .equal(let a, let b): result = equal(rebuild(a, &done), rebuild(b, &done))
    case .subtract(let a, let b): result = subtract(rebuild(a, &done), rebuild(b, &done))
    case .less(let a, let b): result = less(rebuild(a, &done), rebuild(b, &done))
    case .atMost(let a, let b): result = atMost(rebuild(a, &done), rebuild(b, &done))
    case .ite(let c, let a, let b):
      result = ite(rebuild(c, &done), rebuild(a, &done), rebuild(b, &done))
    case .quantified(let isForAll, let variables, let body):
      let inner = rebuild(body, &done)
      result = isForAll ? forall(variables, inner) : exists(variables, inner)
    }
    done[term] = result
    return result
  }
}
