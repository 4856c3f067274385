import TestSupport
import Testing
import Zones

@Suite("Which zones have borders in common")
struct NeighbourTests {
  private func zone(_ id: String, _ corners: [(Int64, Int64)]) -> ZoneMap.Zone {
    ZoneMap.Zone(
      id: id,
      rings: [ZoneMap.Ring(points: corners.map { GridPoint($0.0, $0.1) }, isHole: false)])
  }

  @Test("The longest border first, of equal ones the first id; a point is no border")
  func order() {
    let zones = [
      zone("middle", [(0, 0), (4, 0), (4, 3), (0, 3)]),
      zone("y", [(4, 0), (6, 0), (6, 3), (4, 3)]),
      zone("x", [(-2, 0), (0, 0), (0, 3), (-2, 3)]),
      zone("above", [(0, 3), (4, 3), (4, 5), (0, 5)]),
      zone("corner", [(4, 3), (6, 3), (6, 5), (4, 5)]),
      zone("far", [(10, 10), (11, 10), (11, 11), (10, 11)]),
    ]
    let map = ZoneMap(grid: Grid(decimals: 0), zones: zones)
    // Middle: 4 along the top, 3 with x and y each; the corner only touches it.
    #expect(map.neighbours == [[3, 2, 1], [0, 4], [0], [0, 4], [3, 1], []])
  }

  @Test("Who borders on one is bordered on by it", arguments: 0..<8)
  func symmetry(seed: UInt64) {
    let map = RandomDivision.make(seed: seed, columns: 4, rows: 3, bends: Int(seed % 4))
    let neighbours = map.neighbours
    #expect(neighbours.count == map.zones.count)
    for (zone, others) in neighbours.enumerated() {
      #expect(!others.isEmpty && !others.contains(zone))
      #expect(Set(others).count == others.count)
      for other in others { #expect(neighbours[other].contains(zone)) }
    }
  }
}
