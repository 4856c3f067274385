/// A division into zones on a decimal grid.
package struct ZoneMap: Sendable {
  /// A simple closed line; the last point is not repeated. Borders run with the inside on their
  /// left, counter-clockwise, and holes clockwise, whichever way the file has them.
  package struct Ring: Hashable, Sendable {
    /// The points of the ring, at least three.
    package let points: [GridPoint]
    package let isHole: Bool

    package init(points: [GridPoint], isHole: Bool) {
      self.points = points
      self.isHole = isHole
    }
  }

  /// A zone: its rings together bound its area.
  package struct Zone: Sendable {
    /// The identifier in the map; no two zones of a map have the same.
    package let id: String
    /// Borders and holes, in the order of the file.
    package let rings: [Ring]

    package init(id: String, rings: [Ring]) {
      self.id = id
      self.rings = rings
    }
  }

  /// The grid in whose units all points are.
  package let grid: Grid
  /// The zones in the order of the file; results name a zone by its position here.
  package let zones: [Zone]

  package init(grid: Grid, zones: [Zone]) {
    self.grid = grid
    self.zones = zones
  }

  /// The number of positions in all rings.
  package var vertexCount: Int {
    zones.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.points.count } }
  }
}

extension Grid {
  /// The coarsest grid that holds all positions of these documents. It crosses the antimeridian
  /// if western and eastern longitudes are nearer to each other there than at Greenwich.
  package init(fitting documents: [MapDocument]) {
    var decimals = 0
    for document in documents {
      for feature in document.features {
        for ring in feature.rings {
          for position in ring.positions {
            decimals = max(decimals, position.longitude.decimals, position.latitude.decimals)
          }
        }
      }
    }
    let plain = Grid(decimals: decimals)
    let shifted = Grid(decimals: decimals, crossesAntimeridian: true)
    let half = 180 * plain.unitsPerDegree
    let isShifted = plain.width(of: documents) > half && shifted.width(of: documents) < half
    self = isShifted ? shifted : plain
  }

  /// Returns the distance from the westernmost to the easternmost position.
  private func width(of documents: [MapDocument]) -> Int64 {
    var low = Int64.max
    var high = Int64.min
    for document in documents {
      for ring in document.features.lazy.flatMap(\.rings) {
        for position in ring.positions {
          let x = point(longitude: position.longitude, latitude: position.latitude).x
          low = min(low, x)
          high = max(high, x)
        }
      }
    }
    return low > high ? 0 : high - low
  }
}
