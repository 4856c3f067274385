/// A point where two edges cross: grid coordinates rounded down, and the remainders as fractions of
/// one denominator.
package struct ExactPoint: Hashable, Sendable {
  /// The greatest grid coordinates that are not above the point's.
  package let floor: GridPoint
  /// The numerator of the fraction that x has beyond the floor: at least 0 and below the
  /// denominator.
  package let remainderX: Int128
  /// The numerator for y: at least 0 and below the denominator, as ``remainderX``.
  package let remainderY: Int128
  /// The denominator of both fractions: above 0, at most 2¹²⁶.
  package let denominator: Int128

  /// A point of the grid itself: no remainders.
  package init(_ point: GridPoint) {
    floor = point
    (remainderX, remainderY, denominator) = (0, 0, 1)
  }

  /// Creates the point in which the segments `ab` and `cd` cross; it must be an inner point of
  /// both.
  init(crossingOf a: GridPoint, _ b: GridPoint, with c: GridPoint, _ d: GridPoint) {
    let along = b - a
    let across = d - c
    var denominator = along.cross(across)
    var numerator = (c - a).cross(across)
    if denominator < 0 { (denominator, numerator) = (-denominator, -numerator) }
    let x = Self.share(of: along.x, numerator, denominator)
    let y = Self.share(of: along.y, numerator, denominator)
    floor = GridPoint(a.x + x.quotient, a.y + y.quotient)
    if x.remainder == 0, y.remainder == 0 { denominator = 1 }
    (remainderX, remainderY) = (x.remainder, y.remainder)
    self.denominator = denominator
  }

  /// `length · numerator / denominator`, rounded down, and the rest; 0 ≤ numerator ≤ denominator.
  private static func share(
    of length: Int64, _ numerator: Int128, _ denominator: Int128
  ) -> (quotient: Int64, remainder: Int128) {
    let product = UInt128(numerator.magnitude).multipliedFullWidth(by: UInt128(length.magnitude))
    let (quotient, remainder) = UInt128(denominator).dividingFullWidth(product)
    // Both fit: the quotient is at most the length, the remainder is below the denominator.
    if length >= 0 { return (Int64(quotient), Int128(remainder)) }
    if remainder == 0 { return (-Int64(quotient), 0) }
    return (-Int64(quotient) - 1, denominator - Int128(remainder))
  }

  /// True if the point is one of the grid.
  package var isOnGrid: Bool { remainderX == 0 && remainderY == 0 }

  /// The grid point that is nearest; halves go up.
  package var rounded: GridPoint {
    let up = { (remainder: Int128) -> Int64 in remainder >= denominator - remainder ? 1 : 0 }
    return isOnGrid ? floor : GridPoint(floor.x + up(remainderX), floor.y + up(remainderY))
  }
}

extension ExactPoint: Comparable {
  /// Orders points from west to east; on one meridian from south to north.
  package static func < (a: ExactPoint, b: ExactPoint) -> Bool { compare(a, b) < 0 }

  /// Returns true if both are the same place, even if the fractions are written differently.
  package static func == (a: ExactPoint, b: ExactPoint) -> Bool { compare(a, b) == 0 }

  /// Hashes the floor alone: points that have the same floor have the same hash.
  package func hash(into hasher: inout Hasher) { hasher.combine(floor) }

  /// -1, 0 or 1: whether `a` comes before `b`.
  static func compare(_ a: ExactPoint, _ b: ExactPoint) -> Int {
    if a.floor.x != b.floor.x { return a.floor.x < b.floor.x ? -1 : 1 }
    let x = compare(a.remainderX, a.denominator, b.remainderX, b.denominator)
    if x != 0 { return x }
    if a.floor.y != b.floor.y { return a.floor.y < b.floor.y ? -1 : 1 }
    return compare(a.remainderY, a.denominator, b.remainderY, b.denominator)
  }

  private static func compare(_ a: Int128, _ b: Int128, _ c: Int128, _ d: Int128) -> Int {
    if b == d { return a < c ? -1 : a == c ? 0 : 1 }
    return (WideInteger(a, times: d) - WideInteger(c, times: b)).signum
  }
}

/// A point that an edge can be north or south of.
protocol PlanePoint {
  /// 1 if the point is to the left of the directed line from `a` to `b`, -1 right, 0 on it.
  func side(of a: GridPoint, _ b: GridPoint) -> Int
}

extension GridPoint: PlanePoint {
  func side(of a: GridPoint, _ b: GridPoint) -> Int { orientation(a, b, self) }
}

extension ExactPoint: PlanePoint {
  func side(of a: GridPoint, _ b: GridPoint) -> Int {
    let along = b - a
    let whole = along.cross(floor - a)
    if isOnGrid { return whole.signum }
    let part =
      WideInteger(Int128(along.x), times: remainderY)
      - WideInteger(Int128(along.y), times: remainderX)
    return (WideInteger(whole, times: denominator) + part).signum
  }
}
