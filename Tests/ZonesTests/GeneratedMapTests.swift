import Basics
import Findings
import Foundation
import TestSupport
import Testing
import Zones

/// How many generated maps to try: a few in every run of the tests, more by `ZONE_MAPS=500`.
let mapCount = ProcessInfo.processInfo.environment["ZONE_MAPS"].flatMap(Int.init) ?? 18

@Suite("Generated maps: every fault is found, and none invented")
struct GeneratedMapTests {
  static func clean(_ number: Int) -> ZoneMap {
    RandomDivision.make(
      seed: UInt64(number), columns: 2 + number % 3, rows: 2 + number / 3 % 2,
      bends: number % 4)
  }

  @Test("A right map is a partition, also in the slow overlay", arguments: 0..<mapCount / 3)
  func right(number: Int) throws {
    let map = Self.clean(number)
    let partition = try Partition(map)
    #expect(partition.faults.isEmpty)
    let pieces = SlowOverlay.pieces(of: partition.arrangement)
    #expect(Set(pieces) == SlowOverlay(map.zones.map(\.rings)).pieces)
    #expect(Set(pieces).count == pieces.count)
    let check = try CrossCheck.run(partition, CrossCheck.Plan(isFull: true))
    #expect(check.disagreements == [])
    #expect(check.undecided == 0)
  }

  @Test("One fault of each kind, down to one unit", arguments: 0..<mapCount)
  func faulty(number: Int) throws {
    let clean = Self.clean(number)
    let city = clean.united(as: "city")
    var random = SplitMix64(seed: UInt64(number) &* 77 &+ 5)
    let kind = InjectedFault.allCases[number % InjectedFault.allCases.count]
    var found: Partition?
    for _ in 0..<50 where found == nil {
      guard let broken = kind.inject(into: clean, &random) else { continue }
      let layers = broken.zones.map(\.rings) + [city.rings]
      let slow = SlowOverlay(layers)
      #expect(Set(SlowOverlay.pieces(of: Arrangement(layers: layers))) == slow.pieces)
      do {
        found = try Partition(broken, city: city)
      } catch {
        // A corner that is moved may cross its own ring; that is told as such, and another one
        // is tried.
        #expect(kind == .cornerMoved || kind == .cornerLost || kind == .cornerOffByOne)
      }
    }
    let partition = try #require(found, "\(kind) cannot be made")
    #expect(!partition.faults.isEmpty, "\(kind) was not found")
    #expect(partition.unconfirmedWitnesses().isEmpty)
    let places = partition.faults.compactMap(\.witness)
    for (place, fast) in zip(places, ZoneMap.windings(of: partition.map.zones, around: places)) {
      let slow = partition.map.zones.map { $0.winding(around: place) }
      #expect(partition.map.zones.indices.map { fast?[$0] ?? 0 } == slow.map { $0 ?? 0 })
      #expect((fast == nil) == slow.contains(nil))
    }
    for fault in partition.faults {
      #expect(fault.witness != nil)
      #expect(fault.area.upper > 0)
      #expect(fault.area.lower <= fault.area.upper)
    }
    let check = try CrossCheck.run(partition, CrossCheck.Plan(isFull: true))
    #expect(check.disagreements == [])
    #expect(check.undecided == 0)
    #expect(check.faults == partition.faults.count)
  }

  @Test("A map that is repaired is a partition on the same grid", arguments: 0..<mapCount / 2)
  func repaired(number: Int) throws {
    let clean = Self.clean(number)
    var random = SplitMix64(seed: UInt64(number) &* 13 &+ 1)
    var repaired = false
    // Rings may cross when corners are moved, and some maps have no solution on the grid.
    for _ in 0..<10 where !repaired {
      var map = clean
      for _ in 0..<6 { map = InjectedFault.cornerMoved.inject(into: map, &random) ?? map }
      guard let partition = try? Partition(map), !partition.faults.isEmpty else { continue }
      let repair: Repair
      do throws(Repair.Refusal) {
        repair = try Repair(partition, tolerance: 1e6)
      } catch {
        if case .noSolution = error { continue }
        Issue.record("refused: \(error)")
        return
      }
      repaired = true
      #expect(try Partition(repair.map).faults.isEmpty)
      #expect(SlowOverlay(repair.map.zones.map(\.rings)).pieces.allSatisfy { !$0.contains(",") })
      #expect(repair.map.zones.map(\.id) == map.zones.map(\.id))
      #expect(!repair.changed.isEmpty)
      for zone in map.zones.indices where !repair.changed.contains(zone) {
        let (before, after) = (map.zones[zone].rings, repair.map.zones[zone].rings)
        #expect(Set(after.map(Self.corners)) == Set(before.map(Self.corners)))
      }
    }
    #expect(repaired)
  }

  /// Without the places at which it goes straight on.
  private static func corners(_ ring: ZoneMap.Ring) -> Set<GridPoint> {
    let points = ring.points
    return Set(
      points.indices.filter { index in
        let before = points[(index + points.count - 1) % points.count]
        return orientation(before, points[index], points[(index + 1) % points.count]) != 0
      }.map { points[$0] })
  }
}
