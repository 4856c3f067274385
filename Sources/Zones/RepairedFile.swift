import Basics

extension Repair {
  /// The map's file with the geometry of changed zones replaced; every other byte is kept. Refused
  /// if a changed zone has several features.
  package func file(from document: MapDocument) throws(Refusal) -> [UInt8] {
    let zones = Dictionary(uniqueKeysWithValues: changed.map { (Array(map.zones[$0].id.utf8), $0) })
    var seen: Set<Int> = []
    var bytes: [UInt8] = []
    var position = 0
    for feature in document.features {
      guard let zone = zones[Array(feature.id.utf8)] else { continue }
      guard seen.insert(zone).inserted else { throw .severalFeatures(zone: feature.id) }
      bytes += document.source.bytes[position..<feature.geometry.lower]
      bytes += Self.geometry(map.zones[zone].rings, on: map.grid).utf8
      position = feature.geometry.upper
    }
    return bytes + document.source.bytes[position...]
  }

  /// Returns the geometry as GeoJSON. Each border begins a polygon, and the holes that follow are
  /// in it.
  private static func geometry(_ rings: [ZoneMap.Ring], on grid: Grid) -> String {
    var polygons: [[String]] = []
    for ring in rings {
      let closed = ring.points + ring.points.prefix(1)
      let text = closed.map { "[\(grid.longitudeText($0.x)),\(grid.latitudeText($0.y))]" }
      if !ring.isHole { polygons.append([]) }
      polygons[polygons.count - 1].append("[" + text.joined(separator: ",") + "]")
    }
    let texts = polygons.map { "[" + $0.joined(separator: ",") + "]" }
    return texts.count == 1
      ? "{\"type\":\"Polygon\",\"coordinates\":\(texts[0])}"
      : "{\"type\":\"MultiPolygon\",\"coordinates\":[\(texts.joined(separator: ","))]}"
  }
}
