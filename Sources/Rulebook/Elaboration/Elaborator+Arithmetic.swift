import Basics

extension Elaborator {
  func arithmetic(_ expression: Syntax.Expression, _ scope: Scope) -> Elaborated? {
    switch expression.node {
    case .negative(let inner):
      guard let (core, scalar) = certainValue(inner, scope) else { return nil }
      guard scalar.isNumeric, scalar != .time else {
        report("wrong-type", "\(rules.name(of: scalar)) has no negative", at: expression.span)
        return nil
      }
      let type: Core.Scalar = scalar.isPlainNumber ? .int : scalar
      return .value(
        .difference(.literal(.number(0, type)), core, type), Core.ValueType(type))
    case .arithmetic(.plus, let a, let b): return sum(a, b, isSum: true, scope, expression.span)
    case .arithmetic(.minus, let a, let b): return sum(a, b, isSum: false, scope, expression.span)
    case .arithmetic, .rounded: return ratio(expression, scope)
    default: return nil
    }
  }

  private func sum(
    _ a: Syntax.Expression, _ b: Syntax.Expression, isSum: Bool, _ scope: Scope, _ span: SourceSpan
  ) -> Elaborated? {
    let left = certainValue(a, scope)
    let right = certainValue(b, scope)
    guard let left, let right else { return nil }
    guard let type = sumType(left.1, right.1, isSum: isSum) else {
      let sign = isSum ? "+" : "-"
      report(
        "wrong-type", "\(rules.name(of: left.1)) \(sign) \(rules.name(of: right.1)) means nothing",
        at: span)
      return nil
    }
    let core: Core.Expression =
      isSum ? .sum(left.0, right.0, type) : .difference(left.0, right.0, type)
    return .value(fold(core).map { .literal($0) } ?? core, Core.ValueType(type))
  }

  private func sumType(_ a: Core.Scalar, _ b: Core.Scalar, isSum: Bool) -> Core.Scalar? {
    switch (a, b) {
    case (.time, .duration): .time
    case (.duration, .time): isSum ? .time : nil
    case (.time, .time): isSum ? nil : .duration
    default:
      a.isPlainNumber && b.isPlainNumber ? .int : a == b && a.isNumeric ? a : nil
    }
  }

  /// The factors above and below the line, with the units that remain.
  private struct Ratio {
    var dividends: [Core.Expression] = []
    var divisors: [Core.Expression] = []
    var units: [Core.Scalar] = []
    var unitsBelow: [Core.Scalar] = []
  }

  private func ratio(_ expression: Syntax.Expression, _ scope: Scope) -> Elaborated? {
    var ratio = Ratio()
    var rounding: Core.Rounding?
    var inner = expression
    if case .rounded(let term, let direction) = expression.node {
      rounding = direction == .up ? .up : .down
      inner = term
    }
    guard collect(inner, isAbove: true, into: &ratio, scope) else { return nil }
    for unit in ratio.unitsBelow {
      if let index = ratio.units.firstIndex(of: unit) {
        ratio.units.remove(at: index)
        ratio.unitsBelow.remove(at: ratio.unitsBelow.firstIndex(of: unit)!)
      }
    }
    guard ratio.unitsBelow.isEmpty, ratio.units.count <= 1 else {
      let above = ratio.units.map { rules.name(of: $0) }.joined(separator: " × ")
      let below = ratio.unitsBelow.map { rules.name(of: $0) }.joined(separator: " × ")
      let rest = below.isEmpty ? above : "\(above.isEmpty ? "1" : above) over \(below)"
      report("units", "the units do not cancel: \(rest) remains", at: expression.span)
      return nil
    }
    guard ratio.dividends.filter({ fold($0) == nil }).count <= 1 else {
      report(
        "changing-product",
        "one factor at most changes: compare with constants instead, as '10 * sum >= 35 * n' does",
        at: expression.span)
      return nil
    }
    let type = ratio.units.first ?? .int
    if ratio.divisors.isEmpty, rounding == nil {
      let core = Core.Expression.product(ratio.dividends, type)
      return .value(fold(core).map { .literal($0) } ?? core, Core.ValueType(type))
    }
    guard let rounding else {
      report(
        "needs-rounding", "say how a quotient is rounded: '… rounded down' or '… rounded up'",
        at: expression.span)
      return nil
    }
    let core = Core.Expression.quotient(ratio.dividends, over: ratio.divisors, rounding, type)
    return .value(fold(core).map { .literal($0) } ?? core, Core.ValueType(type))
  }

  private func collect(
    _ expression: Syntax.Expression, isAbove: Bool, into ratio: inout Ratio, _ scope: Scope
  ) -> Bool {
    switch expression.node {
    case .arithmetic(.times, let a, let b):
      return collect(a, isAbove: isAbove, into: &ratio, scope)
        && collect(b, isAbove: isAbove, into: &ratio, scope)
    case .arithmetic(.over, let a, let b):
      return collect(a, isAbove: isAbove, into: &ratio, scope)
        && collect(b, isAbove: !isAbove, into: &ratio, scope)
    default:
      guard let (core, scalar) = certainValue(expression, scope) else { return false }
      guard scalar.isNumeric, scalar != .time else {
        report("wrong-type", "\(rules.name(of: scalar)) is not multiplied", at: expression.span)
        return false
      }
      if !isAbove {
        guard case .number(let divisor, _)? = fold(core), divisor > 0 else {
          report(
            "constant-divisor",
            "a divisor is a constant above 0; compare products instead: '10 * sum >= 35 * n' says "
              + "that the average is at least 3.5", at: expression.span)
          return false
        }
      }
      if isAbove { ratio.dividends.append(core) } else { ratio.divisors.append(core) }
      if !scalar.isPlainNumber {
        if isAbove { ratio.units.append(scalar) } else { ratio.unitsBelow.append(scalar) }
      }
      return true
    }
  }
}
