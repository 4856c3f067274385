/// A range of real numbers that certainly holds the exact value: each operation rounds outwards.
package struct Interval: Hashable, Sendable {
  /// The lower bound: never above the exact value.
  package let lower: Double
  /// The upper bound: never below the exact value.
  package let upper: Double

  /// - Parameters: finite; the first not above the second.
  package init(_ lower: Double, _ upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  init(_ value: Double) { self.init(value, value) }

  /// Creates an interval from computed ends, each moved outwards by one step: the largest error of
  /// rounding to nearest.
  private init(outwards lower: Double, _ upper: Double) {
    self.init(lower.nextDown, upper.nextUp)
  }

  init(exactly value: Int128) {
    let nearest = Double(value)
    let isExact = value.magnitude < 1 << 53
    self.init(isExact ? nearest : nearest.nextDown, isExact ? nearest : nearest.nextUp)
  }

  static func + (a: Interval, b: Interval) -> Interval {
    Interval(outwards: a.lower + b.lower, a.upper + b.upper)
  }

  static func - (a: Interval, b: Interval) -> Interval {
    Interval(outwards: a.lower - b.upper, a.upper - b.lower)
  }

  static func * (a: Interval, b: Interval) -> Interval {
    let (p, q) = (a.lower * b.lower, a.lower * b.upper)
    let (r, s) = (a.upper * b.lower, a.upper * b.upper)
    return Interval(outwards: min(min(p, q), min(r, s)), max(max(p, q), max(r, s)))
  }

  /// `b` does not hold 0.
  static func / (a: Interval, b: Interval) -> Interval {
    a * Interval(outwards: 1 / b.upper, 1 / b.lower)
  }

  /// Returns the part common to both; it is not empty, since both hold the exact value.
  func intersection(_ other: Interval) -> Interval {
    Interval(max(lower, other.lower), min(upper, other.upper))
  }

  /// π lies between these neighbours.
  static let pi = Interval(Double.pi, Double.pi.nextUp)

  /// The sine of an angle within a half turn of 0, by its series: consecutive partial sums have
  /// the value between them once the terms fall.
  var sine: Interval { self * Self.series(self * self, from: 2) }

  /// The cosine of such an angle.
  var cosine: Interval { Self.series(self * self, from: 1) }

  /// `1 - x/(n(n+1)) + x²/(n(n+1)(n+2)(n+3)) - …`
  static func series(_ x: Interval, from first: Int) -> Interval {
    var term = Interval(1.0)
    var sum = term
    var next = first
    while next < 30 {
      term = Interval(0.0) - term * x / Interval(Double(next * (next + 1)))
      sum = sum + term
      next += 2
      if max(term.lower.magnitude, term.upper.magnitude) < 1e-25 { break }
    }
    // The omitted terms sum up to less than the last one: they alternate, and are falling by then.
    let rest = max(term.lower.magnitude, term.upper.magnitude)
    return sum + Interval(-rest, rest)
  }
}
