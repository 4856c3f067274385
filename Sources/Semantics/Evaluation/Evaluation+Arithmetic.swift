import Rulebook

extension Evaluation {
  mutating func add(
    _ a: Core.Expression, _ b: Core.Expression
  ) throws(EvaluationError) -> Value {
    let a = try number(a)
    let b = try number(b)
    guard let a, let b else { return .unknown }
    let (sum, overflow) = a.addingReportingOverflow(b)
    if overflow { throw EvaluationError(.arithmeticOutOfRange) }
    return .number(sum)
  }

  mutating func subtract(
    _ a: Core.Expression, _ b: Core.Expression
  ) throws(EvaluationError) -> Value {
    let a = try number(a)
    let b = try number(b)
    guard let a, let b else { return .unknown }
    let (difference, overflow) = a.subtractingReportingOverflow(b)
    if overflow { throw EvaluationError(.arithmeticOutOfRange) }
    return .number(difference)
  }

  mutating func product(_ factors: [Core.Expression]) throws(EvaluationError) -> Value {
    guard let product = try wideProduct(factors) else { return .unknown }
    return try narrow(product)
  }

  mutating func quotient(
    _ dividends: [Core.Expression], _ divisors: [Core.Expression], _ rounding: Core.Rounding
  ) throws(EvaluationError) -> Value {
    let dividend = try wideProduct(dividends)
    let divisor = try wideProduct(divisors)
    guard let divisor else { return .unknown }
    if divisor == 0 { throw EvaluationError(.divisionByZero) }
    guard let dividend else { return .unknown }
    let (quotient, overflow) = dividend.dividedReportingOverflow(by: divisor)
    if overflow { throw EvaluationError(.arithmeticOutOfRange) }
    let isInexact = quotient * divisor != dividend
    let isNegative = (dividend < 0) != (divisor < 0)
    // Division truncates towards zero; for a positive exact value that already rounds down.
    switch rounding {
    case .down: return try narrow(isInexact && isNegative ? quotient - 1 : quotient)
    case .up: return try narrow(isInexact && !isNegative ? quotient + 1 : quotient)
    }
  }

  /// Returns the product; nil: some factor is not known.
  private mutating func wideProduct(
    _ factors: [Core.Expression]
  ) throws(EvaluationError) -> Int128? {
    var product: Int128 = 1
    var isKnown = true
    for factor in factors {
      guard let factor = try number(factor) else {
        isKnown = false
        continue
      }
      let (next, overflow) = product.multipliedReportingOverflow(by: Int128(factor))
      if overflow { throw EvaluationError(.arithmeticOutOfRange) }
      product = next
    }
    return isKnown ? product : nil
  }

  private func narrow(_ number: Int128) throws(EvaluationError) -> Value {
    guard let number = Int64(exactly: number) else {
      throw EvaluationError(.arithmeticOutOfRange)
    }
    return .number(number)
  }
}
