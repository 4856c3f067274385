extension ZoneMap.Zone {
  /// Returns the number of times that the rings wind around a place that is on none of them; nil if
  /// it is on one. Computed from the rings alone, without the arrangement. O(n).
  package func winding(around place: Witness) -> Int? {
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
  static func turn(
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
