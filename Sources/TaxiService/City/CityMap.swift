import Zones

/// The division of a city into zones on the earth: whose place a position is, which zones lie
/// beside each other, and how far it is from one position to another.
///
/// Zones are found exactly. Distances are those on a plane: a degree of latitude is as long as on
/// the sphere with the surface of the earth, a degree of longitude as long as halfway between the
/// city's northern and southern ends. They use sums, products, quotients and square roots only,
/// which are the same on every platform.
package struct CityMap: Sendable {
  /// The names of the zones, in the order of the map.
  package let names: [String]
  /// The zones that share a border with each zone, the longest border first; by zone.
  package let neighbours: [[ZoneID]]
  /// The bounds of all zones, in millionths of a degree. East may be beyond 180°.
  let west, east, south, north: Int64
  /// The length of a millionth of a degree in metres.
  let eastMetres, northMetres: Double
  private let locator: ZoneLocator

  /// - Throws: The rings of a zone cross each other or themselves.
  package init(_ map: ZoneMap) throws(ZoneLocator.Fault) {
    locator = try ZoneLocator(map)
    names = map.zones.map(\.id)
    neighbours = map.neighbours.map { $0.map { ZoneID(Int32($0)) } }
    let points = map.zones.lazy.flatMap { $0.rings.lazy.flatMap(\.points) }
    func millionths(_ units: Int64) -> Int64 {
      let decimals = map.grid.decimals
      return decimals > 6
        ? units / Grid.power(decimals - 6) : units * Grid.power(6 - decimals)
    }
    west = millionths(points.map(\.x).min() ?? 0)
    east = millionths(points.map(\.x).max() ?? 0)
    south = millionths(points.map(\.y).min() ?? 0)
    north = millionths(points.map(\.y).max() ?? 0)
    let degree = Double.pi / 180 / 1_000_000
    northMetres = 6_371_007.181 * degree
    eastMetres = northMetres * Self.cosine(Double(south + north) / 2 * degree)
  }

  /// The number of zones.
  package var count: Int { names.count }

  /// The zone of a place; nil: it is outside the city. A place on a border belongs to the zone
  /// whose name comes first in the order of bytes.
  package func zone(at position: Position) -> ZoneID? {
    let place = locator.place(
      longitude: Int64(position.longitude) * Self.unit,
      latitude: Int64(position.latitude) * Self.unit)
    return place.zone.map { ZoneID(Int32($0)) }
  }

  /// A millionth of a degree in the units of the locator.
  private static let unit = Grid.power(ZoneLocator.decimals - 6)

  /// Metres, as the crow flies.
  package func distance(_ from: Position, _ to: Position) -> Double {
    let (x, y) = difference(from, to)
    return (x * x + y * y).squareRoot()
  }

  /// Returns the place that is the given number of metres nearer to another place, or that place
  /// itself if it is not farther away.
  func moved(_ from: Position, _ metres: Double, towards target: Position) -> Position {
    let (x, y) = difference(from, target)
    let distance = (x * x + y * y).squareRoot()
    guard distance > metres else { return target }
    let part = metres / distance
    return Position(
      longitude: Int64(from.longitude) + Int64((x * part / eastMetres).rounded()),
      latitude: Int64(from.latitude) + Int64((y * part / northMetres).rounded()))
  }

  /// Metres east and north, the shorter way around the earth.
  private func difference(_ from: Position, _ to: Position) -> (x: Double, y: Double) {
    var x = Int64(to.longitude) - Int64(from.longitude)
    if x > Position.circle / 2 { x -= Position.circle }
    if x < -Position.circle / 2 { x += Position.circle }
    return (
      Double(x) * eastMetres, Double(Int64(to.latitude) - Int64(from.latitude)) * northMetres
    )
  }

  /// The cosine of an angle of at most a right one, by its series: the platform's function may
  /// differ in the last bit. At least a hundred-thousandth, so that it can be divided by.
  private static func cosine(_ angle: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    for step in stride(from: 1.0, to: 30, by: 2) {
      term *= -angle * angle / (step * (step + 1))
      sum += term
    }
    return max(sum, 0.000_01)
  }
}
