import Rulebook
import Semantics

extension CompactCompiler {
  enum Relation {
    case less
    case atMost
    case equal

    func holds(_ a: Int64, _ b: Int64) -> Int64 {
      switch self {
      case .less: a < b ? 1 : 0
      case .atMost: a <= b ? 1 : 0
      case .equal: a == b ? 1 : 0
      }
    }
  }

  func compared(
    _ a: Core.Expression, _ b: Core.Expression, _ relation: Relation, _ depth: Int
  ) throws(NotCompact) -> Code {
    let first = relation == .equal ? try code(a, depth) : try number(a, depth)
    let second = relation == .equal ? try code(b, depth) : try number(b, depth)
    guard a.readsNow || b.readsNow else {
      switch relation {
      case .less: return { first($0) < second($0) ? 1 : 0 }
      case .atMost: return { first($0) <= second($0) ? 1 : 0 }
      case .equal: return { first($0) == second($0) ? 1 : 0 }
      }
    }
    let (rise, otherRise) = (try slope(a, depth), try slope(b, depth))
    return { frame in
      let (x, y) = (first(frame), second(frame))
      if frame.pointee.watchesTime, x != Word.none, y != Word.none, !frame.pointee.hasFailed {
        let slope = Self.combined(rise(frame), otherRise(frame), by: -1)
        frame.noteChange(of: Int128(x) - Int128(y), slope, relation)
      }
      return relation.holds(x, y)
    }
  }

  /// The growth of a number in each millisecond; nil if it does not grow evenly.
  typealias Slope = (Frame) -> Int128?

  private func slope(_ expression: Core.Expression, _ depth: Int) throws(NotCompact) -> Slope {
    guard expression.readsNow else { return { _ in 0 } }
    switch expression {
    case .now: return { _ in 1 }
    case .certain(let part): return try slope(part, depth)
    case .sum(let a, let b, _):
      let (a, b) = (try slope(a, depth), try slope(b, depth))
      return { Self.combined(a($0), b($0), by: 1) }
    case .difference(let a, let b, _):
      let (a, b) = (try slope(a, depth), try slope(b, depth))
      return { Self.combined(a($0), b($0), by: -1) }
    case .quotient: return { _ in nil }
    // Conditions and products that change with time, and reads of entities that depend on time, are
    // rare enough to be left to the evaluator.
    default: throw NotCompact()
    }
  }

  private static func combined(_ a: Int128?, _ b: Int128?, by sign: Int128) -> Int128? {
    guard let a, let b else { return nil }
    let (scaled, overflow) = b.multipliedReportingOverflow(by: sign)
    let (sum, carry) = a.addingReportingOverflow(scaled)
    return overflow || carry ? nil : sum
  }

  typealias WideCode = (Frame) -> Int128

  func wideProduct(_ factors: [Core.Expression], _ depth: Int) throws(NotCompact) -> WideCode {
    let factors = try factors.mapped { f throws(NotCompact) in try number(f, depth) }
    return { frame in
      var product: Int128 = 1
      for factor in factors {
        let (next, overflow) = product.multipliedReportingOverflow(by: Int128(factor(frame)))
        if overflow { frame.pointee.fail(.undefined) }
        product = next
      }
      return product
    }
  }

  static func narrow(_ number: Int128, _ frame: Frame) -> Int64 {
    guard let number = Int64(exactly: number) else {
      frame.pointee.fail(.undefined)
      return 0
    }
    return frame.result(number, false)
  }

  func quotient(
    _ dividends: [Core.Expression], _ divisors: [Core.Expression], _ rounding: Core.Rounding,
    _ depth: Int
  ) throws(NotCompact) -> Code {
    let (dividend, divisor) = (try wideProduct(dividends, depth), try wideProduct(divisors, depth))
    return { frame in
      let (dividend, divisor) = (dividend(frame), divisor(frame))
      guard divisor != 0 else {
        frame.pointee.fail(.undefined)
        return 0
      }
      let (quotient, overflow) = dividend.dividedReportingOverflow(by: divisor)
      if overflow {
        frame.pointee.fail(.undefined)
        return 0
      }
      let isInexact = quotient * divisor != dividend
      let isNegative = (dividend < 0) != (divisor < 0)
      switch rounding {
      case .down: return Self.narrow(isInexact && isNegative ? quotient - 1 : quotient, frame)
      case .up: return Self.narrow(isInexact && !isNegative ? quotient + 1 : quotient, frame)
      }
    }
  }
}

extension Frame {
  /// Notes when the passage of time may change a comparison; `difference` is left minus right, now.
  fileprivate func noteChange(
    of difference: Int128, _ slope: Int128?, _ relation: CompactCompiler.Relation
  ) {
    // A difference that is not linear, or too steep to compute with, may change its sign at once.
    guard let slope, slope != .min else { return note(after: 1) }
    if slope == 0 { return }
    let (distance, steepness) = (abs(difference), abs(slope))
    // The least number of milliseconds after which the difference reaches, or passes, zero.
    let reaches = distance / steepness + (distance % steepness == 0 ? 0 : 1)
    let passes = distance / steepness + 1
    let approaches = difference == 0 || (difference < 0) == (slope > 0)
    switch relation {
    case .less where difference < 0: if approaches { note(after: reaches) }
    case .less: if slope < 0 { note(after: passes) }
    case .atMost where difference <= 0: if slope > 0 { note(after: passes) }
    case .atMost: if approaches { note(after: reaches) }
    case .equal where difference == 0: note(after: 1)
    case .equal: if approaches { note(after: reaches) }
    }
  }

  private func note(after milliseconds: Int128) {
    let instant = Int64(exactly: Int128(pointee.here[CompactLayout.now]) + milliseconds)
    if let instant { pointee.nextChange = Swift.min(pointee.nextChange, instant) }
  }
}
