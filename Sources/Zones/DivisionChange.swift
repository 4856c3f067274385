import Findings

/// The areas that move from one zone to another when one division replaces another, computed
/// exactly.
package struct DivisionChange: Sendable {
  /// A face of both maps laid over each other that goes from one zone to another.
  package struct Piece: Sendable {
    /// The index of its move in ``DivisionChange/moves``.
    package fileprivate(set) var move: Int
    /// Square metres.
    package let area: Interval
    /// The approximate length and width of the piece.
    package let extent: Zoning.Extent
    /// The number of the face in the arrangement.
    let face: Int32
  }

  /// The largest area first.
  package let moves: [Zoning.Move]
  /// All pieces of all moves, the largest first.
  package let pieces: [Piece]
  /// The arrangement of both maps: its layers are the zones of the old map, then those of the new
  /// one.
  let arrangement: Arrangement
  let grid: Grid

  /// Computes the change. Both maps must be on one grid. If zones of one map overlap, the place
  /// counts for the zone whose identifier comes first. O((n + k) log n).
  package init(from old: ZoneMap, to new: ZoneMap) throws(Partition.RingFault) {
    let arrangement = Arrangement(layers: old.zones.map(\.rings) + new.zones.map(\.rings))
    if let fault = Partition.RingFault(arrangement, on: old.grid) { throw fault }
    self.arrangement = arrangement
    grid = old.grid
    let ways = arrangement.faceLabels.indices.map { face -> Way? in
      let layers = arrangement.cover(of: Int32(face)).map { Int($0.layer) }
      let before = layers.filter { $0 < old.zones.count }.map { old.zones[$0].id }
      let after = layers.filter { $0 >= old.zones.count }.map { new.zones[$0 - old.zones.count].id }
      let way = Way(from: before.min(by: precedes), to: after.min(by: precedes))
      return way.from == way.to ? nil : way
    }
    var edges: [Int32: [Arrangement.Edge]] = [:]
    for edge in arrangement.edges {
      for face in [edge.left, edge.right] where ways[Int(face)] != nil {
        edges[face, default: []].append(edge)
      }
    }
    var measured: [Way: [Piece]] = [:]
    for face in edges.keys.sorted() {
      guard let way = ways[Int(face)] else { continue }
      let sides = arrangement.sides(of: face, edges[face] ?? [])
      let area = Area.bounds(sides, on: grid)
      measured[way, default: []].append(
        Piece(
          move: 0, area: area,
          extent: Zoning.Extent(
            area: area.upper, perimeter: Area.length(sides, on: grid)), face: face))
    }
    let grid = grid
    let found = measured.map { way, pieces -> (move: Zoning.Move, pieces: [Piece]) in
      let sorted = pieces.sorted(by: Self.isLarger)
      let witness = sorted.first.flatMap {
        arrangement.witness(in: $0.face, edges: edges[$0.face] ?? [])
      }
      return (Self.move(way, pieces, witness, on: grid), sorted)
    }.sorted { a, b in
      if a.move.area.atMost != b.move.area.atMost { return a.move.area.atMost > b.move.area.atMost }
      return (a.move.from ?? "", a.move.to ?? "") < (b.move.from ?? "", b.move.to ?? "")
    }
    moves = found.map(\.move)
    pieces = found.enumerated().flatMap { number, entry in
      entry.pieces.map { piece in
        var piece = piece
        piece.move = number
        return piece
      }
    }.sorted(by: Self.isLarger)
  }

  private struct Way: Hashable {
    let from: String?
    let to: String?
  }

  private static func isLarger(_ a: Piece, _ b: Piece) -> Bool {
    a.area.upper != b.area.upper ? a.area.upper > b.area.upper : a.face < b.face
  }

  private static func move(
    _ way: Way, _ pieces: [Piece], _ witness: Witness?, on grid: Grid
  ) -> Zoning.Move {
    var (lower, upper) = (0.0, 0.0)
    for piece in pieces {
      lower = (lower + piece.area.lower).nextDown
      upper = (upper + piece.area.upper).nextUp
    }
    return Zoning.Move(
      from: way.from, to: way.to,
      area: Zoning.AreaBounds(atLeast: max(0, lower), atMost: upper), pieces: pieces.count,
      witness: witness.map {
        Zoning.Position(longitude: $0.longitudeText(on: grid), latitude: $0.latitudeText(on: grid))
      })
  }
}

/// Returns true if the first identifier comes before the second in the order of bytes.
private func precedes(_ a: String, _ b: String) -> Bool {
  a.utf8.lexicographicallyPrecedes(b.utf8)
}

extension Arrangement {
  /// The edges around a face, each directed so that the face is on its left.
  func sides(of face: Int32, _ edges: [Edge]) -> [(from: ExactPoint, to: ExactPoint)] {
    edges.map { edge in
      let ends = (position(of: edge.from), position(of: edge.to))
      return edge.left == face ? (from: ends.0, to: ends.1) : (from: ends.1, to: ends.0)
    }
  }

  /// The borders of faces, in the order of the list.
  func borders(of faces: [Int32]) -> [[Loop]] {
    var regionOf = [Int32](repeating: -1, count: faceLabels.count)
    for (index, face) in faces.enumerated() { regionOf[Int(face)] = Int32(index) }
    var result = [[Loop]](repeating: [], count: faces.count)
    for loop in loops(regionOf: regionOf) { result[Int(loop.region)].append(loop) }
    return result
  }
}
