/// All edges of all rings as directed segments without duplicates: each place at which a ring turns
/// is a vertex, numbered from west to east, and each segment leads from the lower number to the
/// higher. Its change is the difference of the labels on its left and on its right.
struct SegmentTable {
  /// The vertices in their order.
  private(set) var points: [GridPoint] = []
  /// The segments in the order of their first and then their second vertex.
  private(set) var first: [Int32] = []
  private(set) var second: [Int32] = []
  private(set) var change: [Int32] = []
  /// The segments that begin at a vertex are those from `starts[v]` up to `starts[v + 1]`.
  private(set) var starts: [Int32] = []

  /// One traversal of a segment by one ring.
  private struct Traversal {
    /// First and second vertex as one number, by which to sort.
    let ends: UInt64
    let layer: Int32
    /// 1 if the ring has its inside to the left of the segment.
    let winding: Int32
  }

  /// - Parameter layers: the rings of each layer, with the inside on their left.
  init(_ layers: [[ZoneMap.Ring]], _ labels: inout LabelTable) {
    var traversals = traversals(layers)
    traversals.sort { ($0.ends, $0.layer) < ($1.ends, $1.layer) }
    first.reserveCapacity(traversals.count)
    second.reserveCapacity(traversals.count)
    change.reserveCapacity(traversals.count)
    var parts: [LabelTable.Part] = []
    var index = 0
    while index < traversals.count {
      let ends = traversals[index].ends
      parts.removeAll(keepingCapacity: true)
      while index < traversals.count, traversals[index].ends == ends {
        let next = traversals[index]
        if let last = parts.last, last.layer == next.layer {
          parts[parts.count - 1].winding += next.winding
        } else {
          parts.append(LabelTable.Part(layer: next.layer, winding: next.winding))
        }
        index += 1
      }
      parts.removeAll { $0.winding == 0 }
      first.append(Int32(truncatingIfNeeded: ends >> 32))
      second.append(Int32(truncatingIfNeeded: ends & 0xFFFF_FFFF))
      change.append(labels.change(parts))
    }
    starts = [Int32](repeating: 0, count: points.count + 1)
    for vertex in first { starts[Int(vertex) + 1] += 1 }
    for vertex in points.indices { starts[vertex + 1] += starts[vertex] }
  }

  /// Numbers the vertices and looks at each edge of each ring.
  private mutating func traversals(_ layers: [[ZoneMap.Ring]]) -> [Traversal] {
    struct Corner {
      let point: GridPoint
      let index: Int32
    }
    var corners: [Corner] = []
    corners.reserveCapacity(layers.reduce(0) { $0 + $1.reduce(0) { $0 + $1.points.count } })
    for point in layers.lazy.joined().lazy.map(\.points).joined() {
      corners.append(Corner(point: point, index: Int32(corners.count)))
    }
    corners.sort { $0.point < $1.point }
    var vertex = [Int32](repeating: 0, count: corners.count)
    for corner in corners {
      if points.last != corner.point { points.append(corner.point) }
      vertex[Int(corner.index)] = Int32(points.count - 1)
    }
    var result: [Traversal] = []
    result.reserveCapacity(corners.count)
    var start = 0
    for (layer, rings) in layers.enumerated() {
      for ring in rings {
        var from = vertex[start + ring.points.count - 1]
        for index in start..<start + ring.points.count {
          let to = vertex[index]
          result.append(
            Traversal(
              ends: UInt64(UInt32(min(from, to))) << 32 | UInt64(UInt32(max(from, to))),
              layer: Int32(layer), winding: from < to ? 1 : -1))
          from = to
        }
        start += ring.points.count
      }
    }
    return result
  }
}
