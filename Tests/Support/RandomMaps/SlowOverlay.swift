import Zones

/// The same arrangement, obviously right and slow: every pair of edges is cut at what they have
/// in common, and every piece asks every edge what lies on either side. O(n²), in fractions of
/// whole numbers of any size; shares no line with the sweep.
package struct SlowOverlay {
  /// A piece between two places, with the layers on both sides, as text that is equal for equal
  /// pieces.
  package let pieces: Set<String>

  private struct Place: Hashable {
    // Reduced: x = a/d, y = b/d.
    let a, b, d: BigInteger

    init(_ a: BigInteger, _ b: BigInteger, _ d: BigInteger) {
      var divisor = SlowOverlay.gcd(a, SlowOverlay.gcd(b, d))
      if d.signum < 0 { divisor = -divisor }
      self.a = SlowOverlay.quotient(a, divisor)
      self.b = SlowOverlay.quotient(b, divisor)
      self.d = SlowOverlay.quotient(d, divisor)
    }

    init(_ point: GridPoint) {
      (a, b, d) = (BigInteger(point.x), BigInteger(point.y), BigInteger(1))
    }

    var text: String { "\(a)/\(d) \(b)/\(d)" }

    static func < (p: Place, q: Place) -> Bool {
      let x = p.a * q.d - q.a * p.d
      return x.signum != 0 ? x.signum < 0 : (p.b * q.d - q.b * p.d).signum < 0
    }
  }

  private struct Edge {
    let first: GridPoint
    let second: GridPoint
    let layer: Int
    let winding: Int
  }

  private let edges: [Edge]

  package init(_ layers: [[ZoneMap.Ring]]) {
    var edges: [Edge] = []
    for (layer, rings) in layers.enumerated() {
      for ring in rings {
        for (index, to) in ring.points.enumerated() {
          let from = ring.points[(index + ring.points.count - 1) % ring.points.count]
          edges.append(
            from < to
              ? Edge(first: from, second: to, layer: layer, winding: 1)
              : Edge(first: to, second: from, layer: layer, winding: -1))
        }
      }
    }
    self.edges = edges
    var pieces: Set<String> = []
    for edge in edges {
      var cuts: Set<Place> = [Place(edge.first), Place(edge.second)]
      for other in edges { cuts.formUnion(Self.common(edge, other)) }
      let ordered = cuts.sorted { $0 < $1 }
      for (from, to) in zip(ordered, ordered.dropFirst()) {
        let (left, right) = Self.sides(from, to, of: edge, edges)
        if left != right {
          pieces.insert(Self.text(from: from.text, to: to.text, left: left, right: right))
        }
      }
    }
    self.pieces = pieces
  }

  /// The pieces of the fast arrangement in the same form.
  package static func pieces(of arrangement: Arrangement) -> [String] {
    func text(_ vertex: Int32) -> String {
      let point = arrangement.position(of: vertex)
      let denominator = BigInteger(point.denominator)
      return Place(
        BigInteger(point.floor.x) * denominator + BigInteger(point.remainderX),
        BigInteger(point.floor.y) * denominator + BigInteger(point.remainderY), denominator
      ).text
    }
    func cover(_ face: Int32) -> [Int: Int] {
      Dictionary(
        uniqueKeysWithValues: arrangement.cover(of: face).map { (Int($0.layer), Int($0.winding)) })
    }
    return arrangement.edges.map {
      Self.text(
        from: text($0.from), to: text($0.to), left: cover($0.left), right: cover($0.right))
    }
  }

  private static func text(
    from: String, to: String, left: [Int: Int], right: [Int: Int]
  ) -> String {
    func list(_ cover: [Int: Int]) -> String {
      cover.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")
    }
    return "\(from) – \(to) | \(list(left)) | \(list(right))"
  }

  /// Where an edge meets another: a crossing, or ends of one on the other.
  private static func common(_ p: Edge, _ q: Edge) -> [Place] {
    var places: [Place] = []
    for point in [q.first, q.second] where isOn(point, p) { places.append(Place(point)) }
    let along = p.second - p.first
    let across = q.second - q.first
    let turn = along.cross(across)
    guard turn != 0 else { return places }
    // p.first + t · along, t = (q.first - p.first) × across / turn
    let share = (q.first - p.first).cross(across)
    let other = (q.first - p.first).cross(along)
    let isInside: (Int128) -> Bool = { turn > 0 ? $0 >= 0 && $0 <= turn : $0 <= 0 && $0 >= turn }
    guard isInside(share), isInside(other) else { return places }
    let (t, d) = (BigInteger(share), BigInteger(turn))
    places.append(
      Place(
        BigInteger(p.first.x) * d + BigInteger(along.x) * t,
        BigInteger(p.first.y) * d + BigInteger(along.y) * t, d))
    return places
  }

  private static func isOn(_ point: GridPoint, _ edge: Edge) -> Bool {
    let (low, high) = (min(edge.first.y, edge.second.y), max(edge.first.y, edge.second.y))
    return (edge.second - edge.first).cross(point - edge.first) == 0
      && (edge.first.x...edge.second.x).contains(point.x) && (low...high).contains(point.y)
  }

  /// How often each layer winds around what is left of a piece's middle, and right of it.
  private static func sides(
    _ from: Place, _ to: Place, of piece: Edge, _ edges: [Edge]
  ) -> (left: [Int: Int], right: [Int: Int]) {
    let two = BigInteger(2)
    let (a, b) = (from.a * to.d + to.a * from.d, from.b * to.d + to.b * from.d)
    let d = from.d * to.d * two
    let isVertical = piece.first.x == piece.second.x
    var left: [Int: Int] = [:]
    var right: [Int: Int] = [:]
    for edge in edges
    where edge.first.x != edge.second.x && edge.first.x <= piece.second.x
      && edge.second.x >= piece.first.x
    {
      let (west, east) = (BigInteger(edge.first.x) * d, BigInteger(edge.second.x) * d)
      // South of the line through the edge: above 0; on it: 0.
      let depth =
        ((BigInteger(edge.second.y) - BigInteger(edge.first.y)) * (a - west)
        - (BigInteger(edge.second.x) - BigInteger(edge.first.x))
          * (b - BigInteger(edge.first.y) * d))
        .signum
      // Counted northwards: an edge that has its inside on its left, north of it, is left behind.
      if !(a < west), a < east {
        if isVertical {
          if depth > 0 { right[edge.layer, default: 0] -= edge.winding }
        } else {
          if depth > 0 { left[edge.layer, default: 0] -= edge.winding }
          if depth >= 0 { right[edge.layer, default: 0] -= edge.winding }
        }
      }
      if isVertical, west < a, !(east < a), depth > 0 {
        left[edge.layer, default: 0] -= edge.winding
      }
    }
    return (left.filter { $0.value != 0 }, right.filter { $0.value != 0 })
  }

  fileprivate static func gcd(_ a: BigInteger, _ b: BigInteger) -> BigInteger {
    var (a, b) = (a.signum < 0 ? -a : a, b.signum < 0 ? -b : b)
    while b.signum != 0 { (a, b) = (b, a - BigInteger.floorQuotient(a, b) * b) }
    return a
  }

  /// A quotient without rest.
  fileprivate static func quotient(_ a: BigInteger, _ b: BigInteger) -> BigInteger {
    b.signum < 0 ? BigInteger.floorQuotient(-a, -b) : BigInteger.floorQuotient(a, b)
  }
}
