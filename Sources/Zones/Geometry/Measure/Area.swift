/// Areas on the sphere that has the surface of the WGS 84 ellipsoid, within edges that are straight
/// in longitude and latitude. Latitudes are taken as they are, so an area differs from the
/// ellipsoid's by less than half a percent; that is the projection, and within it the bounds are
/// certain.
package enum Area {
  /// Metres: the radius of that sphere.
  static let radius = Interval(6_371_007.180_9, 6_371_007.181_0)

  /// Square metres within the closed lines that these directed edges make up, with the inside on
  /// their left. Linear in their number.
  package static func bounds(
    _ edges: [(from: ExactPoint, to: ExactPoint)], on grid: Grid
  ) -> Interval {
    guard let origin = edges.first?.from.floor else { return Interval(0, 0) }
    let unit = Interval.pi / Interval(exactly: 180 * Int128(grid.unitsPerDegree))
    var measure = Measure(origin: origin, unit: unit)
    for edge in edges { measure.add(edge.from, edge.to) }
    let scale = radius * radius
    let both = measure.planar.intersection(measure.spherical)
    let area = scale * both
    return Interval(max(0, area.lower), max(0, area.upper))
  }

  /// Returns the approximate length of a line along these edges, in metres on the same sphere.
  /// Rounded.
  package static func length(
    _ edges: [(from: ExactPoint, to: ExactPoint)], on grid: Grid
  ) -> Double {
    guard let origin = edges.first?.from.floor else { return 0 }
    let unit = Double.pi / 180 / Double(grid.unitsPerDegree)
    let shrink = shrinkage(atLatitude: Double(origin.y) / Double(grid.unitsPerDegree))
    let sum = edges.reduce(0.0) { sum, edge in
      let x = (edge.to.offsetX(from: origin) - edge.from.offsetX(from: origin)) * shrink
      let y = edge.to.offsetY(from: origin) - edge.from.offsetY(from: origin)
      return sum + (x * x + y * y).squareRoot()
    }
    return sum * unit * radius.upper
  }

  /// Returns the approximate length of a degree of longitude at a latitude in degrees, as a share
  /// of its length at the equator; for pictures.
  package static func shrinkage(atLatitude latitude: Double) -> Double {
    Interval(latitude * .pi / 180).cosine.upper
  }

  private struct Measure {
    let origin: GridPoint
    /// A unit of the grid in radians.
    let unit: Interval
    /// Twice the area in squares of the grid, split into edges between grid points and the others.
    var whole: Int128 = 0
    var part = Interval(0.0)
    /// ∮ (sin φ - sin φ₀) dλ
    var integral = Interval(0.0)
    var south = Int64.max
    var north = Int64.min

    init(origin: GridPoint, unit: Interval) {
      self.origin = origin
      self.unit = unit
    }

    mutating func add(_ from: ExactPoint, _ to: ExactPoint) {
      south = min(south, from.floor.y)
      north = max(north, from.floor.y + (from.isOnGrid ? 0 : 1))
      let (x0, y0) = offset(from)
      let (x1, y1) = offset(to)
      if from.isOnGrid, to.isOnGrid {
        whole += (from.floor - origin).cross(to.floor - origin)
      } else {
        part = part + (x0 * y1 - x1 * y0)
      }
      // On a straight edge sin φ is on average sin(middle) · sin(half)/half. Differences are
      // written as products so that they do not cancel.
      let base = unit * Interval(exactly: Int128(origin.y))
      let middle = unit * (y0 + y1) * Interval(0.5)
      let half = unit * (y1 - y0) * Interval(0.5)
      let square = half * half
      let sixth = Interval(max(0, square.lower), square.upper) / Interval(6.0)
      let loss = sixth * Interval.series(square, from: 4)
      let quarter = middle * Interval(0.5)
      let difference = Interval(2.0) * (base + quarter).cosine * quarter.sine
      let mean = difference - (difference + base.sine) * loss
      integral = integral - unit * (x1 - x0) * mean
    }

    private func offset(_ point: ExactPoint) -> (x: Interval, y: Interval) {
      let x = Interval(exactly: Int128(point.floor.x) - Int128(origin.x))
      let y = Interval(exactly: Int128(point.floor.y) - Int128(origin.y))
      if point.isOnGrid { return (x, y) }
      let denominator = Interval(exactly: point.denominator)
      return (
        x + Interval(exactly: point.remainderX) / denominator,
        y + Interval(exactly: point.remainderY) / denominator
      )
    }

    /// The area of the plane map, by the least and the greatest cosine of the latitudes in it.
    var planar: Interval {
      let sum = Interval(exactly: whole) + part
      let flat = Interval(0.5) * Interval(max(0, sum.lower), max(0, sum.upper)) * unit * unit
      let a = (unit * Interval(exactly: Int128(south))).cosine
      let b = (unit * Interval(exactly: Int128(north))).cosine
      let equator = south <= 0 && north >= 0
      let factor = Interval(max(0, min(a.lower, b.lower)), equator ? 1 : max(a.upper, b.upper))
      return flat * factor
    }

    var spherical: Interval { integral }
  }
}

extension ExactPoint {
  /// Units of the grid east of a grid point, rounded.
  fileprivate func offsetX(from origin: GridPoint) -> Double {
    Double(floor.x - origin.x) + Double(remainderX) / Double(denominator)
  }

  /// Units of the grid north of a grid point, rounded.
  fileprivate func offsetY(from origin: GridPoint) -> Double {
    Double(floor.y - origin.y) + Double(remainderY) / Double(denominator)
  }
}
