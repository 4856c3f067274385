import Basics
import Zones

/// A random division that is a partition by construction: the cells of a bent net, some of them
/// with an enclave, some in one zone with a cell elsewhere, some with a corner that the neighbour
/// has not.
package struct RandomDivision {
  /// Units between the knots of the net.
  private static let spacing: Int64 = 1_000

  private let columns: Int
  private let rows: Int
  private let bends: Int
  private var random: SplitMix64
  private var knots: [[GridPoint]] = []
  /// The points between two knots, from west to east or from south to north.
  private var rowLines: [[[GridPoint]]] = []
  private var columnLines: [[[GridPoint]]] = []

  private init(_ seed: UInt64, _ columns: Int, _ rows: Int, _ bends: Int) {
    (self.columns, self.rows, self.bends) = (columns, rows, bends)
    random = SplitMix64(seed: seed)
  }

  /// - Parameter bends: how many points lie on each side of a cell.
  package static func make(seed: UInt64, columns: Int, rows: Int, bends: Int) -> ZoneMap {
    var division = RandomDivision(seed, columns, rows, bends)
    division.weave()
    return division.zones()
  }

  private mutating func weave() {
    let spacing = Self.spacing
    let origin = GridPoint(-740_000_000, 405_000_000)
    for column in 0...columns {
      knots.append([])
      for row in 0...rows {
        knots[column].append(
          GridPoint(
            origin.x + Int64(column) * spacing + .random(in: -150...150, using: &random),
            origin.y + Int64(row) * spacing + .random(in: -150...150, using: &random)))
      }
    }
    for column in 0...columns {
      rowLines.append([])
      columnLines.append([])
      for row in 0...rows {
        let knot = knots[column][row]
        if column < columns { rowLines[column].append(bent(knot, knots[column + 1][row])) }
        if row < rows { columnLines[column].append(bent(knot, knots[column][row + 1])) }
      }
    }
  }

  /// Points between a quarter and three quarters of the way, moved a little to either side.
  private mutating func bent(_ a: GridPoint, _ b: GridPoint) -> [GridPoint] {
    (0..<bends).map { index in
      let share = Double(index + 1) / Double(bends + 1) / 2 + 0.25
      let x = Double(a.x) + Double(b.x - a.x) * share
      let y = Double(a.y) + Double(b.y - a.y) * share
      // Across the way, so that the order along it stays.
      let offset = Int64.random(in: -70...70, using: &random)
      let isFlat = abs(b.x - a.x) > abs(b.y - a.y)
      return GridPoint(Int64(x) + (isFlat ? 0 : offset), Int64(y) + (isFlat ? offset : 0))
    }
  }

  private mutating func zones() -> ZoneMap {
    var rings: [[ZoneMap.Ring]] = []
    for column in 0..<columns {
      for row in 0..<rows {
        var cell = [ZoneMap.Ring(points: border(column, row), isHole: false)]
        if Int.random(in: 0..<4, using: &random) == 0 {
          let enclave = diamond(in: column, row)
          cell.append(ZoneMap.Ring(points: enclave.reversed(), isHole: true))
          rings.append([ZoneMap.Ring(points: enclave, isHole: false)])
        }
        rings.append(cell)
      }
    }
    // A zone of two cells that do not touch, now and then.
    if columns >= 3, Bool.random(using: &random) {
      let first = ZoneMap.Ring(points: border(0, 0), isHole: false)
      let last = ZoneMap.Ring(points: border(columns - 1, rows - 1), isHole: false)
      if let a = rings.firstIndex(of: [first]), let b = rings.firstIndex(of: [last]) {
        rings[a].append(last)
        rings.remove(at: b)
      }
    }
    return ZoneMap(
      grid: Grid(decimals: 7),
      zones: rings.enumerated().map { ZoneMap.Zone(id: "zone \($0)", rings: $1) })
  }

  private func border(_ column: Int, _ row: Int) -> [GridPoint] {
    [knots[column][row]] + rowLines[column][row] + [knots[column + 1][row]]
      + columnLines[column + 1][row] + [knots[column + 1][row + 1]]
      + rowLines[column][row + 1].reversed() + [knots[column][row + 1]]
      + columnLines[column][row].reversed()
  }

  private mutating func diamond(in column: Int, _ row: Int) -> [GridPoint] {
    let (low, high) = (knots[column][row], knots[column + 1][row + 1])
    let center = GridPoint((low.x + high.x) / 2, (low.y + high.y) / 2)
    let size = Int64.random(in: 20...120, using: &random)
    return [
      GridPoint(center.x - size, center.y), GridPoint(center.x, center.y - size),
      GridPoint(center.x + size, center.y), GridPoint(center.x, center.y + size),
    ]
  }
}
