import Basics
import Zones

/// A way in which one zone of a right map comes to differ from what it should be.
package enum InjectedFault: CaseIterable, Sendable {
  /// One zone has one corner a single unit away from where its neighbours have it.
  case cornerOffByOne
  /// One zone has one corner somewhere else.
  case cornerMoved
  /// One zone leaves out a corner.
  case cornerLost
  /// One zone has a spike between two corners, no wider than a unit.
  case spike
  /// A zone is missing.
  case zoneLost
  /// A zone is there twice, under two names.
  case zoneTwice
  /// A zone lies one unit beside its place.
  case zoneShifted
  /// A zone also has the area of another one.
  case zoneSwallowed
  /// A hole of the size of one unit.
  case pinhole

  /// The map with this fault in one zone; nil if it cannot be made there. The zone then covers
  /// something else than before.
  package func inject(into map: ZoneMap, _ random: inout SplitMix64) -> ZoneMap? {
    var zones = map.zones
    let index = Int.random(in: zones.indices, using: &random)
    let zone = zones[index]
    switch self {
    case .zoneLost: zones.remove(at: index)
    case .zoneTwice: zones.append(ZoneMap.Zone(id: "twin", rings: zone.rings))
    case .zoneShifted:
      let step = GridPoint(.random(in: -1...1, using: &random), .random(in: 0...1, using: &random))
      guard step != GridPoint(0, 0) else { return nil }
      zones[index] = zone.changing { ring in
        ring.points.map { GridPoint($0.x + step.x, $0.y + step.y) }
      }
    case .zoneSwallowed:
      let other = Int.random(in: zones.indices, using: &random)
      guard other != index, zone.rings.allSatisfy({ !$0.isHole }) else { return nil }
      zones[other] = ZoneMap.Zone(id: zones[other].id, rings: zones[other].rings + zone.rings)
      guard !zones[other].rings.contains(where: \.isHole) else { return nil }
    case .pinhole:
      guard let first = zone.rings.first, zone.rings.count == 1 else { return nil }
      let (west, east) = (first.points.map(\.x).min() ?? 0, first.points.map(\.x).max() ?? 0)
      let (south, north) = (first.points.map(\.y).min() ?? 0, first.points.map(\.y).max() ?? 0)
      let corner = GridPoint((west + east) / 2, (south + north) / 2)
      let hole = [corner, GridPoint(corner.x, corner.y + 1), GridPoint(corner.x + 1, corner.y)]
      zones[index] = ZoneMap.Zone(
        id: zone.id, rings: [first, ZoneMap.Ring(points: hole, isHole: true)])
    case .cornerOffByOne, .cornerMoved, .cornerLost, .spike:
      let ring = Int.random(in: zone.rings.indices, using: &random)
      guard let points = changed(zone.rings[ring].points, &random) else { return nil }
      var rings = zone.rings
      rings[ring] = ZoneMap.Ring(points: points, isHole: rings[ring].isHole)
      zones[index] = ZoneMap.Zone(id: zone.id, rings: rings)
    }
    return ZoneMap(grid: map.grid, zones: zones)
  }

  private func changed(_ points: [GridPoint], _ random: inout SplitMix64) -> [GridPoint]? {
    var points = points
    let index = Int.random(in: points.indices, using: &random)
    let before = points[(index + points.count - 1) % points.count]
    let after = points[(index + 1) % points.count]
    let old = points[index]
    let reach: Int64 = self == .cornerMoved ? 40 : 1
    let new = GridPoint(
      old.x + .random(in: -reach...reach, using: &random),
      old.y + .random(in: -reach...reach, using: &random))
    switch self {
    case .cornerLost:
      guard points.count > 3, orientation(before, old, after) != 0 else { return nil }
      points.remove(at: index)
    case .spike:
      // Off the straight line by one unit, in the middle of a side.
      let middle = GridPoint((old.x + after.x) / 2, (old.y + after.y) / 2)
      let point = GridPoint(middle.x, middle.y + 1)
      guard orientation(old, after, point) != 0 else { return nil }
      points.insert(point, at: index + 1)
    default:
      guard new != old, orientation(before, old, new) != 0 || orientation(old, new, after) != 0
      else { return nil }
      points[index] = new
    }
    return points
  }
}

extension ZoneMap.Zone {
  fileprivate func changing(_ points: (ZoneMap.Ring) -> [GridPoint]) -> ZoneMap.Zone {
    ZoneMap.Zone(
      id: id, rings: rings.map { ZoneMap.Ring(points: points($0), isHole: $0.isHole) })
  }
}
