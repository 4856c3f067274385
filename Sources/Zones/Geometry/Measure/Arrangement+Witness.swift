extension Arrangement {
  /// An edge of a face as a function of the longitude.
  struct Bound {
    let from: ExactPoint
    let to: ExactPoint
    /// The input segment on which it lies.
    let first: GridPoint
    let second: GridPoint
    /// True if the face is north of the bound.
    let isFloor: Bool
  }

  /// A point in the face that these edges bound, the coarsest decimal in the middle of one of its
  /// longest parts. Nil only if the face is thinner than `10^-60` units.
  ///
  /// - Parameter edges: all edges of the face, each once.
  package func witness(in face: Int32, edges faceEdges: [Edge]) -> Witness? {
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

  /// Returns the fraction that a crossing's longitude has beyond its grid point, in finer units
  /// rounded down.
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
