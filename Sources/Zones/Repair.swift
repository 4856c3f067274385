import Findings

/// Resolves the slivers of a map that is nearly a partition.
///
/// The rule: an area in several zones goes whole to one of them, an area in none to one that
/// borders on it, each time to the one with the longest common border (the sum of differences of
/// longitude and latitude in whole units of the grid; of equals the one whose identifier comes
/// first in the order of bytes). Areas beyond the city are cut off. Places where borders crossed
/// between points of the grid move to the nearest one, for all zones that meet there. The result is
/// checked again, and the rule is applied to it again while slivers are left.
package struct Repair: Sendable {
  /// A reason why a map cannot be repaired.
  package enum Refusal: Error, Sendable {
    /// Faults larger than the tolerance are for people to decide.
    case beyondTolerance(faults: Int)
    /// The grid is too coarse: slivers come back, or something else breaks.
    case noSolution(String)
    case crossesAntimeridian
    /// The zone has several features, and it would have to change.
    case severalFeatures(zone: String)
  }

  /// The repaired zones, in the same order and on the same grid.
  package let map: ZoneMap
  /// The number of faults that went to each zone; areas that were cut off have an empty name.
  package let assigned: [String: Int]
  /// Crossings that were moved to the grid.
  package let moved: Int
  /// The zones that are no longer as they were.
  package let changed: Set<Int>

  private static let mostRounds = 8

  /// - Parameter tolerance: square metres; larger faults are refused.
  package init(_ partition: Partition, tolerance: Double) throws(Refusal) {
    if partition.map.grid.crossesAntimeridian { throw .crossesAntimeridian }
    var current = partition
    var assigned: [String: Int] = [:]
    var moved = 0
    for _ in 0..<Self.mostRounds where !current.faults.isEmpty {
      let large = current.faults(beyond: tolerance).count
      if large > 0 {
        if current.map.vertexCount == partition.map.vertexCount, assigned.isEmpty {
          throw .beyondTolerance(faults: large)
        }
        throw .noSolution("on the grid a sliver becomes larger than the tolerance")
      }
      let round = Self.resolve(current)
      assigned.merge(round.assigned, uniquingKeysWith: +)
      moved += current.arrangement.crossings.count
      if let empty = round.map.zones.first(where: \.rings.isEmpty) {
        throw .noSolution("nothing would be left of zone '\(empty.id)'")
      }
      do {
        current = try Partition(round.map, city: partition.city)
      } catch {
        throw .noSolution("rounded to the grid, a border crosses itself")
      }
    }
    guard current.faults.isEmpty else {
      throw .noSolution("slivers come back after \(Self.mostRounds) rounds")
    }
    let (before, after) = (partition.map.zones, current.map.zones)
    map = current.map
    self.assigned = assigned
    self.moved = moved
    changed = Set(
      after.indices.filter {
        Set(after[$0].rings.map(\.canonical)) != Set(before[$0].rings.map(\.canonical))
      })
  }

  /// One round.
  private static func resolve(_ partition: Partition) -> (map: ZoneMap, assigned: [String: Int]) {
    let arrangement = partition.arrangement
    let zones = partition.map.zones
    var owner = arrangement.faceLabels.indices.map { face -> Int32 in
      let owners = arrangement.cover(of: Int32(face)).filter { Int($0.layer) < zones.count }
      return owners.first?.layer ?? -1
    }
    var assigned: [String: Int] = [:]
    for fault in partition.faults {
      let heir = fault.kind == .beyond ? nil : heir(of: fault, in: partition)
      owner[Int(fault.face)] = heir.map(Int32.init) ?? -1
      assigned[heir.map { zones[$0].id } ?? "", default: 0] += 1
    }
    var regions = FaceRegions(arrangement, owner: owner)
    var rings = [[ZoneMap.Ring]](repeating: [], count: zones.count)
    var lost: Set<Int32> = []
    for loop in arrangement.loops(regionOf: regions.numbers()) {
      let points = loop.vertices.map { arrangement.position(of: $0).rounded }.withoutSpikes
      guard points.count >= 3, points.doubledArea != 0 else {
        // A polygon without area on the grid is lost with its holes, which come after it.
        if !loop.isHole { lost.insert(loop.region) }
        continue
      }
      if lost.contains(loop.region) { continue }
      rings[Int(owner[Int(loop.region)])].append(
        ZoneMap.Ring(points: points, isHole: loop.isHole))
    }
    let repaired = zones.indices.map { ZoneMap.Zone(id: zones[$0].id, rings: rings[$0]) }
    return (ZoneMap(grid: partition.map.grid, zones: repaired), assigned)
  }

  /// Returns the zone that gets a fault; nil: there is none.
  private static func heir(of fault: Partition.Fault, in partition: Partition) -> Int? {
    let arrangement = partition.arrangement
    var lengths = Dictionary(uniqueKeysWithValues: fault.zones.map { ($0, Int128(0)) })
    for index in fault.edges {
      let edge = arrangement.edges[Int(index)]
      let neighbour = edge.left == fault.face ? edge.right : edge.left
      let (from, to) = (arrangement.position(of: edge.from), arrangement.position(of: edge.to))
      let length =
        Int128((to.floor.x - from.floor.x).magnitude)
        + Int128((to.floor.y - from.floor.y).magnitude)
      let cover = arrangement.cover(of: neighbour)
      for part in cover where lengths[Int(part.layer)] != nil {
        lengths[Int(part.layer), default: 0] += length
      }
    }
    let zones = partition.map.zones
    return fault.zones.max { a, b in
      let (first, second) = (lengths[a] ?? 0, lengths[b] ?? 0)
      if first != second { return first < second }
      return zones[b].id.utf8.lexicographicallyPrecedes(zones[a].id.utf8)
    }
  }
}

extension ZoneMap.Ring {
  /// The corners from the westernmost on, without points on straight lines: equal for the same
  /// line.
  var canonical: [GridPoint] {
    let corners = points.indices.filter { index in
      let before = points[(index + points.count - 1) % points.count]
      return orientation(before, points[index], points[(index + 1) % points.count]) != 0
    }.map { points[$0] }
    guard let least = corners.min(), let start = corners.firstIndex(of: least) else { return [] }
    return Array(corners[start...] + corners[..<start])
  }
}

extension [GridPoint] {
  /// The closed line without repeated points and without ways there and back.
  var withoutSpikes: [GridPoint] {
    var result: [GridPoint] = []
    for point in self {
      if result.last == point { continue }
      if result.count >= 2, result[result.count - 2] == point {
        result.removeLast()
      } else {
        result.append(point)
      }
    }
    while result.count > 1, result.first == result.last { result.removeLast() }
    while result.count > 2, result[1] == result[result.count - 1] {
      result.removeFirst()
      result.removeLast()
      if let first = result.first, result.count > 1, first == result[result.count - 1] {
        result.removeLast()
      }
    }
    return result
  }
}
