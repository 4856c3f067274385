import Rulebook

/// A number, and its growth in each millisecond in which nothing else happens.
struct Linear {
  /// The number; nil: not known.
  let value: Int64?
  /// The growth in each millisecond; nil: not linear in time.
  let slope: Int128?

  init(_ value: Int64?, slope: Int128?) {
    self.value = value
    self.slope = slope
  }
}

enum Relation { case less, atMost, equal }

extension Evaluation {
  mutating func equal(
    _ a: Core.Expression, _ b: Core.Expression
  ) throws(EvaluationError) -> Bool? {
    let first = try value(of: a)
    let second = try value(of: b)
    guard watchesTime, case .number(let x) = first, case .number(let y) = second else {
      return Self.same(first, second)
    }
    return compare(
      Linear(x, slope: try slope(of: a)), Linear(y, slope: try slope(of: b)), .equal)
  }

  mutating func ordered(
    _ a: Core.Expression, _ b: Core.Expression, strictly: Bool
  ) throws(EvaluationError) -> Bool? {
    let first = Linear(try number(a), slope: watchesTime ? try slope(of: a) : 0)
    let second = Linear(try number(b), slope: watchesTime ? try slope(of: b) : 0)
    return compare(first, second, strictly ? .less : .atMost)
  }

  /// Compares, and notes the instant at which the passage of time may change the outcome.
  mutating func compare(_ a: Linear, _ b: Linear, _ relation: Relation) -> Bool? {
    guard let x = a.value, let y = b.value else { return nil }
    if watchesTime { noteChange(of: Int128(x) - Int128(y), a.slope, b.slope, relation) }
    switch relation {
    case .less: return x < y
    case .atMost: return x <= y
    case .equal: return x == y
    }
  }

  /// Notes when the outcome may change; `difference` is left minus right, now.
  private mutating func noteChange(
    of difference: Int128, _ a: Int128?, _ b: Int128?, _ relation: Relation
  ) {
    // A difference that is not linear, or too steep to compute with, may change its sign at once.
    guard let slope = combine(a, b, by: -1), slope != .min else { return note(after: 1) }
    if slope == 0 { return }
    // The least number of milliseconds after which the difference reaches, or passes, zero.
    let reaches = Self.ceiling(abs(difference), abs(slope))
    let passes = abs(difference) / abs(slope) + 1
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

  private mutating func note(after milliseconds: Int128) {
    guard let instant = Int64(exactly: Int128(context.here.now) + milliseconds) else { return }
    nextChange = min(nextChange ?? instant, instant)
  }

  private static func ceiling(_ a: Int128, _ b: Int128) -> Int128 {
    a / b + (a % b == 0 ? 0 : 1)
  }

  /// Returns the growth of a number in each millisecond; nil if it does not grow evenly.
  mutating func slope(of expression: Core.Expression) throws(EvaluationError) -> Int128? {
    switch expression {
    case .now: return 1
    case .certain(let part): return try slope(of: part)
    case .sum(let a, let b, _): return combine(try slope(of: a), try slope(of: b), by: 1)
    case .difference(let a, let b, _): return combine(try slope(of: a), try slope(of: b), by: -1)
    case .conditional(let condition, let then, let otherwise):
      guard let holds = try truth(of: condition) else { return 0 }
      return try slope(of: holds ? then : otherwise)
    case .product(let factors, _): return try slope(ofProduct: factors)
    case .quotient: return expression.readsNow ? nil : 0
    default: return 0
    }
  }

  private func combine(_ a: Int128?, _ b: Int128?, by sign: Int128) -> Int128? {
    guard let a, let b else { return nil }
    let (scaled, overflow) = b.multipliedReportingOverflow(by: sign)
    let (sum, carry) = a.addingReportingOverflow(scaled)
    return overflow || carry ? nil : sum
  }

  private mutating func slope(
    ofProduct factors: [Core.Expression]
  ) throws(EvaluationError) -> Int128? {
    var slope: Int128 = 1
    var growing = 0
    for factor in factors {
      guard let own = try self.slope(of: factor) else { return nil }
      if own != 0 { growing += 1 }
      guard let constant = own != 0 ? own : try number(factor).map({ Int128($0) }) else {
        return 0
      }
      let (next, overflow) = slope.multipliedReportingOverflow(by: constant)
      if overflow { return nil }
      slope = next
    }
    switch growing {
    case 0: return 0
    case 1: return slope
    default: return nil
    }
  }
}
