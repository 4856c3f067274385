import Basics

extension ZoneMap {
  /// Returns the document's features as zones on this grid, which holds all their positions, and
  /// the errors in single rings. Features of one identifier are one zone, in the place of the
  /// first.
  ///
  /// - Parameters:
  ///   - skipsDegenerate: Leaves out rings that enclose nothing, each with a warning instead of an
  ///     error.
  ///   - mergesFeatures: False to make a zone of each feature, even if several have one identifier.
  package static func make(
    _ document: MapDocument, on grid: Grid, skipsDegenerate: Bool = false,
    mergesFeatures: Bool = true
  ) -> (map: ZoneMap, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var numbers: [[UInt8]: Int] = [:]
    var zones: [(id: String, rings: [Ring])] = []
    for feature in document.features {
      let known = mergesFeatures ? numbers[Array(feature.id.utf8)] : nil
      let number = known ?? zones.count
      if number == zones.count {
        numbers[Array(feature.id.utf8)] = number
        zones.append((feature.id, []))
      }
      for ring in feature.rings {
        switch Self.ring(ring, on: grid) {
        case .success(let ring): zones[number].rings.append(ring)
        case .failure(let problem):
          let isSkipped = problem.enclosesNothing && skipsDegenerate
          diagnostics.append(
            Diagnostic(
              problem.id, isSkipped ? .warning : .error,
              "feature '\(feature.id)': \(problem.message(ring))"
                + (isSkipped ? "; it is left out" : problem.hint), at: ring.span))
        }
      }
    }
    let map = ZoneMap(grid: grid, zones: zones.map { Zone(id: $0.id, rings: $0.rings) })
    return (map, diagnostics)
  }

  /// A reason why a ring bounds no area.
  private enum RingProblem: Error {
    case tooShort(enclosesNothing: Bool)
    case degenerate, noInside, tooWide

    var id: String {
      switch self {
      case .tooShort: "ring-too-short"
      case .degenerate, .noInside: "ring-without-area"
      case .tooWide: "out-of-range"
      }
    }

    func message(_ ring: MapDocument.Ring) -> String {
      switch self {
      case .tooShort:
        "\(ring.isHole ? "a hole" : "a border") has at least 4 positions, the last as the first; "
          + "this has \(ring.length)"
      case .degenerate: "this ring encloses nothing"
      case .noInside: "this ring encloses as much clockwise as counter-clockwise"
      case .tooWide:
        "a ring with longitudes beyond 180 degrees spans less than half of the Earth; this does not"
      }
    }

    /// True if the ring may be left out: nothing is lost.
    var enclosesNothing: Bool {
      switch self {
      case .tooShort(let enclosesNothing): enclosesNothing
      case .degenerate: true
      case .noInside, .tooWide: false
      }
    }

    var hint: String { enclosesNothing ? "; --skip-degenerate leaves such rings out" : "" }
  }

  private static func ring(
    _ ring: MapDocument.Ring, on grid: Grid
  ) -> Result<Ring, RingProblem> {
    if ring.isTooShort {
      // Three corners that are not closed may be meant as a triangle.
      return .failure(.tooShort(enclosesNothing: ring.positions.count < 3))
    }
    let points = ring.positions.map {
      grid.point(longitude: $0.longitude, latitude: $0.latitude)
    }
    var (low, high) = (Int64.max, Int64.min)
    for point in points { (low, high) = (min(low, point.x), max(high, point.x)) }
    if high - low > 180 * grid.unitsPerDegree,
      ring.positions.contains(where: { !$0.longitude.isWithin(180) })
    {
      return .failure(.tooWide)
    }
    let area = points.count < 3 ? 0 : points.doubledArea
    if area == 0 {
      // If each edge occurs equally often in both directions, the arrangement has none left.
      let encloses =
        points.count >= 3
        && !Arrangement(layers: [[Ring(points: points, isHole: false)]]).edges.isEmpty
      return .failure(encloses ? .noInside : .degenerate)
    }
    let isRight = (area > 0) != ring.isHole
    return .success(Ring(points: isRight ? points : points.reversed(), isHole: ring.isHole))
  }

  /// All zones as one of the given name.
  package func united(as id: String) -> Zone { Zone(id: id, rings: zones.flatMap(\.rings)) }
}

extension [GridPoint] {
  /// Twice the area that the closed line encloses, above 0 if it runs counter-clockwise.
  ///
  /// Each term is below 2¹²⁵ in magnitude, and so is the sum while the line is simple; otherwise
  /// the sum wraps, and crossings are found later anyway.
  package var doubledArea: Int128 {
    guard let origin = first else { return 0 }
    var area: Int128 = 0
    for index in indices.dropFirst().dropLast() {
      area &+= (self[index] - origin).cross(self[index + 1] - origin)
    }
    return area
  }
}
