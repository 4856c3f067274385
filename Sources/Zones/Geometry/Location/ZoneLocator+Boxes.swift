extension ZoneLocator {
  /// An open box on the locator's grid of 16 decimals.
  package struct Box: Hashable, Sendable {
    package let west, south, east, north: Int64

    package init(west: Int64, south: Int64, east: Int64, north: Int64) {
      (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    package func intersection(_ other: Box) -> Box? {
      let box = Box(
        west: max(west, other.west), south: max(south, other.south), east: min(east, other.east),
        north: min(north, other.north))
      return box.west < box.east && box.south < box.north ? box : nil
    }
  }

  /// The labels of all faces that meet a box; also such that only touch it.
  package func labels(in box: Box) -> Set<Int32> {
    var result: Set<Int32> = []
    for index in edges(near: box) {
      let edge = edges[Int(index)]
      if isMeeting(edge, box) { result.formUnion([edge.north, edge.south]) }
    }
    if result.isEmpty {
      let corner = GridPoint(box.west, box.south)
      if let (column, row) = cells.cell(of: corner) {
        result.insert(label(of: corner, column, row))
      } else {
        result.insert(LabelTable.nothing)
      }
    }
    return result
  }

  /// Edges of different zones that have no end in common and whose boxes are nearer to each other
  /// than a distance in units: for each the box in which they are so near.
  package func nearPairs(within distance: Int64) -> [Box] {
    var result: Set<Box> = []
    for (index, edge) in edges.enumerated() {
      let around = grown(edge, by: distance)
      for other in edges(near: around) where other > index {
        let second = edges[Int(other)]
        let isSameBorder =
          (edge.north, edge.south) == (second.north, second.south)
          || (edge.north, edge.south) == (second.south, second.north)
        guard !isSameBorder, !haveCommonEnd(edge, second),
          let box = around.intersection(grown(second, by: distance))
        else { continue }
        result.insert(box)
      }
    }
    return result.sorted {
      ($0.west, $0.south, $0.east, $0.north) < ($1.west, $1.south, $1.east, $1.north)
    }
  }

  private func edges(near box: Box) -> Set<Int32> {
    var result: Set<Int32> = []
    for (column, row) in cells.cells(in: box) {
      for index in cells.entries(column, row) { result.insert(cells.entries[index]) }
    }
    return result
  }

  private func isMeeting(_ edge: Edge, _ box: Box) -> Bool {
    guard edge.west <= box.east, edge.east >= box.west else { return false }
    let (south, north) = latitudes(of: edge)
    guard south <= box.north, north >= box.south else { return false }
    var sides: Set<Int> = []
    for x in [box.west, box.east] {
      for y in [box.south, box.north] {
        sides.insert(edge.along.cross(GridPoint(x, y) - edge.start).signum)
      }
    }
    return sides != [1] && sides != [-1]
  }

  /// The latitudes of the input segment on which the edge lies.
  private func latitudes(of edge: Edge) -> (Int64, Int64) {
    let end = edge.start.y + edge.along.y
    return (min(edge.start.y, end), max(edge.start.y, end))
  }

  private func grown(_ edge: Edge, by distance: Int64) -> Box {
    let (south, north) = latitudes(of: edge)
    return Box(
      west: edge.west - distance, south: south - distance, east: edge.east + distance,
      north: north + distance)
  }

  private func haveCommonEnd(_ a: Edge, _ b: Edge) -> Bool {
    let first = [a.start, GridPoint(a.start.x + a.along.x, a.start.y + a.along.y)]
    return first.contains(b.start)
      || first.contains(GridPoint(b.start.x + b.along.x, b.start.y + b.along.y))
  }
}

extension CellTable {
  /// The cells that a closed box meets.
  func cells(in box: ZoneLocator.Box) -> [(column: Int, row: Int)] {
    var result: [(column: Int, row: Int)] = []
    for column in indices(box.west, box.east, from: origin.x, columns) {
      for row in indices(box.south, box.north, from: origin.y, rows) {
        result.append((column, row))
      }
    }
    return result
  }

  /// The columns or rows that a range meets.
  private func indices(
    _ low: Int64, _ high: Int64, from origin: Int64, _ count: Int
  ) -> Range<Int> {
    if high < origin { return 0..<0 }
    let first = low < origin ? 0 : Int(min((low - origin) >> Int64(shift), Int64(count)))
    let last = Int(min((high - origin) >> Int64(shift), Int64(count - 1)))
    return first..<max(first, last + 1)
  }
}
