import Rulebook
import Solver

extension Lowering {
  /// Lowers a product of constants and at most one term that is not constant: linear.
  func product(
    _ parts: [Core.Expression], _ scalar: Core.Scalar, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    let (coefficient, factor) = try linear(parts, context)
    let isReal = encoding.sort(scalar) == .real
    guard let factor else {
      return isReal ? builder.real(coefficient) : builder.int(coefficient)
    }
    let converted = isReal ? asReal(factor) : factor
    return builder.bank.multiply(coefficient, converted)
  }

  func quotient(
    _ dividends: [Core.Expression], _ divisors: [Core.Expression], _ rounding: Core.Rounding,
    _ scalar: Core.Scalar, _ context: LoweringContext
  ) throws(LoweringError) -> Term {
    let (coefficient, factor) = try linear(dividends, context)
    let (divisor, rest) = try linear(divisors, context)
    guard rest == nil, divisor > 0 else {
      throw LoweringError(message: "a divisor is a constant above 0")
    }
    let exact = builder.bank.multiply(
      coefficient, over: divisor, factor.map(asReal) ?? builder.real(1))
    let whole: Term
    switch rounding {
    case .down: whole = builder.bank.toInt(exact)
    case .up:
      let negated = builder.bank.multiply(-1, exact)
      whole = builder.bank.multiply(-1, builder.bank.toInt(negated))
    }
    return encoding.sort(scalar) == .real ? asReal(whole) : whole
  }

  private func asReal(_ term: Term) -> Term {
    builder.bank.sort(of: term) == .real ? term : builder.bank.toReal(term)
  }

  private func linear(
    _ parts: [Core.Expression], _ context: LoweringContext
  ) throws(LoweringError) -> (Int64, Term?) {
    var coefficient: Int64 = 1
    var factor: Term?
    for part in parts {
      if case .literal(.number(let number, _)) = part {
        let product = coefficient.multipliedReportingOverflow(by: number)
        guard !product.overflow else {
          throw LoweringError(message: "a constant product is out of range")
        }
        coefficient = product.partialValue
      } else {
        guard factor == nil else {
          throw LoweringError(
            message: "a product of two values that both change is not linear; "
              + "make one of them a parameter")
        }
        factor = try term(part, context)
      }
    }
    return (coefficient, factor)
  }
}
