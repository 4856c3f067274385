import Basics
import TestSupport
import Testing
import Zones

@Suite("The sweep against the slow overlay")
struct ArrangementTests {
  /// Rings on so small a grid that everything degenerate happens all the time: edges through
  /// vertices, overlapping edges, many edges through one point, vertical ones.
  @Test("Random rings on a tiny grid", arguments: 0..<100)
  func tiny(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let size = Int64(3 + seed % 5)
    let layers = (0..<2 + seed % 3).map { _ in
      (0..<1 + seed % 2).map { _ in
        ZoneMap.Ring(
          points: (0..<3 + seed % 4).map { _ in
            GridPoint(.random(in: 0...size, using: &random), .random(in: 0...size, using: &random))
          }, isHole: false)
      }
    }
    check(layers)
  }

  @Test("Random rings on a wide grid", arguments: 0..<20)
  func wide(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) + 1_000)
    let layers = (0..<3).map { _ in
      [
        ZoneMap.Ring(
          points: (0..<9).map { _ in
            GridPoint(
              .random(in: -1_000_000_000...1_000_000_000, using: &random),
              .random(in: -1_000_000_000...1_000_000_000, using: &random))
          }, isHole: false)
      ]
    }
    check(layers)
  }

  private func check(_ layers: [[ZoneMap.Ring]]) {
    // Repeated points make edges without length, which the reader drops.
    let layers = layers.map { rings in
      rings.map { ring in
        var points: [GridPoint] = []
        for point in ring.points where point != points.last { points.append(point) }
        while points.count > 1, points.first == points.last { points.removeLast() }
        return ZoneMap.Ring(points: points, isHole: false)
      }.filter { $0.points.count > 1 }
    }
    let arrangement = Arrangement(layers: layers)
    let pieces = SlowOverlay.pieces(of: arrangement)
    #expect(Set(pieces) == SlowOverlay(layers).pieces)
    #expect(Set(pieces).count == pieces.count)
    checkFaces(arrangement)
  }

  /// Faces: the loops of each are closed lines of its edges, one outer loop each.
  private func checkFaces(_ arrangement: Arrangement) {
    let regions = arrangement.faceLabels.indices.map { Int32($0) }
    let loops = arrangement.loops(regionOf: regions)
    #expect(loops.reduce(0) { $0 + $1.vertices.count } == 2 * arrangement.edges.count)
    for loop in loops { #expect(Set(loop.vertices).count == loop.vertices.count) }
    for face in regions {
      let outer = loops.count { $0.region == face && !$0.isHole }
      #expect(outer == (face == Arrangement.outside ? 0 : 1))
    }
  }

  @Test("Forty edges through one point")
  func star() {
    let rings = (0..<20).map { number in
      ZoneMap.Ring(
        points: [
          GridPoint(-1_000, Int64(number) * 50 - 500), GridPoint(1_000, 500 - Int64(number) * 50),
          GridPoint(1_000, 501 - Int64(number) * 50),
        ], isHole: false)
    }
    let layers = rings.map { [$0] }
    let pieces = SlowOverlay.pieces(of: Arrangement(layers: layers))
    #expect(Set(pieces) == SlowOverlay(layers).pieces)
  }

  @Test("Witnesses of all faces are inside them")
  func witnesses() throws {
    for seed in 0..<40 {
      var random = SplitMix64(seed: UInt64(seed) + 500)
      let ring = { (random: inout SplitMix64) in
        ZoneMap.Ring(
          points: [
            GridPoint(.random(in: 0...9, using: &random), .random(in: 0...9, using: &random)),
            GridPoint(.random(in: 10...19, using: &random), .random(in: 0...9, using: &random)),
            GridPoint(.random(in: 0...19, using: &random), .random(in: 10...19, using: &random)),
          ], isHole: false)
      }
      let layers = [[ring(&random)], [ring(&random)], [ring(&random)]]
      let arrangement = Arrangement(layers: layers)
      for face in arrangement.faceLabels.indices.dropFirst() {
        let edges = arrangement.edges.filter { $0.left == Int32(face) || $0.right == Int32(face) }
        let witness = try #require(arrangement.witness(in: Int32(face), edges: edges))
        for (layer, rings) in layers.enumerated() {
          let expected = arrangement.cover(of: Int32(face)).first { $0.layer == Int32(layer) }
          let zone = ZoneMap.Zone(id: "", rings: rings)
          #expect(zone.winding(around: witness) == Int(expected?.winding ?? 0))
        }
      }
    }
  }
}
