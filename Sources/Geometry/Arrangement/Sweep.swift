/// A line that sweeps the plane from west to east and stops at each vertex and each crossing
/// (Bentley and Ottmann), with all degenerate cases: any number of edges through one point,
/// overlapping edges, vertical edges. All decisions are exact. O((n + k) log n) for n segments
/// with k crossings.
struct Sweep {
  private let table: SegmentTable
  private var status = SweepStatus()
  private var crossings = CrossingQueue()
  private var regions = RegionTable()
  private var result: Arrangement
  /// The segments that end at a vertex: `ending[endStarts[v] ..< endStarts[v + 1]]`.
  private var endStarts: [Int32]
  private var ending: [Int32]
  /// The node of each segment that the line meets, and the next one that overlaps it there.
  private var node: [Int32]
  private var overlapping: [Int32]
  /// Work space of one stop.
  private var closing: [Int32] = []
  private var opening: [Int32] = []

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

  // MARK: A stop

  /// At a vertex of the input.
  private mutating func stop(at vertex: Int32) {
    let point = table.points[Int(vertex)]
    let ends = Int(endStarts[Int(vertex)])..<Int(endStarts[Int(vertex) + 1])
    let below: Int32
    if ends.isEmpty {
      (below, closing) = locate(point)
    } else {
      below = collect(around: node[Int(ending[ends.lowerBound])], through: point)
    }
    opening.removeAll(keepingCapacity: true)
    close(at: vertex)
    let starts = Int(table.starts[Int(vertex)])..<Int(table.starts[Int(vertex) + 1])
    for segment in starts { opening.append(Int32(segment)) }
    open(at: vertex, above: below)
  }

  /// At a point that is a vertex of no ring.
  private mutating func stop(at crossing: CrossingQueue.Crossing) {
    let vertex = Int32(table.points.count + result.crossings.count - 1)
    let below = collect(around: node[Int(crossing.segment)], through: crossing.point)
    opening.removeAll(keepingCapacity: true)
    close(at: vertex)
    noteSelfCrossings(at: vertex)
    open(at: vertex, above: below)
  }

  /// The edge south of a point where no edge is known to end, and those through it.
  private func locate(_ point: GridPoint) -> (below: Int32, through: [Int32]) {
    var below = SweepStatus.bottom
    var current = status.root
    while current != 0 {
      let side = side(point, of: current)
      if side > 0 {
        below = current
        current = status.right(current)
      } else if side < 0 {
        current = status.left(current)
      } else {
        var through: [Int32] = []
        var lowest = current
        while status[lowest].previous != 0, self.side(point, of: status[lowest].previous) == 0 {
          lowest = status[lowest].previous
        }
        below = status[lowest].previous
        while lowest != 0, self.side(point, of: lowest) == 0 {
          through.append(lowest)
          lowest = status[lowest].next
        }
        return (below, through)
      }
    }
    return (below, [])
  }

  /// Makes `closing` the neighbours of a node, itself among them, that go through the point, from
  /// south to north; returns the one south of them.
  private mutating func collect(around known: Int32, through point: some PlanePoint) -> Int32 {
    closing.removeAll(keepingCapacity: true)
    var lowest = known
    while status[lowest].previous != 0, side(point, of: status[lowest].previous) == 0 {
      lowest = status[lowest].previous
    }
    let below = status[lowest].previous
    closing.append(lowest)
    var next = status[lowest].next
    while next != 0, next == known || side(point, of: next) == 0 {
      closing.append(next)
      next = status[next].next
    }
    return below
  }

  /// Ends the edges of `closing` at a vertex, and collects in `opening` what goes on behind it.
  private mutating func close(at vertex: Int32) {
    for current in closing {
      let edge = status[current]
      let below = status[edge.previous]
      if below.label != edge.label {
        result.edges.append(
          Arrangement.Edge(
            from: edge.from, to: vertex, segment: edge.segment, left: edge.region,
            right: below.region))
      }
      var segment = edge.segment
      while segment >= 0 {
        let next = overlapping[Int(segment)]
        overlapping[Int(segment)] = -1
        if table.second[Int(segment)] != vertex { opening.append(segment) }
        segment = next
      }
    }
  }

  /// Begins the edges that lead on from a vertex: those of `opening`, north of `below`.
  private mutating func open(at vertex: Int32, above below: Int32) {
    let north = closing.last.map { status[$0].region } ?? status[below].region
    if opening.count > 1 {
      var sorted: [Int32] = []
      swap(&sorted, &opening)
      sorted.sort { isSouth($0, of: $1) }
      swap(&sorted, &opening)
    }
    var position = below
    var reused = 0
    var index = 0
    while index < opening.count {
      let segment = opening[index]
      var change = table.change[Int(segment)]
      var last = segment
      index += 1
      while index < opening.count, direction(segment).cross(direction(opening[index])) == 0 {
        overlapping[Int(last)] = opening[index]
        last = opening[index]
        change = result.labels.sum(change, table.change[Int(last)])
        index += 1
      }
      let previous = position
      if reused < closing.count {
        position = closing[reused]
        reused += 1
        status[position].segment = segment
      } else {
        position = status.insert(segment: segment, after: previous)
      }
      let label = result.labels.sum(status[previous].label, change)
      let isLast = index == opening.count
      let region =
        isLast
        ? north : change == LabelTable.nothing ? status[previous].region : regions.add(label: label)
      if isLast, change == LabelTable.nothing { regions.join(status[previous].region, north) }
      status[position].from = vertex
      status[position].label = label
      status[position].region = region
      var member = segment
      while member >= 0 {
        node[Int(member)] = position
        member = overlapping[Int(member)]
      }
    }
    for unused in closing[reused...] { status.remove(unused) }
    if opening.isEmpty {
      regions.join(status[below].region, north)
      lookAhead(below, status[below].next)
    } else {
      lookAhead(below, status[below].next)
      lookAhead(position, status[position].next)
    }
  }

  /// Two neighbours of the status: their crossing ahead, if there is one inside both.
  private mutating func lookAhead(_ south: Int32, _ north: Int32) {
    guard south != 0, north != 0 else { return }
    let (a, b) = ends(status[south].segment)
    let (c, d) = ends(status[north].segment)
    guard (b - a).cross(d - c) < 0, orientation(c, d, b) > 0, orientation(a, b, d) < 0 else {
      return
    }
    crossings.insert(
      CrossingQueue.Crossing(
        point: ExactPoint(crossingOf: a, b, with: c, d), segment: status[south].segment,
        other: status[north].segment))
  }

  // MARK: Predicates

  private func ends(_ segment: Int32) -> (GridPoint, GridPoint) {
    (
      table.points[Int(table.first[Int(segment)])], table.points[Int(table.second[Int(segment)])]
    )
  }

  private func direction(_ segment: Int32) -> GridVector {
    let (first, second) = ends(segment)
    return second - first
  }

  private func isSouth(_ a: Int32, of b: Int32) -> Bool {
    let turn = direction(a).cross(direction(b))
    return turn != 0 ? turn > 0 : a < b
  }

  /// 1 if the point is north of a node's edge, or left of a vertical one.
  private func side(_ point: some PlanePoint, of node: Int32) -> Int {
    let (first, second) = ends(status[node].segment)
    return point.side(of: first, second)
  }

  /// Layers of which two segments cross here, where no ring has a vertex.
  private mutating func noteSelfCrossings(at vertex: Int32) {
    var seen: Set<Int32> = []
    for segment in opening {
      for part in result.labels.labels[Int(table.change[Int(segment)])]
      where !seen.insert(part.layer).inserted {
        result.selfCrossings.append(Arrangement.SelfCrossing(layer: part.layer, vertex: vertex))
      }
    }
  }

  // MARK: The end

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
  public init(layers: [[ZoneMap.Ring]]) { self = Sweep.arrange(layers) }
}
