extension Rational {
  /// The greatest whole number that is not above it.
  var floor: Int64 {
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }

  func isLess(than other: Rational) -> Bool {
    if denominator == other.denominator { return numerator < other.numerator }
    return Int128(numerator) * Int128(other.denominator)
      < Int128(other.numerator) * Int128(denominator)
  }

  func plus(_ other: Rational) throws(FiniteStructureError) -> Rational {
    if denominator == 1, other.denominator == 1 {
      let (sum, overflow) = numerator.addingReportingOverflow(other.numerator)
      if overflow { throw .numberTooLarge }
      return Rational(sum)
    }
    return try Rational.reduced(
      Int128(numerator) * Int128(other.denominator) + Int128(other.numerator) * Int128(denominator),
      Int128(denominator) * Int128(other.denominator))
  }

  func times(_ other: Rational) throws(FiniteStructureError) -> Rational {
    try Rational.reduced(
      Int128(numerator) * Int128(other.numerator), Int128(denominator) * Int128(other.denominator))
  }

  private static func reduced(
    _ numerator: Int128, _ denominator: Int128
  ) throws(FiniteStructureError) -> Rational {
    var (a, b) = (numerator.magnitude, denominator.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    let divisor = Int128(max(a, 1))
    guard let above = Int64(exactly: numerator / divisor),
      let below = Int64(exactly: denominator / divisor)
    else { throw .numberTooLarge }
    return Rational(above, over: below)
  }
}
