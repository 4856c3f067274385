extension Arrangement {
  /// An edge in the direction that has the region on its left.
  struct Side {
    let region: Int32
    let from: Int32
    let to: Int32
    let segment: Int32
  }

  /// A closed line that meets itself nowhere, along the border of a region with the region on its
  /// left.
  package struct Loop: Hashable, Sendable {
    /// The number of the region, given by the caller of ``loops(regionOf:)``.
    package let region: Int32
    /// The vertices in their order along the line; the first is not repeated at the end.
    package let vertices: [Int32]
    /// True if the loop runs clockwise: its inside does not belong to the region.
    package let isHole: Bool
  }

  /// Traces the borders of regions: connected sets of faces.
  ///
  /// - Parameter regionOf: The region of each face; below 0 for faces that are not traced.
  /// - Returns: The loops in the order of regions, each region's outer loop among them once. O(n
  ///   log n) for n edges.
  package func loops(regionOf: [Int32]) -> [Loop] {
    let sides = sides(regionOf: regionOf)
    var isUsed = [Bool](repeating: false, count: sides.count)
    var loops: [Loop] = []
    for start in sides.indices where !isUsed[start] {
      var walk: [Int] = []
      var current = start
      repeat {
        isUsed[current] = true
        walk.append(current)
        current = follower(of: current, in: sides, isUsed, start: start)
      } while current != start
      split(walk, sides, into: &loops)
    }
    return loops.sorted { ($0.region, $0.isHole ? 1 : 0) < ($1.region, $1.isHole ? 1 : 0) }
  }

  private func sides(regionOf: [Int32]) -> [Side] {
    var sides: [Side] = []
    for edge in edges {
      let (left, right) = (regionOf[Int(edge.left)], regionOf[Int(edge.right)])
      if left == right { continue }
      if left >= 0 {
        sides.append(Side(region: left, from: edge.from, to: edge.to, segment: edge.segment))
      }
      if right >= 0 {
        sides.append(Side(region: right, from: edge.to, to: edge.from, segment: edge.segment))
      }
    }
    sides.sort { ($0.region, $0.from, $0.to) < ($1.region, $1.from, $1.to) }
    return sides
  }

  /// Returns the side on which the walk with the region on its left continues: the one most to the
  /// left.
  private func follower(
    of side: Int, in sides: [Side], _ isUsed: [Bool], start: Int
  ) -> Int {
    let (region, vertex) = (sides[side].region, sides[side].to)
    var low = 0
    var high = sides.count
    while low < high {
      let middle = (low + high) / 2
      let isBefore = (sides[middle].region, sides[middle].from) < (region, vertex)
      if isBefore { low = middle + 1 } else { high = middle }
    }
    let arriving = direction(of: sides[side])
    var best: Int?
    var index = low
    while index < sides.count, sides[index].region == region, sides[index].from == vertex {
      if !isUsed[index] || index == start {
        if let known = best {
          let (a, b) = (direction(of: sides[known]), direction(of: sides[index]))
          if Self.isMoreLeft(b, than: a, from: arriving) { best = index }
        } else {
          best = index
        }
      }
      index += 1
    }
    // Each vertex has as many sides of a region that leave as that arrive.
    return best ?? start
  }

  private func direction(of side: Side) -> GridVector {
    let (first, second) = ends(ofSegment: side.segment)
    return side.from == side.to ? second - first : isForward(side) ? second - first : first - second
  }

  private func isForward(_ side: Side) -> Bool {
    ExactPoint.compare(position(of: side.from), position(of: side.to)) < 0
  }

  private static func isMoreLeft(
    _ a: GridVector, than b: GridVector, from arriving: GridVector
  ) -> Bool {
    func rank(_ vector: GridVector) -> Int { arriving.cross(vector) >= 0 ? 1 : 0 }
    if rank(a) != rank(b) { return rank(a) > rank(b) }
    return b.cross(a) > 0
  }

  /// Cuts a walk at the vertices that it visits twice.
  private func split(_ walk: [Int], _ sides: [Side], into loops: inout [Loop]) {
    var stack: [Int] = []
    var place: [Int32: Int] = [:]
    for index in walk {
      stack.append(index)
      if place[sides[index].from] == nil { place[sides[index].from] = stack.count - 1 }
      guard let start = place[sides[index].to] else { continue }
      let part = stack[start...].map { sides[$0] }
      for side in part { place[side.from] = nil }
      stack.removeSubrange(start...)
      // The walk continues at the place from which the loop was cut.
      loops.append(
        Loop(region: part[0].region, vertices: part.map(\.from), isHole: isClockwise(part)))
    }
  }

  /// Returns true if a simple loop runs clockwise, told by its turn at the westernmost vertex.
  private func isClockwise(_ loop: [Side]) -> Bool {
    var best = 0
    for index in loop.indices.dropFirst()
    where ExactPoint.compare(position(of: loop[index].from), position(of: loop[best].from)) < 0 {
      best = index
    }
    let before = loop[(best + loop.count - 1) % loop.count]
    return direction(of: before).cross(direction(of: loop[best])) < 0
  }
}
