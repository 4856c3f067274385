extension TermBank {
  package var `true`: Term { mutating get { make(.bool(true), .bool) } }
  package var `false`: Term { mutating get { make(.bool(false), .bool) } }

  /// Makes a negation; the negation of a negation is its operand.
  package mutating func not(_ term: Term) -> Term {
    expect(term, .bool)
    switch self[term] {
    case .bool(let value): return make(.bool(!value), .bool)
    case .not(let inner): return inner
    default: return make(.not(term), .bool)
    }
  }

  /// Makes a conjunction: flattened, each part once; true if empty, and false with a part and its
  /// negation.
  package mutating func and(_ terms: [Term]) -> Term {
    connect(terms, neutral: true, parts: { if case .and(let parts) = $0 { parts } else { nil } }) {
      .and($0)
    }
  }

  /// Makes a disjunction: flattened, each part once; false if empty, and true with a part and its
  /// negation.
  package mutating func or(_ terms: [Term]) -> Term {
    connect(terms, neutral: false, parts: { if case .or(let parts) = $0 { parts } else { nil } }) {
      .or($0)
    }
  }

  /// Flattens, drops duplicates and the neutral element, and simplifies `a … ¬a`.
  private mutating func connect(
    _ terms: [Term], neutral: Bool, parts: (Node) -> [Term]?, _ node: ([Term]) -> Node
  ) -> Term {
    var kept: [Term] = []
    var seen: Set<Term> = []
    for term in terms {
      expect(term, .bool)
      for part in parts(self[term]) ?? [term] {
        switch self[part] {
        case .bool(neutral): continue
        case .bool: return make(.bool(!neutral), .bool)
        case .not(let inner) where seen.contains(inner): return make(.bool(!neutral), .bool)
        default: break
        }
        if let negated = existing(.not(part)), seen.contains(negated) {
          return make(.bool(!neutral), .bool)
        }
        if seen.insert(part).inserted { kept.append(part) }
      }
    }
    if kept.isEmpty { return make(.bool(neutral), .bool) }
    return kept.count == 1 ? kept[0] : make(node(kept), .bool)
  }

  /// Makes an implication, as a disjunction.
  package mutating func implies(_ a: Term, _ b: Term) -> Term { or([not(a), b]) }

  /// Makes an equality of two terms of one sort. Both orders of them make the same term.
  package mutating func equal(_ a: Term, _ b: Term) -> Term {
    precondition(sort(of: a) == sort(of: b), "equality of two sorts")
    if a == b { return self.true }
    switch (self[a], self[b]) {
    case (.bool(let value), _): return value ? b : not(b)
    case (_, .bool(let value)): return value ? a : not(a)
    case (.int, .int), (.real, .real), (.enumCase, .enumCase): return self.false
    default: return make(.equal(min(a, b), max(a, b)), .bool)
    }
  }

  /// Makes a conditional of two terms of one sort; for formulas it may become a conjunction or
  /// disjunction.
  package mutating func ite(_ condition: Term, _ a: Term, _ b: Term) -> Term {
    expect(condition, .bool)
    precondition(sort(of: a) == sort(of: b), "a choice between two sorts")
    if a == b { return a }
    switch self[condition] {
    case .bool(let value): return value ? a : b
    case .not(let inner): return ite(inner, b, a)
    default: break
    }
    switch (self[a], self[b]) {
    case (.bool(true), _): return or([condition, b])
    case (.bool(false), _): return and([not(condition), b])
    case (_, .bool(true)): return or([not(condition), a])
    case (_, .bool(false)): return and([condition, a])
    default: return make(.ite(condition, a, b), sort(of: a))
    }
  }

  /// Makes a universal quantifier over those of the variables that are free in the body; the body
  /// itself if none is.
  package mutating func forall(_ variables: [Term], _ body: Term) -> Term {
    quantify(isForAll: true, variables, body)
  }

  /// Makes an existential quantifier over those of the variables that are free in the body; the
  /// body itself if none is.
  package mutating func exists(_ variables: [Term], _ body: Term) -> Term {
    quantify(isForAll: false, variables, body)
  }

  /// Makes a quantifier. Unused variables are dropped: every sort has an element.
  private mutating func quantify(isForAll: Bool, _ variables: [Term], _ body: Term) -> Term {
    expect(body, .bool)
    if case .bool = self[body] { return body }
    let free = freeVariables(in: body)
    let used = variables.filter(free.contains)
    if used.isEmpty { return body }
    if case .quantified(isForAll, let inner, let core) = self[body] {
      return make(.quantified(isForAll: isForAll, variables: used + inner, body: core), .bool)
    }
    return make(.quantified(isForAll: isForAll, variables: used, body: body), .bool)
  }

  func expect(_ term: Term, _ expected: Sort) {
    precondition(sort(of: term) == expected, "a term of another sort")
  }
}
