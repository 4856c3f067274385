public import Diagnostics

extension ZoneMap {
  /// The document's features as zones on this grid, which holds all their positions; and what is
  /// wrong with single rings.
  public static func make(
    _ document: MapDocument, on grid: Grid
  ) -> (map: ZoneMap, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let zones = document.features.map { feature in
      Zone(
        id: feature.id,
        rings: feature.rings.compactMap { ring in
          let points = ring.positions.map {
            grid.point(longitude: $0.longitude, latitude: $0.latitude)
          }
          let area = points.doubledArea
          if area == 0 {
            diagnostics.append(
              Diagnostic(
                "ring-without-area", .error,
                "feature '\(feature.id)': this ring encloses nothing, or as much clockwise as "
                  + "counter-clockwise", at: ring.span))
            return nil
          }
          let isRight = (area > 0) != ring.isHole
          return Ring(points: isRight ? points : points.reversed(), isHole: ring.isHole)
        })
    }
    return (ZoneMap(grid: grid, zones: zones), diagnostics)
  }

  /// All zones as one of the given name.
  public func united(as id: String) -> Zone { Zone(id: id, rings: zones.flatMap(\.rings)) }
}

extension [GridPoint] {
  /// Twice the area that the closed line encloses, above 0 if it runs counter-clockwise.
  ///
  /// Each term is below 2¹²⁵ in magnitude, and so is the sum while the line is simple; where it
  /// is not, the sum wraps, and crossings are found later anyway.
  public var doubledArea: Int128 {
    guard let origin = first else { return 0 }
    var area: Int128 = 0
    for index in indices.dropFirst().dropLast() {
      area &+= (self[index] - origin).cross(self[index + 1] - origin)
    }
    return area
  }
}
