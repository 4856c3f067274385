/// Finds the zone of a position, exactly: an index over a map from which each answer takes a few
/// comparisons of whole numbers and no memory.
///
/// Positions may have up to ``decimals`` decimals for any map. The plane is cut into columns and
/// rows of cells; a cell lists the edges that pass it. The nearest edge south of a position tells
/// the zone between them; if the cell has none, the cell south of it is asked.
package struct ZoneLocator: Sendable {
  /// The place at which a position lies.
  package enum Place: Hashable, Sendable {
    /// Strictly inside this zone, by its index in the map, and no other.
    case inside(zone: Int)
    /// The border of this zone: of the zones that touch the place, the one whose identifier comes
    /// first in the order of bytes.
    case border(zone: Int)
    /// The inside of several zones; of these the one whose identifier comes first.
    case overlap(zone: Int)
    /// No zone and no border.
    case outside

    /// The zone that has the place.
    package var zone: Int? {
      switch self {
      case .inside(let zone), .border(let zone), .overlap(let zone): zone
      case .outside: nil
      }
    }
  }

  /// The number of decimals of a degree to which positions are taken: 16, a hundredth of a
  /// nanometre; further decimals of a longer text are cut off.
  package static let decimals = Grid.mostDecimals

  struct Edge {
    /// The line, directed from west to east; the ends may lie beyond those of the edge.
    let start: GridPoint
    let along: GridVector
    /// The whole longitudes that the edge covers: from the first up to, but not with, the second.
    let west: Int64
    let east: Int64
    /// The whole coordinates of points that can be on it: the last longitude, and the first and
    /// the last latitude.
    let last: Int64
    let low: Int64
    let high: Int64
    /// The label north of the edge, and the one south of it.
    let north: Int32
    let south: Int32
  }

  let grid: Grid
  let edges: [Edge]
  /// The zone of each label, and whether it is the only one.
  let owners: [Owner]
  /// The order of identifiers.
  let rank: [Int32]
  var cells: CellTable

  struct Owner {
    let zone: Int32
    let isOnly: Bool
  }

  /// The number of edges in the cells of the index, each counted once a cell.
  package var entryCount: Int { cells.entries.count }

  /// The place of a position in units of ``decimals``; both within ±180 and ±90 degrees.
  package func place(longitude: Int64, latitude: Int64) -> Place {
    let isWest = grid.crossesAntimeridian && longitude < 0
    let point = GridPoint(longitude + (isWest ? 360 * Grid.power(Self.decimals) : 0), latitude)
    guard let (column, row) = cells.cell(of: point) else { return .outside }
    let range = cells.entries(column, row)
    for index in range where isOn(edges[Int(cells.entries[index])], point) {
      return border(range, point)
    }
    let owner = owners[Int(label(of: point, column, row))]
    if owner.zone < 0 { return .outside }
    return owner.isOnly ? .inside(zone: Int(owner.zone)) : .overlap(zone: Int(owner.zone))
  }

  /// The label of a point that is on no edge, in this column and in this row or north of it, with
  /// no edge between. Goes south until a cell knows.
  func label(of point: GridPoint, _ column: Int, _ row: Int) -> Int32 {
    var row = row
    while row >= 0 {
      let range = cells.entries(column, row)
      if range.isEmpty { return cells.label(column, row) }
      var nearest: Int32 = -1
      for index in range {
        let edge = edges[Int(cells.entries[index])]
        guard edge.west <= point.x, point.x < edge.east, isAbove(point, edge) else { continue }
        if nearest < 0 || isHigher(edge, edges[Int(nearest)], below: point) {
          nearest = cells.entries[index]
        }
      }
      if nearest >= 0 {
        // Only an edge within the cell is certain to be nearer than all edges of other cells.
        let edge = edges[Int(nearest)]
        let bottom = GridPoint(point.x, cells.south(ofRow: row))
        if !isAbove(bottom, edge) { return edge.north }
      }
      row -= 1
    }
    return LabelTable.nothing
  }

  private func isOn(_ edge: Edge, _ point: GridPoint) -> Bool {
    point.x >= edge.west && point.x <= edge.last && point.y >= edge.low && point.y <= edge.high
      && edge.along.cross(point - edge.start) == 0
  }

  /// Returns true if a point is north of an edge that has its longitude.
  @inline(__always)
  private func isAbove(_ point: GridPoint, _ edge: Edge) -> Bool {
    if point.y > edge.high { return true }
    if point.y < edge.low { return false }
    return edge.along.cross(point - edge.start) > 0
  }

  /// Returns true if the first of two edges south of a point is the nearer one. At a common western
  /// end that is the steeper one.
  private func isHigher(_ a: Edge, _ b: Edge, below point: GridPoint) -> Bool {
    // Between the ends of an edge it is less than a unit beyond its whole latitudes.
    if a.low > b.high + 1 { return true }
    if b.low > a.high + 1 { return false }
    let order =
      (WideInteger(a.along.cross(point - a.start), times: Int128(b.along.x))
      - WideInteger(b.along.cross(point - b.start), times: Int128(a.along.x))).signum
    return order != 0 ? order < 0 : b.along.cross(a.along) > 0
  }

  /// Returns, of all zones whose edges go through the point, the one whose identifier comes first.
  private func border(_ range: Range<Int>, _ point: GridPoint) -> Place {
    var best: Int32 = -1
    for index in range {
      let edge = edges[Int(cells.entries[index])]
      guard isOn(edge, point) else { continue }
      for label in [edge.north, edge.south] {
        let zone = owners[Int(label)].zone
        if zone >= 0, best < 0 || rank[Int(zone)] < rank[Int(best)] { best = zone }
      }
    }
    return best < 0 ? .outside : .border(zone: Int(best))
  }
}
