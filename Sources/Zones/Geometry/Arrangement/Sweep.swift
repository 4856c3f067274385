/// A line that sweeps the plane from west to east and stops at each vertex and each crossing
/// (Bentley and Ottmann), with all degenerate cases: any number of edges through one point,
/// overlapping edges, vertical edges. All decisions are exact. O((n + k) log n) for n segments
/// with k crossings.
struct Sweep {
  let table: SegmentTable
  var status = SweepStatus()
  var crossings = CrossingQueue()
  var regions = RegionTable()
  var result: Arrangement
  /// The segments that end at a vertex: `ending[endStarts[v] ..< endStarts[v + 1]]`.
  var endStarts: [Int32]
  var ending: [Int32]
  /// The node of each segment that the line meets, and the next one that overlaps it there.
  var node: [Int32]
  var overlapping: [Int32]
  /// Work space of one stop.
  var closing: [Int32] = []
  var opening: [Int32] = []

  /// The arrangement of layers of rings, each with its inside on the left.
  static func arrange(_ layers: [[ZoneMap.Ring]]) -> Arrangement {
    var labels = LabelTable()
    let table = SegmentTable(layers, &labels)
    var sweep = Sweep(table, labels)
    sweep.run()
    return sweep.finish()
  }

  private init(_ table: SegmentTable, _ labels: LabelTable) {
    self.table = table
    result = Arrangement(table)
    result.labels = labels
    node = [Int32](repeating: 0, count: table.first.count)
    overlapping = [Int32](repeating: -1, count: table.first.count)
    endStarts = [Int32](repeating: 0, count: table.points.count + 1)
    for vertex in table.second { endStarts[Int(vertex) + 1] += 1 }
    for vertex in table.points.indices { endStarts[vertex + 1] += endStarts[vertex] }
    ending = [Int32](repeating: 0, count: table.second.count)
    var fill = endStarts
    for (segment, vertex) in table.second.enumerated() {
      ending[Int(fill[Int(vertex)])] = Int32(segment)
      fill[Int(vertex)] += 1
    }
    result.edges.reserveCapacity(table.first.count)
    status[SweepStatus.bottom].region = regions.add(label: LabelTable.nothing)
  }

  private mutating func run() {
    var next = 0
    while true {
      guard let crossing = crossings.first else {
        if next == table.points.count { return }
        stop(at: Int32(next))
        next += 1
        continue
      }
      let order =
        next == table.points.count
        ? -1 : ExactPoint.compare(crossing.point, ExactPoint(table.points[next]))
      if order >= 0 {
        // A crossing at a vertex is found there by itself.
        if order == 0 { removeCrossings(at: crossing.point) }
        stop(at: Int32(next))
        next += 1
      } else {
        removeCrossings(at: crossing.point)
        result.crossings.append(crossing.point)
        stop(at: crossing)
      }
    }
  }

  private mutating func removeCrossings(at point: ExactPoint) {
    while let first = crossings.first, first.point == point { crossings.removeFirst() }
  }

  /// Numbers the faces: 0 is the outer one.
  private consuming func finish() -> Arrangement {
    var numbers = [Int32](repeating: -1, count: regions.count)
    var arrangement = result
    for region in 0..<Int32(regions.count) where regions.find(region) == region {
      numbers[Int(region)] = Int32(arrangement.faceLabels.count)
      arrangement.faceLabels.append(regions.label[Int(region)])
    }
    for index in arrangement.edges.indices {
      let edge = arrangement.edges[index]
      arrangement.edges[index].left = numbers[Int(regions.find(edge.left))]
      arrangement.edges[index].right = numbers[Int(regions.find(edge.right))]
    }
    return arrangement
  }
}

extension Arrangement {
  /// Lays layers of rings over each other, each ring with its layer's inside on the left.
  /// O((n + k) log n) for n edges with k crossings; every decision is exact.
  package init(layers: [[ZoneMap.Ring]]) { self = Sweep.arrange(layers) }
}
