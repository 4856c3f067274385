extension Sweep {
  /// The edge south of a point where no edge is known to end, and those through it.
  func locate(_ point: GridPoint) -> (below: Int32, through: [Int32]) {
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
  mutating func collect(around known: Int32, through point: some PlanePoint) -> Int32 {
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

  func ends(_ segment: Int32) -> (GridPoint, GridPoint) {
    (
      table.points[Int(table.first[Int(segment)])], table.points[Int(table.second[Int(segment)])]
    )
  }

  func direction(_ segment: Int32) -> GridVector {
    let (first, second) = ends(segment)
    return second - first
  }

  func isSouth(_ a: Int32, of b: Int32) -> Bool {
    let turn = direction(a).cross(direction(b))
    return turn != 0 ? turn > 0 : a < b
  }

  /// 1 if the point is north of a node's edge, or left of a vertical one.
  func side(_ point: some PlanePoint, of node: Int32) -> Int {
    let (first, second) = ends(status[node].segment)
    return point.side(of: first, second)
  }

  /// Layers of which two segments cross here, where no ring has a vertex.
  mutating func noteSelfCrossings(at vertex: Int32) {
    var seen: Set<Int32> = []
    for segment in opening {
      for part in result.labels.labels[Int(table.change[Int(segment)])]
      where !seen.insert(part.layer).inserted {
        result.selfCrossings.append(Arrangement.SelfCrossing(layer: part.layer, vertex: vertex))
      }
    }
  }
}
