import Findings
import Testing
import Zones

/// A ring of these corners.
func ring(_ corners: (Int64, Int64)..., isHole: Bool = false) -> ZoneMap.Ring {
  ZoneMap.Ring(points: corners.map { GridPoint($0.0, $0.1) }, isHole: isHole)
}

func box(_ west: Int64, _ south: Int64, _ east: Int64, _ north: Int64) -> ZoneMap.Ring {
  ring((west, south), (east, south), (east, north), (west, north))
}

/// Zones named a, b, c, … on a grid of seven decimals.
func map(_ zones: [[ZoneMap.Ring]]) -> ZoneMap {
  ZoneMap(
    grid: Grid(decimals: 7),
    zones: zip("abcdefgh", zones).map { ZoneMap.Zone(id: String($0), rings: $1) })
}

@Suite("The exact verdict")
struct PartitionTests {
  private func kinds(_ partition: Partition) -> [Zoning.Fault.Kind] { partition.faults.map(\.kind) }

  @Test("A corner of a neighbour in the middle of a straight side is no fault")
  func straightJunction() throws {
    let zones = map([[box(0, 0, 10, 10)], [box(10, 0, 20, 4)], [box(10, 4, 20, 10)]])
    #expect(try Partition(zones).faults.isEmpty)
  }

  @Test("On a slanted side it is, unless it lies on the line exactly")
  func slantedJunction() throws {
    let left = ring((0, 0), (10, 0), (20, 9), (0, 9))
    let exact = map([[left], [ring((10, 0), (30, 0), (30, 9), (20, 9))]])
    #expect(try Partition(exact).faults.isEmpty)
    for (y, kind) in [(4, Zoning.Fault.Kind.gap), (5, .overlap)] {
      let off = map([[left], [ring((10, 0), (30, 0), (30, 9), (20, 9), (15, Int64(y)))]])
      let partition = try Partition(off)
      #expect(kinds(partition) == [kind])
      #expect(partition.unconfirmedWitnesses().isEmpty)
    }
  }

  /// A hole of `c` that lies outside `c`, where `a` and `b` overlap: each edge of each simple ring
  /// is cancelled by another in the other direction or is on the border of the city, and the
  /// areas add up to the city's.
  @Test("Edges that match and areas that add up are not enough")
  func matchingEdges() throws {
    let a = box(0, 0, 6, 10)
    let b = [ring((6, 0), (12, 0), (12, 10), (6, 10), (6, 7), (4, 7), (4, 3), (6, 3))]
    let c = [box(12, 0, 20, 10), ring((4, 3), (4, 7), (6, 7), (6, 3), isHole: true)]
    let area = ([[a], b, c].flatMap(\.self)).reduce(Int128(0)) { $0 + $1.points.doubledArea }
    #expect(area == 2 * 20 * 10)
    var sum: [[GridPoint]: Int] = [:]
    let outside = ring(
      (0, 0), (0, 10), (6, 10), (12, 10), (20, 10), (20, 0), (12, 0), (6, 0))
    for ring in [a] + b + c + [outside] {
      for (from, to) in zip(ring.points, ring.points.dropFirst() + ring.points.prefix(1)) {
        // The side of `a` in the middle is cut where the corners of `b` are.
        let cuts =
          from == GridPoint(6, 0) && to == GridPoint(6, 10)
          ? [from, GridPoint(6, 3), GridPoint(6, 7), to] : [from, to]
        for (p, q) in zip(cuts, cuts.dropFirst()) {
          sum[p < q ? [p, q] : [q, p], default: 0] += p < q ? 1 : -1
        }
      }
    }
    #expect(sum.values.allSatisfy { $0 == 0 })
    // Refused, since the rings of `c` are wrong; never a partition.
    #expect(throws: Partition.RingFault.self) { try Partition(map([[a], b, c])) }
    let without = try Partition(map([[a], b, [c[0]]]))
    #expect(kinds(without) == [.overlap])
    #expect(without.faults[0].zones == [0, 1])
  }

  @Test("What zones enclose and none has is a gap; what is outside of all is not")
  func enclosed() throws {
    let ringRoad = [
      box(0, 0, 30, 10), box(0, 20, 30, 30), box(0, 10, 10, 20), box(20, 10, 30, 20),
    ]
    let partition = try Partition(map(ringRoad.map { [$0] }))
    #expect(kinds(partition) == [.gap])
    #expect(partition.faults[0].zones == [0, 1, 2, 3])
    #expect(try Partition(map([[box(0, 0, 1, 1)], [box(5, 5, 6, 6)]])).faults.isEmpty)
  }

  @Test("A city that was given")
  func city() throws {
    let zones = map([[box(0, 0, 10, 10)], [box(10, 0, 22, 10)]])
    let partition = try Partition(
      zones, city: ZoneMap.Zone(id: "city", rings: [box(0, 0, 20, 12)]))
    #expect(Set(kinds(partition)) == [.gap, .beyond])
    #expect(partition.faults.first { $0.kind == .beyond }?.zones == [1])
    #expect(partition.unconfirmedWitnesses().isEmpty)
    let check = try CrossCheck.run(partition, CrossCheck.Plan(isFull: true))
    #expect(check.disagreements == [])
    #expect(check.faults == 2)
  }

  @Test(
    "Rings that cross themselves or each other",
    arguments: [
      [ring((0, 0), (4, 4), (4, 0), (0, 5))], [box(0, 0, 4, 4), box(2, 2, 6, 6)],
      [box(0, 0, 4, 4), box(0, 0, 4, 4)],
      [box(0, 0, 4, 4), ring((6, 6), (6, 8), (8, 8), (8, 6), isHole: true)],
      [ring((0, 0), (9, 0), (9, 9), (3, 9), (3, 3), (6, 3), (6, 6), (0, 6))],
    ])
  func crossing(rings: [ZoneMap.Ring]) {
    #expect(throws: Partition.RingFault.self) { try Partition(map([rings])) }
  }

  @Test("Rings may touch themselves and each other in points")
  func touching() throws {
    let hourglass = [box(0, 0, 4, 4), box(4, 4, 8, 8)]
    let holeAtBorder = [box(10, 0, 20, 10), ring((10, 5), (12, 7), (12, 3), isHole: true)]
    #expect(kinds(try Partition(map([hourglass, holeAtBorder]))) == [.gap])
  }

  @Test("A zone of which nothing is left")
  func nothingLeft() throws {
    let empty = [box(0, 0, 4, 4), ring((0, 0), (0, 4), (4, 4), (4, 0), isHole: true)]
    #expect(try Partition(map([empty, [box(0, 0, 4, 4)]])).emptyZones == [0])
  }

  @Test("Areas: a degree at the equator, a sliver of one unit, a triangle between grid points")
  func areas() throws {
    let degree: Int64 = 10_000_000
    let large = try Partition(
      map([[box(0, 0, degree, degree)], [box(0, 0, degree, degree)]]))
    let area = try #require(large.faults.first?.area)
    // R² · 1° · sin 1°, R = 6371007.181 m
    #expect(abs(area.lower - 12_363_711_861) < 1_000)
    #expect(area.upper - area.lower < 10)
    let sliver = try Partition(
      map([[box(0, 0, 1, degree)], [box(0, 0, 1, degree)]]))
    let thin = try #require(sliver.faults.first?.area)
    #expect((thin.upper - thin.lower) / thin.upper < 1e-9)
    #expect(abs(thin.upper * 1e7 / area.upper - 1) < 1e-9)
  }
}

@Suite("Repair and comparison")
struct RepairTests {
  @Test("A sliver goes to the zone with the longest common border; the rest is as it was")
  func rule() throws {
    let zones = map([
      [box(0, 0, 100, 100)], [ring((100, 0), (200, 0), (200, 100), (100, 100), (101, 50))],
      [box(0, 100, 200, 200)],
    ])
    let partition = try Partition(zones)
    #expect(partition.faults.map(\.kind) == [.gap])
    let repair = try Repair(partition, tolerance: 1)
    #expect(repair.assigned == ["b": 1])
    #expect(repair.changed == [1])
    #expect(try Partition(repair.map).faults.isEmpty)
    #expect(repair.map.zones[1].rings.map(\.points.count) == [4])
  }

  @Test("Crossings move to the grid")
  func crossings() throws {
    let zones = map([
      [ring((0, 0), (97, 0), (103, 100), (0, 100))],
      [ring((104, 0), (200, 0), (200, 100), (95, 100))],
      [box(0, 100, 200, 200)], [box(0, -100, 200, 0)],
    ])
    let partition = try Partition(zones)
    #expect(Set(partition.faults.map(\.kind)) == [.overlap, .gap])
    let repair = try Repair(partition, tolerance: 1)
    #expect(repair.moved == 1)
    #expect(try Partition(repair.map).faults.isEmpty)
  }

  @Test("What cannot be repaired is refused")
  func refusals() throws {
    let wide = try Partition(
      map([[box(0, 0, 100_000, 100_000)], [box(50_000, 0, 200_000, 100_000)]]))
    #expect(throws: Repair.Refusal.self) { try Repair(wide, tolerance: 1) }
    // All of the smaller zone is overlap, and it has no border of its own.
    let swallowed = try Partition(map([[box(0, 0, 100, 100)], [box(10, 10, 12, 12)]]))
    do throws(Repair.Refusal) {
      _ = try Repair(swallowed, tolerance: 1)
      Issue.record("a zone vanished")
    } catch {
      guard case .noSolution(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.contains("nothing would be left of zone 'b'"))
    }
  }

  @Test("What moves when a division changes")
  func moves() throws {
    let old = map([[box(0, 0, 10, 10)], [box(10, 0, 20, 10)]])
    let new = map([[box(0, 0, 12, 10)], [box(12, 0, 20, 10)], [box(20, 0, 30, 10)]])
    let change = try DivisionChange(from: old, to: new)
    let moves = change.moves
    #expect(change.pieces.map(\.move) == [0, 1])
    #expect(moves.map { [$0.from, $0.to] } == [[nil, "c"], ["b", "a"]])
    #expect(moves.map(\.pieces) == [1, 1])
    #expect(abs(moves[0].area.atMost / moves[1].area.atMost - 5) < 1e-9)
    #expect(try DivisionChange(from: old, to: old).moves.isEmpty)
  }
}
