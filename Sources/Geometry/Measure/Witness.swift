/// A place strictly inside a face, as decimals that may be finer than the map's grid.
public struct Witness: Hashable, Sendable {
  /// Decimals of a degree beyond the grid's.
  public let moreDecimals: Int
  /// In units of `10^-(grid.decimals + moreDecimals)` degrees.
  package let x: BigInteger
  package let y: BigInteger

  package init(moreDecimals: Int, x: BigInteger, y: BigInteger) {
    self.moreDecimals = moreDecimals
    self.x = x
    self.y = y
  }

  public func longitudeText(on grid: Grid) -> String {
    let turn = BigInteger(360) * BigInteger.power(ofTen: grid.decimals + moreDecimals)
    let isWest = grid.crossesAntimeridian && turn < x + x
    return Self.text(isWest ? x - turn : x, decimals: grid.decimals + moreDecimals)
  }

  public func latitudeText(on grid: Grid) -> String {
    Self.text(y, decimals: grid.decimals + moreDecimals)
  }

  private static func text(_ units: BigInteger, decimals: Int) -> String {
    var digits = (units.signum < 0 ? -units : units).description
    if digits.count <= decimals {
      digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits
    }
    var result = String(digits.dropLast(decimals))
    var fraction = digits.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    if !fraction.isEmpty { result += "." + fraction }
    return (units.signum < 0 ? "-" : "") + result
  }
}

extension Arrangement {
  /// An edge of a face as a function of the longitude.
  struct Bound {
    let from: ExactPoint
    let to: ExactPoint
    /// The input segment on which it lies.
    let first: GridPoint
    let second: GridPoint
    /// Whether the face is north of it.
    let isFloor: Bool
  }

  /// A point in the face that these edges bound, the coarsest decimal in the middle of one of its
  /// longest parts. Nil only if the face is thinner than `10^-60` units.
  ///
  /// - Parameter edges: all edges of the face, each once.
  public func witness(in face: Int32, edges faceEdges: [Edge]) -> Witness? {
    let bounds = faceEdges.compactMap { edge -> Bound? in
      let (first, second) = ends(ofSegment: edge.segment)
      guard first.x != second.x else { return nil }
      return Bound(
        from: position(of: edge.from), to: position(of: edge.to), first: first, second: second,
        isFloor: edge.left == face)
    }
    let floors = bounds.filter(\.isFloor).sorted { Self.length($0) > Self.length($1) }
    for floor in floors.prefix(8) {
      for more in 0...60 {
        if let witness = Self.witness(above: floor, bounds, more) { return witness }
        // Longer than this is worth a try only with the longest edges.
        if more >= 12, floor.from != floors[0].from { break }
      }
    }
    return nil
  }

  private static func length(_ bound: Bound) -> Int64 { bound.to.floor.x - bound.from.floor.x }

  private static func witness(above floor: Bound, _ bounds: [Bound], _ more: Int) -> Witness? {
    let scale = BigInteger.power(ofTen: more)
    // The middle of the edge, rounded to the finer grid; the exact ends decide whether it is in.
    let ends = BigInteger(floor.from.floor.x) + BigInteger(floor.to.floor.x)
    let shares = share(floor.from, scale) + share(floor.to, scale)
    let x = BigInteger.floorQuotient(ends * scale + shares, BigInteger(2))
    guard isBefore(floor.from, x, scale), isAfter(floor.to, x, scale) else { return nil }
    let low = height(of: floor, at: x, scale)
    var high: (numerator: BigInteger, denominator: BigInteger)?
    for bound in bounds {
      let spans =
        bound.from.floor.x <= floor.to.floor.x && floor.from.floor.x <= bound.to.floor.x
      guard spans, !isAfter(bound.from, x, scale), !isBefore(bound.to, x, scale) else { continue }
      let other = height(of: bound, at: x, scale)
      guard low.numerator * other.denominator < other.numerator * low.denominator else { continue }
      if let known = high,
        known.numerator * other.denominator < other.numerator * known.denominator
      {
        continue
      }
      high = other
    }
    guard let high else { return nil }
    let sum = low.numerator * high.denominator + high.numerator * low.denominator
    let y = BigInteger.floorQuotient(
      sum, BigInteger(2) * low.denominator * high.denominator)
    guard low.numerator < y * low.denominator, y * high.denominator < high.numerator else {
      return nil
    }
    return Witness(moreDecimals: more, x: x, y: y)
  }

  /// What a crossing's longitude has beyond its grid point, in finer units rounded down.
  private static func share(_ point: ExactPoint, _ scale: BigInteger) -> BigInteger {
    BigInteger.floorQuotient(
      BigInteger(point.remainderX) * scale, BigInteger(point.denominator))
  }

  private static func isBefore(_ point: ExactPoint, _ x: BigInteger, _ scale: BigInteger) -> Bool {
    difference(point, x, scale).signum < 0
  }

  private static func isAfter(_ point: ExactPoint, _ x: BigInteger, _ scale: BigInteger) -> Bool {
    difference(point, x, scale).signum > 0
  }

  /// The point's longitude less `x`, times the point's denominator.
  private static func difference(
    _ point: ExactPoint, _ x: BigInteger, _ scale: BigInteger
  ) -> BigInteger {
    let denominator = BigInteger(point.denominator)
    return (BigInteger(point.floor.x) * denominator + BigInteger(point.remainderX)) * scale
      - x * denominator
  }

  /// The latitude of an edge at `x`, in finer units.
  private static func height(
    of bound: Bound, at x: BigInteger, _ scale: BigInteger
  ) -> (numerator: BigInteger, denominator: BigInteger) {
    let along = bound.second - bound.first
    let denominator = BigInteger(along.x)
    let numerator =
      BigInteger(bound.first.y) * scale * denominator
      + BigInteger(along.y) * (x - BigInteger(bound.first.x) * scale)
    return (numerator, denominator)
  }
}

extension ZoneMap.Zone {
  /// How often the rings wind around a place that is on none of them; nil if it is on one.
  /// Computed from the rings alone, without the arrangement. O(n).
  public func winding(around place: Witness) -> Int? {
    let scale = BigInteger.power(ofTen: place.moreDecimals)
    let column = BigInteger.floorQuotient(place.x, scale)
    guard let cell = column.asInt64 else { return 0 }
    var winding = 0
    for ring in rings {
      guard var from = ring.points.last else { continue }
      for to in ring.points {
        defer { from = to }
        // Far most edges are not near the meridian of the place.
        let (west, east) = from.x < to.x ? (from.x, to.x) : (to.x, from.x)
        if west > cell + 1 || east < cell { continue }
        guard let turn = Self.turn(from, to, place, scale) else { return nil }
        winding += turn
      }
    }
    return winding
  }

  /// 1 or -1 if the edge crosses the ray to the north of the place, nil if it goes through it.
  private static func turn(
    _ from: GridPoint, _ to: GridPoint, _ place: Witness, _ scale: BigInteger
  ) -> Int? {
    let (x0, y0) = (BigInteger(from.x) * scale, BigInteger(from.y) * scale)
    let (x1, y1) = (BigInteger(to.x) * scale, BigInteger(to.y) * scale)
    let side = ((x1 - x0) * (place.y - y0) - (y1 - y0) * (place.x - x0)).signum
    if side == 0, min(x0, x1) <= place.x, place.x <= max(x0, x1), min(y0, y1) <= place.y,
      place.y <= max(y0, y1)
    {
      return nil
    }
    // The western end belongs to an edge and the eastern one does not.
    if x0 <= place.x, place.x < x1 { return side < 0 ? -1 : 0 }
    if x1 <= place.x, place.x < x0 { return side > 0 ? 1 : 0 }
    return 0
  }
}

extension Witness {
  /// A point of the grid.
  public init(x: Int64, y: Int64) {
    self.init(moreDecimals: 0, x: BigInteger(x), y: BigInteger(y))
  }
}

extension Witness {
  /// The grid point south-west of the place, or the place itself.
  public var floor: GridPoint? {
    let scale = BigInteger.power(ofTen: moreDecimals)
    guard let x = BigInteger.floorQuotient(x, scale).asInt64,
      let y = BigInteger.floorQuotient(y, scale).asInt64
    else { return nil }
    return GridPoint(x, y)
  }
}

extension Witness {
  /// A point with so many decimals beyond the grid's, rounded down.
  public init(rounding point: ExactPoint, moreDecimals: Int) {
    let scale = BigInteger.power(ofTen: moreDecimals)
    func units(_ floor: Int64, _ remainder: Int128) -> BigInteger {
      let more = BigInteger.floorQuotient(
        BigInteger(remainder) * scale, BigInteger(point.denominator))
      return BigInteger(floor) * scale + more
    }
    self.init(
      moreDecimals: moreDecimals, x: units(point.floor.x, point.remainderX),
      y: units(point.floor.y, point.remainderY))
  }
}
