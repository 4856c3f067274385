public import Findings
public import Geometry

/// What moves from which zone to which when one division replaces another.
public enum DivisionChange {
  /// Both maps are on one grid. Where zones of one map overlap, the place counts for the zone
  /// whose identifier comes first. O((n + k) log n).
  public static func moves(
    from old: ZoneMap, to new: ZoneMap
  ) throws(Partition.RingFault) -> [Zoning.Move] {
    let arrangement = Arrangement(layers: old.zones.map(\.rings) + new.zones.map(\.rings))
    if let fault = Partition.RingFault(arrangement, on: old.grid) { throw fault }
    let kinds = arrangement.faceLabels.indices.map { face -> Way? in
      let layers = arrangement.cover(of: Int32(face)).map { Int($0.layer) }
      let before = layers.filter { $0 < old.zones.count }.map { old.zones[$0].id }
      let after = layers.filter { $0 >= old.zones.count }.map { new.zones[$0 - old.zones.count].id }
      let way = Way(from: before.min(by: precedes), to: after.min(by: precedes))
      return way.from == way.to ? nil : way
    }
    var edges: [Way: [Int32: [Arrangement.Edge]]] = [:]
    for edge in arrangement.edges {
      for face in [edge.left, edge.right] {
        if let way = kinds[Int(face)] { edges[way, default: [:]][face, default: []].append(edge) }
      }
    }
    return edges.map { way, faces in move(way, faces, arrangement, old.grid) }
      .sorted { a, b in
        if a.area.atMost != b.area.atMost { return a.area.atMost > b.area.atMost }
        return (a.from ?? "", a.to ?? "") < (b.from ?? "", b.to ?? "")
      }
  }

  private struct Way: Hashable {
    let from: String?
    let to: String?
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }

  private static func move(
    _ way: Way, _ faces: [Int32: [Arrangement.Edge]], _ arrangement: Arrangement, _ grid: Grid
  ) -> Zoning.Move {
    var lower = 0.0
    var upper = 0.0
    var largest: (area: Double, face: Int32)?
    for face in faces.keys.sorted() {
      let sides = (faces[face] ?? []).map { edge in
        let ends = (arrangement.position(of: edge.from), arrangement.position(of: edge.to))
        return edge.left == face ? (from: ends.0, to: ends.1) : (from: ends.1, to: ends.0)
      }
      let area = Area.bounds(sides, on: grid)
      lower = (lower + area.lower).nextDown
      upper = (upper + area.upper).nextUp
      if area.upper > largest?.area ?? -1 { largest = (area.upper, face) }
    }
    let witness = largest.flatMap { arrangement.witness(in: $0.face, edges: faces[$0.face] ?? []) }
    return Zoning.Move(
      from: way.from, to: way.to,
      area: Zoning.AreaBounds(atLeast: max(0, lower), atMost: upper), pieces: faces.count,
      witness: witness.map {
        Zoning.Position(longitude: $0.longitudeText(on: grid), latitude: $0.latitudeText(on: grid))
      })
  }
}
