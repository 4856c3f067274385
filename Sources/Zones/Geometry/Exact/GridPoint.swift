/// A point of the map's decimal grid: whole multiples of the grid's unit, longitude and latitude.
///
/// Degrees of a ``Grid`` have few enough decimals that the difference of two coordinates fits an
/// `Int64` and the cross product of two differences an `Int128`.
package struct GridPoint: Hashable, Sendable, Comparable {
  /// The longitude, in units of the grid.
  package var x: Int64
  /// The latitude, in units of the grid.
  package var y: Int64

  /// Longitude first, then latitude.
  package init(_ x: Int64, _ y: Int64) {
    self.x = x
    self.y = y
  }

  /// Orders points from west to east; on one meridian from south to north.
  package static func < (a: GridPoint, b: GridPoint) -> Bool {
    a.x != b.x ? a.x < b.x : a.y < b.y
  }

  /// The way from `b` to `a`.
  package static func - (a: GridPoint, b: GridPoint) -> GridVector {
    GridVector(x: a.x - b.x, y: a.y - b.y)
  }
}

/// The difference of two grid points.
package struct GridVector: Hashable, Sendable {
  /// The distance to the east, in units of the grid.
  package let x: Int64
  /// The distance to the north, in units of the grid.
  package let y: Int64

  /// Returns twice the signed area of the triangle between both: above 0 if `other` is to the left.
  package func cross(_ other: GridVector) -> Int128 {
    Int128(x) * Int128(other.y) - Int128(y) * Int128(other.x)
  }
}

/// Returns on which side of the directed line from `a` to `b` the point `c` is: 1 left, -1 right, 0
/// on it.
package func orientation(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
  (b - a).cross(c - a).signum
}

extension Int128 {
  var signum: Int { self > 0 ? 1 : self < 0 ? -1 : 0 }
}
