extension ZoneMap {
  /// The winding numbers of all zones around places, those that are 0 left out; nil for a place
  /// that lies on a ring.
  ///
  /// Equal to asking ``Zone/winding(around:)`` of each zone and place: computed from the rings
  /// alone, without the arrangement. Only edges that span a place's meridian are looked at, so the
  /// cost is O(p log p + n log p + h) for p places, n edges and h such pairs.
  package static func windings(of zones: [Zone], around places: [Witness]) -> [[Int: Int]?] {
    var columns: [(cell: GridPoint, place: Int)] = []
    for (index, place) in places.enumerated() {
      if let cell = place.floor { columns.append((cell, index)) }
    }
    columns.sort { ($0.cell.x, $0.place) < ($1.cell.x, $1.place) }
    var result = [[Int: Int]?](repeating: [:], count: places.count)
    for (number, zone) in zones.enumerated() {
      for ring in zone.rings {
        guard var from = ring.points.last else { continue }
        for to in ring.points {
          let (west, east) = (min(from.x, to.x), max(from.x, to.x))
          var column = firstColumn(notWestOf: west, in: columns)
          while column < columns.count, columns[column].cell.x <= east {
            let (cell, index) = columns[column]
            column += 1
            guard let turn = turn(from, to, places[index], cell) else {
              result[index] = Optional<[Int: Int]>.none
              continue
            }
            if turn != 0 { result[index]?[number, default: 0] += turn }
          }
          from = to
        }
      }
    }
    return result.map { $0?.filter { $0.value != 0 } }
  }

  private static func firstColumn(
    notWestOf x: Int64, in columns: [(cell: GridPoint, place: Int)]
  ) -> Int {
    var low = 0
    var high = columns.count
    while low < high {
      let middle = (low + high) / 2
      if columns[middle].cell.x < x { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Computes the same as ``Zone/turn(_:_:_:_:)``, on the grid alone if the edge is north or south
  /// of the whole row of the place. Ends of edges are grid points, so `end.x <= place.x` is `end.x
  /// <= cell.x`.
  private static func turn(
    _ from: GridPoint, _ to: GridPoint, _ place: Witness, _ cell: GridPoint
  ) -> Int? {
    if max(from.y, to.y) < cell.y { return 0 }
    if min(from.y, to.y) > cell.y {
      if from.x <= cell.x, cell.x < to.x { return -1 }
      return to.x <= cell.x && cell.x < from.x ? 1 : 0
    }
    return Zone.turn(from, to, place, BigInteger.power(ofTen: place.moreDecimals))
  }
}
