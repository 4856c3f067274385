/// A place strictly inside a face, as decimals that may be finer than the map's grid.
package struct Witness: Hashable, Sendable {
  /// Decimals of a degree beyond the grid's.
  package let moreDecimals: Int
  /// The longitude in units of `10^-(grid.decimals + moreDecimals)` degrees.
  package let x: BigInteger
  package let y: BigInteger

  package init(moreDecimals: Int, x: BigInteger, y: BigInteger) {
    self.moreDecimals = moreDecimals
    self.x = x
    self.y = y
  }

  /// The longitude in decimal degrees, in -180 ... 180, no digit lost.
  package func longitudeText(on grid: Grid) -> String {
    let turn = BigInteger(360) * BigInteger.power(ofTen: grid.decimals + moreDecimals)
    let isWest = grid.crossesAntimeridian && turn < x + x
    return Self.text(isWest ? x - turn : x, decimals: grid.decimals + moreDecimals)
  }

  /// The latitude in decimal degrees, no digit lost.
  package func latitudeText(on grid: Grid) -> String {
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

extension Witness {
  /// A point of the grid.
  package init(x: Int64, y: Int64) {
    self.init(moreDecimals: 0, x: BigInteger(x), y: BigInteger(y))
  }

  /// The grid point south-west of the place, or the place itself.
  package var floor: GridPoint? {
    let scale = BigInteger.power(ofTen: moreDecimals)
    guard let x = BigInteger.floorQuotient(x, scale).asInt64,
      let y = BigInteger.floorQuotient(y, scale).asInt64
    else { return nil }
    return GridPoint(x, y)
  }

  /// Creates a point with `moreDecimals` decimals beyond the grid's, rounded down.
  package init(rounding point: ExactPoint, moreDecimals: Int) {
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
