extension ZoneMap {
  /// The neighbours of each zone, by zone: the indices of the zones with which it has a border in
  /// common. The longest border comes first (the sum of the differences of longitude and latitude
  /// along it), of equal ones the zone whose identifier comes first in the order of bytes. Zones
  /// that only touch in single points are no neighbours. O((n + k) log n) for n edges with k
  /// crossings.
  package var neighbours: [[Int]] {
    let arrangement = Arrangement(layers: zones.map(\.rings))
    var lengths = [[Int: Int128]](repeating: [:], count: zones.count)
    for edge in arrangement.edges {
      let (from, to) = (arrangement.position(of: edge.from), arrangement.position(of: edge.to))
      let length =
        Int128((to.floor.x - from.floor.x).magnitude)
        + Int128((to.floor.y - from.floor.y).magnitude)
      let (left, right) = (arrangement.cover(of: edge.left), arrangement.cover(of: edge.right))
      for one in left where !right.contains(where: { $0.layer == one.layer }) {
        for other in right where !left.contains(where: { $0.layer == other.layer }) {
          lengths[Int(one.layer)][Int(other.layer), default: 0] += length
          lengths[Int(other.layer)][Int(one.layer), default: 0] += length
        }
      }
    }
    return lengths.map { lengths in
      lengths.sorted { a, b in
        if a.value != b.value { return a.value > b.value }
        return zones[a.key].id.utf8.lexicographicallyPrecedes(zones[b.key].id.utf8)
      }.map(\.key)
    }
  }
}
