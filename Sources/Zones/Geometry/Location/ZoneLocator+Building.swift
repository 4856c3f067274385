extension ZoneLocator {
  /// A map of which no index can be made.
  package enum Fault: Error, Hashable, Sendable {
    /// The rings of this zone cross each other or themselves.
    case ringsCross(zone: Int)
  }

  /// An index over a map. O((n + k) log n) for n edges with k crossings.
  ///
  /// Zones may overlap; ``Place/overlap(zone:)`` tells of positions where they do.
  package init(_ map: ZoneMap) throws(Fault) {
    try self.init(
      Arrangement(layers: map.zones.map(\.rings)), map.grid, identifiers: map.zones.map(\.id))
  }

  /// An index over an arrangement of as many layers as there are identifiers.
  package init(
    _ arrangement: Arrangement, _ grid: Grid, identifiers: [String]
  ) throws(Fault) {
    if let fault = arrangement.faultsOfRings.first { throw .ringsCross(zone: Int(fault.layer)) }
    let order = identifiers.indices.sorted {
      identifiers[$0].utf8.lexicographicallyPrecedes(identifiers[$1].utf8)
    }
    var rank = [Int32](repeating: 0, count: order.count)
    for (place, zone) in order.enumerated() { rank[zone] = Int32(place) }
    self.rank = rank
    self.grid = grid
    owners = arrangement.labels.labels.map { parts in
      let first = parts.min { rank[Int($0.layer)] < rank[Int($1.layer)] }
      return Owner(zone: first?.layer ?? -1, isOnly: parts.count == 1)
    }
    let factor = Grid.power(Self.decimals - grid.decimals)
    let parts = arrangement.edges.map { Self.edge($0, of: arrangement, factor) }
    edges = parts.map(\.edge)
    cells = CellTable(parts.map(\.edge), parts.map(\.box))
    for column in 0..<cells.columns {
      for row in 0..<cells.rows where cells.entries(column, row).isEmpty {
        let corner = GridPoint(cells.west(ofColumn: column), cells.south(ofRow: row))
        cells.setLabel(label(of: corner, column, row - 1), column, row)
      }
    }
  }

  private static func edge(
    _ edge: Arrangement.Edge, of arrangement: Arrangement, _ factor: Int64
  ) -> (edge: Edge, box: CellTable.Box) {
    let (first, second) = arrangement.ends(ofSegment: edge.segment)
    let (from, to) = (arrangement.position(of: edge.from), arrangement.position(of: edge.to))
    let start = GridPoint(first.x * factor, first.y * factor)
    let end = GridPoint(second.x * factor, second.y * factor)
    let (west, south) = scaled(from, factor)
    let (east, north) = scaled(to, factor)
    return (
      Edge(
        start: start, along: end - start, west: west.up, east: east.up, last: east.down,
        low: min(south.up, north.up), high: max(south.down, north.down),
        north: arrangement.faceLabels[Int(edge.left)],
        south: arrangement.faceLabels[Int(edge.right)]),
      CellTable.Box(
        west: west.down, south: min(south.down, north.down), east: east.up,
        north: max(south.up, north.up))
    )
  }

  private typealias Rounded = (down: Int64, up: Int64)

  /// Returns both coordinates in finer units, rounded down and up.
  private static func scaled(_ point: ExactPoint, _ factor: Int64) -> (x: Rounded, y: Rounded) {
    func scale(_ floor: Int64, _ remainder: Int128) -> Rounded {
      if remainder == 0 { return (floor * factor, floor * factor) }
      let (product, denominator) = (
        BigInteger(remainder) * BigInteger(factor), BigInteger(point.denominator)
      )
      let more = BigInteger.floorQuotient(product, denominator)
      let isWhole = more * denominator == product
      let down = floor * factor + (more.asInt64 ?? 0)
      return (down, isWhole ? down : down + 1)
    }
    return (scale(point.floor.x, point.remainderX), scale(point.floor.y, point.remainderY))
  }
}

extension Arrangement {
  /// All places where rings of one layer cross themselves or each other, and of each other face
  /// around which a layer winds more than once or the wrong way its first vertex; in the order of
  /// layers, then from west to east. O(n log n) for n edges.
  package var faultsOfRings: [SelfCrossing] {
    let told = Set(selfCrossings)
    var faces: [WrongFace: Int32] = [:]
    for edge in edges {
      for face in [edge.left, edge.right] {
        for part in cover(of: face) where part.winding != 1 {
          let wrong = WrongFace(layer: part.layer, face: face)
          let ends = [edge.from, edge.to]
          // A face with a crossing at one of its corners is told by that crossing.
          if let crossing = ends.first(where: { isCrossing($0, part.layer) }) {
            faces[wrong] = crossing
          } else if faces[wrong].map({ !isCrossing($0, part.layer) && edge.from < $0 }) ?? true {
            faces[wrong] = edge.from
          }
        }
      }
    }
    let others = faces.map { SelfCrossing(layer: $0.key.layer, vertex: $0.value) }
    return told.union(others).sorted { ($0.layer, $0.vertex) < ($1.layer, $1.vertex) }

    func isCrossing(_ vertex: Int32, _ layer: Int32) -> Bool {
      told.contains(SelfCrossing(layer: layer, vertex: vertex))
    }
  }

  /// A face around which a layer winds more than once or the wrong way.
  private struct WrongFace: Hashable {
    let layer: Int32
    let face: Int32
  }
}
