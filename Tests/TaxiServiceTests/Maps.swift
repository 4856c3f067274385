import TaxiService
import Zones

/// Small maps.
enum Maps {
  /// Zones from west to east, each 0.01° wide and 0.04° high, the first at the given longitude in
  /// hundredths of a degree.
  static func stripes(_ names: [String], from west: Int64 = 0) throws -> CityMap {
    let zones = names.enumerated().map { index, name in
      let (x, y) = (west + Int64(index), Int64(4))
      return ZoneMap.Zone(
        id: name,
        rings: [
          ZoneMap.Ring(
            points: [
              GridPoint(x, 0), GridPoint(x + 1, 0), GridPoint(x + 1, y), GridPoint(x, y),
            ], isHole: false)
        ])
    }
    let last = west + Int64(names.count)
    return try CityMap(
      ZoneMap(grid: Grid(decimals: 2, crossesAntimeridian: last > 18_000), zones: zones))
  }

  static func position(_ longitude: Double, _ latitude: Double) -> Position {
    Position(
      longitude: Int64((longitude * 1_000_000).rounded()),
      latitude: Int64((latitude * 1_000_000).rounded()))
  }
}
