/// Faces of one owner that have an edge in common, joined.
struct FaceRegions {
  private var parent: [Int32]
  private let owner: [Int32]

  /// - Parameter owner: of each face; below 0 is none.
  init(_ arrangement: Arrangement, owner: [Int32]) {
    self.owner = owner
    parent = owner.indices.map { Int32($0) }
    for edge in arrangement.edges
    where owner[Int(edge.left)] >= 0 && owner[Int(edge.left)] == owner[Int(edge.right)] {
      let (a, b) = (find(edge.left), find(edge.right))
      parent[Int(max(a, b))] = min(a, b)
    }
  }

  private mutating func find(_ face: Int32) -> Int32 {
    var face = face
    while parent[Int(face)] != face {
      parent[Int(face)] = parent[Int(parent[Int(face)])]
      face = parent[Int(face)]
    }
    return face
  }

  /// Returns, for each face, the least face of its region; -1 without an owner.
  mutating func numbers() -> [Int32] {
    owner.indices.map { owner[$0] < 0 ? -1 : find(Int32($0)) }
  }
}
