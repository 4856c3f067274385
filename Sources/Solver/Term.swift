/// A term of a ``TermBank``: equal terms of one bank are the same term.
package struct Term: Hashable, Sendable, Comparable {
  let index: Int32

  /// Compares by the order in which the bank made them: operands come before the terms made of
  /// them.
  package static func < (a: Term, b: Term) -> Bool { a.index < b.index }
}

/// A sort: built in, uninterpreted, or an enumeration, both of these declared in a bank.
package enum Sort: Hashable, Sendable {
  case bool, int, real
  case uninterpreted(Int)
  case enumeration(Int)
}

/// A function or constant declared in a ``TermBank``.
package struct Function: Hashable, Sendable {
  let index: Int
}

/// A rational number of 64-bit parts, the denominator above 0.
package struct Rational: Hashable, Sendable {
  /// The numerator, with the sign.
  package let numerator: Int64
  /// The denominator, above 0, and without a factor in common with the numerator.
  package let denominator: Int64

  /// Makes the number, reduced to lowest terms. The denominator must be above 0.
  package init(_ numerator: Int64, over denominator: Int64 = 1) {
    precondition(denominator > 0, "a denominator is above 0")
    if denominator == 1 {
      (self.numerator, self.denominator) = (numerator, 1)
      return
    }
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int64(max(a, 1))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }
}

/// The operator of a term with its operands.
enum Node: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  case real(Rational)
  case enumCase(enumeration: Int, index: Int)
  case variable(id: Int)
  case apply(Function, [Term])
  case not(Term)
  case and([Term])
  case or([Term])
  case equal(Term, Term)
  case ite(Term, Term, Term)
  case add([Term])
  case subtract(Term, Term)
  case multiply(Rational, Term)
  case less(Term, Term)
  case atMost(Term, Term)
  case toReal(Term)
  /// The greatest whole number that is not above the operand.
  case toInt(Term)
  case quantified(isForAll: Bool, variables: [Term], body: Term)

  var children: [Term] {
    switch self {
    case .bool, .int, .real, .enumCase, .variable: []
    case .apply(_, let terms), .and(let terms), .or(let terms), .add(let terms): terms
    case .not(let a), .multiply(_, let a), .toReal(let a), .toInt(let a): [a]
    case .equal(let a, let b), .subtract(let a, let b), .less(let a, let b), .atMost(let a, let b):
      [a, b]
    case .ite(let c, let a, let b): [c, a, b]
    case .quantified(_, _, let body): [body]
    }
  }
}
