/// Regions of the plane that are found to be one during the sweep: a union-find forest.
struct RegionTable {
  private var parent: [Int32] = []
  private(set) var label: [Int32] = []

  mutating func add(label: Int32) -> Int32 {
    parent.append(Int32(parent.count))
    self.label.append(label)
    return parent[parent.count - 1]
  }

  mutating func find(_ region: Int32) -> Int32 {
    var root = region
    while parent[Int(root)] != root {
      let above = parent[Int(root)]
      parent[Int(root)] = parent[Int(above)]
      root = parent[Int(root)]
    }
    return root
  }

  /// Joins both under the smaller number, so that the outer region stays number 0.
  mutating func join(_ a: Int32, _ b: Int32) {
    if a == b { return }
    let (a, b) = (find(a), find(b))
    if a == b { return }
    parent[Int(max(a, b))] = min(a, b)
  }

  var count: Int { parent.count }
}
