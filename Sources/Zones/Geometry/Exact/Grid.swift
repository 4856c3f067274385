/// The decimal grid on which all coordinates of a check are whole numbers: the finest that one of
/// them needs.
package struct Grid: Hashable, Sendable {
  /// 16 decimals of a degree: 360° are then 3.6·10¹⁸ units, and the difference of two coordinates
  /// fits an `Int64`. 10⁻¹⁶ degrees are 11 picometres.
  package static let mostDecimals = 16

  /// The unit is `10^-decimals` degrees.
  package let decimals: Int
  /// True if western longitudes are counted on beyond 180°, because the map lies across the
  /// antimeridian.
  package let crossesAntimeridian: Bool

  /// - Parameter decimals: From 0 to ``mostDecimals``; traps otherwise.
  package init(decimals: Int, crossesAntimeridian: Bool = false) {
    precondition((0...Self.mostDecimals).contains(decimals), "more decimals than fit")
    self.decimals = decimals
    self.crossesAntimeridian = crossesAntimeridian
  }

  /// Units in a degree.
  package var unitsPerDegree: Int64 { Self.power(decimals) }

  /// The grid point of a position in degrees; it has at most the grid's decimals. Longitudes that
  /// run on beyond 180 are brought into the range of the grid: -180 to 180, or 0 to 360 if it
  /// crosses the antimeridian.
  package func point(longitude: DecimalNumber, latitude: DecimalNumber) -> GridPoint {
    let x = longitude.scaled(to: decimals)
    let half = 180 * unitsPerDegree
    let (low, high) = crossesAntimeridian ? (0, 2 * half) : (-half, half)
    return GridPoint(
      x < low ? x + 2 * half : x > high ? x - 2 * half : x, latitude.scaled(to: decimals))
  }

  /// A longitude as it is written: in -180 ... 180.
  package func longitudeText(_ x: Int64) -> String {
    let limit = 180 * unitsPerDegree
    return text(crossesAntimeridian && x > limit ? x - 2 * limit : x)
  }

  /// A latitude as it is written: decimal degrees without needless zeros.
  package func latitudeText(_ y: Int64) -> String { text(y) }

  /// A number of units as decimal degrees, without needless zeros.
  private func text(_ units: Int64) -> String {
    let (whole, fraction) = units.magnitude.quotientAndRemainder(
      dividingBy: unitsPerDegree.magnitude)
    var result = (units < 0 ? "-" : "") + String(whole)
    if fraction == 0 { return result }
    let digits = String(fraction)
    result += "." + String(repeating: "0", count: decimals - digits.utf8.count) + digits
    while result.utf8.last == UInt8(ascii: "0") { result.removeLast() }
    return result
  }

  /// 10 to the power of 0 ... 18.
  package static func power(_ exponent: Int) -> Int64 { powers[exponent] }

  private static let powers: [Int64] = (0...18).map { exponent in
    (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
  }
}
