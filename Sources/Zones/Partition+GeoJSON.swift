import Basics
import Findings

extension Partition {
  /// The faults as GeoJSON, for a geographic information system, and behind them the pieces that
  /// move if there is a change. Crossings between points of the grid are written with six decimals
  /// more than the map has.
  ///
  /// - Parameter tolerance: square metres; faults up to it are marked as accepted.
  package func faultCollection(tolerance: Double, change: DivisionChange? = nil) -> String {
    let borders = arrangement.borders(of: faults.map(\.face))
    var features = faults.indices.map { index in
      let fault = faults[index]
      let names = fault.zones.map { quoted(map.zones[$0].id) }.joined(separator: ",")
      return feature(
        "\"fault\":\(index + 1),\"kind\":\"\(fault.kind.rawValue)\",\"zones\":[\(names)],"
          + measures(fault.area, fault.extent)
          + ",\"accepted\":\(fault.area.upper <= tolerance)",
        arrangement.polygon(borders[index], on: map.grid))
    }
    if let change {
      let borders = change.arrangement.borders(of: change.pieces.map(\.face))
      for (piece, border) in zip(change.pieces, borders) {
        let move = change.moves[piece.move]
        let names = [move.from, move.to].compactMap(\.self).map(quoted).joined(separator: ",")
        features.append(
          feature(
            "\"move\":\(piece.move + 1),\"kind\":\"move\",\"zones\":[\(names)],"
              + "\"from\":\(move.from.map(quoted) ?? "null"),"
              + "\"to\":\(move.to.map(quoted) ?? "null"),"
              + measures(piece.area, piece.extent), change.arrangement.polygon(border, on: map.grid)
          ))
      }
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }
}

private func feature(_ properties: String, _ polygon: String) -> String {
  "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":\(polygon)}"
}

private func measures(_ area: Interval, _ extent: Zoning.Extent) -> String {
  "\"atLeast\":\(area.lower),\"atMost\":\(area.upper),\"area\":\(area.upper),"
    + "\"length\":\(extent.length),\"width\":\(extent.width)"
}

private func quoted(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.append(quoted: text)
  return String(decoding: bytes, as: UTF8.self)
}

extension Arrangement {
  /// Loops as a polygon of GeoJSON.
  fileprivate func polygon(_ loops: [Loop], on grid: Grid) -> String {
    let rings = loops.map { loop in
      let corners = (loop.vertices + loop.vertices.prefix(1)).map { vertex in
        let place = Witness(rounding: position(of: vertex), moreDecimals: 6)
        return "[\(place.longitudeText(on: grid)),\(place.latitudeText(on: grid))]"
      }
      return "[" + corners.joined(separator: ",") + "]"
    }
    return "{\"type\":\"Polygon\",\"coordinates\":[\(rings.joined(separator: ","))]}"
  }
}
