import Zones

extension CityMap {
  /// 1,500 metres at the equator, in millionths of a degree.
  private static let side: Int64 = 13_490

  /// An imaginary city of square zones of 1,500 metres, numbered row by row from the south-west and
  /// called Z1, Z2 …: that many zones or slightly more, as square as may be. Its south-western
  /// corner is where the equator meets the meridian of Greenwich.
  package init(squares: Int) {
    let count = min(max(1, squares), 1_000_000)
    let columns = Int(Double(count).squareRoot().rounded(.up))
    let rows = (count + columns - 1) / columns
    let zones = (0..<columns * rows).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let west = Int64(column) * Self.side
      let south = Int64(row) * Self.side
      let (east, north) = (west + Self.side, south + Self.side)
      return ZoneMap.Zone(
        id: "Z\(index + 1)",
        rings: [
          ZoneMap.Ring(
            points: [
              GridPoint(west, south), GridPoint(east, south), GridPoint(east, north),
              GridPoint(west, north),
            ], isHole: false)
        ])
    }
    do {
      try self.init(ZoneMap(grid: Grid(decimals: 6), zones: zones))
    } catch {
      preconditionFailure("squares cross themselves")
    }
  }
}
