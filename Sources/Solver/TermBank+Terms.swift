extension TermBank {
  /// Makes the whole number, of sort ``Sort/int``.
  package mutating func int(_ value: Int64) -> Term { make(.int(value), .int) }
  /// Makes the whole number as a real, of sort ``Sort/real``.
  package mutating func real(_ value: Int64) -> Term { make(.real(Rational(value)), .real) }

  /// Makes the value at a position of an enumeration, from 0; traps if there is none.
  package mutating func enumCase(_ sort: Sort, _ index: Int) -> Term {
    guard case .enumeration(let id) = sort, enumerations[id].cases.indices.contains(index) else {
      preconditionFailure("no such value")
    }
    return make(.enumCase(enumeration: id, index: index), sort)
  }

  /// Makes an application. Traps unless the arguments have the declared sorts; a constant takes
  /// none.
  package mutating func apply(_ function: Function, _ arguments: [Term]) -> Term {
    let declaration = functions[function.index]
    precondition(arguments.map(sort(of:)) == declaration.arguments, "arguments of other sorts")
    return make(.apply(function, arguments), declaration.result)
  }

  /// Makes the sum of at least one term, all of one sort.
  package mutating func add(_ terms: [Term]) -> Term {
    guard let first = terms.first else { preconditionFailure("a sum of nothing") }
    let sort = sort(of: first)
    for term in terms { expect(term, sort) }
    let kept = terms.filter { !isZero($0) }
    if kept.isEmpty { return first }
    if kept.count == 1 { return kept[0] }
    if kept.count == 2, let a = number(kept[0]), let b = number(kept[1]), a.denominator == 1,
      b.denominator == 1
    {
      let sum = a.numerator.addingReportingOverflow(b.numerator)
      if !sum.overflow { return literal(Rational(sum.partialValue), sort) }
    }
    return make(.add(kept), sort)
  }

  /// Makes the difference of two terms of one sort.
  package mutating func subtract(_ a: Term, _ b: Term) -> Term {
    expect(b, sort(of: a))
    return isZero(b) ? a : make(.subtract(a, b), sort(of: a))
  }

  /// Makes the product of a constant and a term. There is no product of two terms, so that
  /// arithmetic stays linear.
  package mutating func multiply(_ coefficient: Int64, _ term: Term) -> Term {
    multiply(coefficient, over: 1, term)
  }

  /// Makes the product of a constant and a term; a fraction only for reals.
  package mutating func multiply(
    _ coefficient: Int64, over divisor: Int64, _ term: Term
  ) -> Term {
    let factor = Rational(coefficient, over: divisor)
    precondition(factor.denominator == 1 || sort(of: term) == .real, "a fraction of a whole number")
    if factor == Rational(1) { return term }
    if factor.numerator == 0 { return literal(Rational(0), sort(of: term)) }
    return make(.multiply(factor, term), sort(of: term))
  }

  /// Makes the comparison of two whole numbers or two reals.
  package mutating func less(_ a: Term, _ b: Term) -> Term {
    compare(a, b, .less(a, b)) { $0 < $1 }
  }

  /// Makes the comparison of two whole numbers or two reals.
  package mutating func atMost(_ a: Term, _ b: Term) -> Term {
    compare(a, b, .atMost(a, b)) { $0 <= $1 }
  }

  private mutating func compare(
    _ a: Term, _ b: Term, _ node: Node, _ order: (Int64, Int64) -> Bool
  ) -> Term {
    expect(b, sort(of: a))
    precondition(sort(of: a) == .int || sort(of: a) == .real, "order of what is no number")
    if a == b { return make(.bool(order(0, 0)), .bool) }
    if let x = number(a), let y = number(b), x.denominator == 1, y.denominator == 1 {
      return make(.bool(order(x.numerator, y.numerator)), .bool)
    }
    return make(node, .bool)
  }

  /// Makes the real of a whole number.
  package mutating func toReal(_ term: Term) -> Term {
    expect(term, .int)
    if case .int(let value) = self[term] { return real(value) }
    return make(.toReal(term), .real)
  }

  /// Makes the greatest whole number that is not above a real.
  package mutating func toInt(_ term: Term) -> Term {
    expect(term, .real)
    if case .toReal(let inner) = self[term] { return inner }
    if case .real(let value) = self[term], value.denominator == 1 { return int(value.numerator) }
    return make(.toInt(term), .int)
  }

  private func number(_ term: Term) -> Rational? {
    switch self[term] {
    case .int(let value): Rational(value)
    case .real(let value): value
    default: nil
    }
  }

  private func isZero(_ term: Term) -> Bool { number(term)?.numerator == 0 }

  private mutating func literal(_ value: Rational, _ sort: Sort) -> Term {
    sort == .int ? make(.int(value.numerator), .int) : make(.real(value), .real)
  }
}
