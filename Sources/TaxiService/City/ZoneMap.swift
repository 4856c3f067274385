/// A place, in metres east and north of the south-west corner of the city.
public struct Position: Hashable, Sendable {
  public var east: Double
  public var north: Double

  public init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// Metres, as the crow flies.
  public func distance(to other: Position) -> Double {
    let (x, y) = (other.east - east, other.north - north)
    return (x * x + y * y).squareRoot()
  }

  /// So many metres nearer to another place, or there.
  func moved(_ metres: Double, towards other: Position) -> Position {
    let distance = distance(to: other)
    guard distance > metres else { return other }
    let part = metres / distance
    return Position(
      east: east + (other.east - east) * part, north: north + (other.north - north) * part)
  }
}

/// The division of a city into square zones of equal size, numbered row by row. Its edges belong
/// to the zone to the north-east of them.
public struct ZoneMap: Hashable, Sendable {
  public let columns: Int
  public let rows: Int
  /// The side of a zone in metres.
  public let side: Double

  /// At least one zone of at least a metre.
  public init(columns: Int, rows: Int, side: Double) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.side = max(1, side)
  }

  /// A map of that many zones or slightly more, as square as may be.
  public init(zones: Int, side: Double) {
    let columns = Int(Double(max(1, zones)).squareRoot().rounded(.up))
    self.init(columns: columns, rows: (max(1, zones) + columns - 1) / columns, side: side)
  }

  public var count: Int { columns * rows }
  public var width: Double { Double(columns) * side }
  public var height: Double { Double(rows) * side }

  /// The zone of a place; nil: it is outside the city.
  public func zone(at position: Position) -> ZoneID? {
    guard position.east >= 0, position.north >= 0, position.east < width,
      position.north < height
    else { return nil }
    return ZoneID(Int32(Int(position.north / side) * columns + Int(position.east / side)))
  }
}

extension TaxiService {
  /// The zone that counts for a place at present; nil: it is outside the city.
  public func zone(at position: Position, on map: ZoneMap) -> ZoneID? {
    guard let zone = map.zone(at: position), zones.indices.contains(Int(zone.index)) else {
      return nil
    }
    return zoneInForce(from: zone)
  }
}
