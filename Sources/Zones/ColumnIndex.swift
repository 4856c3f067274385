/// The edges of a map by strips of longitude, to find those that a question is about.
struct ColumnIndex {
  struct Edge {
    let from: GridPoint
    let to: GridPoint
    let layer: Int32

    /// The strips of `2^shift` units, counted from a longitude, that it touches.
    fileprivate func strips(from origin: Int64, _ shift: Int64) -> ClosedRange<Int> {
      let first = (min(from.x, to.x) - origin) >> shift
      let last = (max(from.x, to.x) - origin) >> shift
      return Int(first)...Int(last)
    }
  }

  /// The number of entries that the strips of any map may have together.
  private static let leastRoom = 1 << 22

  private(set) var edges: [Edge] = []
  private var strips: [[Int32]] = []
  private let origin: Int64
  private let shift: Int64

  /// - Parameter factor: The length of a unit of the map, in units of the questions.
  init(_ layers: [ZoneMap.Zone], factor: Int64) {
    for (layer, zone) in layers.enumerated() {
      for ring in zone.rings {
        guard var from = ring.points.last else { continue }
        for to in ring.points {
          edges.append(
            Edge(
              from: GridPoint(from.x * factor, from.y * factor),
              to: GridPoint(to.x * factor, to.y * factor), layer: Int32(layer)))
          from = to
        }
      }
    }
    let low = edges.map { min($0.from.x, $0.to.x) }.min() ?? 0
    let high = edges.map { max($0.from.x, $0.to.x) }.max() ?? 0
    var shift: Int64 = 0
    while (high - low) >> shift >= 4_096 { shift += 1 }
    // Edges that cross all of the map stand in many strips each; a map of such edges has fewer.
    let mostEntries = max(Self.leastRoom, 32 * edges.count)
    while edges.reduce(0, { $0 + $1.strips(from: low, shift).count }) > mostEntries { shift += 1 }
    origin = low
    self.shift = shift
    strips = [[Int32]](repeating: [], count: Int((high - low) >> shift) + 1)
    for (index, edge) in edges.enumerated() {
      for strip in edge.strips(from: low, shift) { strips[strip].append(Int32(index)) }
    }
  }

  /// The edges of each layer that can be north of some place of the box, in the order of the map.
  func edges(above box: ZoneLocator.Box) -> [Int32: [(from: GridPoint, to: GridPoint)]] {
    let first = max(0, Int((box.west - origin) >> shift))
    let last = min(strips.count - 1, Int((box.east - origin) >> shift))
    guard first <= last else { return [:] }
    var found: Set<Int32> = []
    for strip in strips[first...last] {
      for index in strip {
        let edge = edges[Int(index)]
        if max(edge.from.y, edge.to.y) > box.south, max(edge.from.x, edge.to.x) > box.west,
          min(edge.from.x, edge.to.x) < box.east
        {
          found.insert(index)
        }
      }
    }
    var result: [Int32: [(from: GridPoint, to: GridPoint)]] = [:]
    for index in found.sorted() {
      let edge = edges[Int(index)]
      result[edge.layer, default: []].append((edge.from, edge.to))
    }
    return result
  }
}
