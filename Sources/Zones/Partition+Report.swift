public import Findings
internal import Geometry
internal import JSON

extension Partition {
  /// The verdict as plain data.
  ///
  /// - Parameter tolerance: square metres; a fault is accepted if the upper end of what is known
  ///   of its area is not above.
  public func zoning(
    path: String, cityPath: String?, requirements: [String], tolerance: Double
  ) -> Zoning {
    let verdict: Zoning.Verdict =
      faults.isEmpty
      ? .partition
      : faults(beyond: tolerance).isEmpty ? .partitionWithinTolerance : .notAPartition
    return Zoning(
      path: path, city: cityPath, verdict: verdict, zones: map.zones.map(\.id),
      vertices: map.vertexCount, decimals: map.grid.decimals, tolerance: tolerance,
      requirements: requirements,
      faults: faults.map { fault in
        Zoning.Fault(
          kind: fault.kind, zones: fault.zones.map { map.zones[$0].id },
          area: Zoning.AreaBounds(atLeast: fault.area.lower, atMost: fault.area.upper),
          extent: fault.extent,
          witness: fault.witness.map {
            Zoning.Position(
              longitude: $0.longitudeText(on: map.grid), latitude: $0.latitudeText(on: map.grid))
          }, isAccepted: fault.area.upper <= tolerance)
      })
  }

  /// The borders of faults, in the order of ``faults``, each the outer one first.
  func faultLoops() -> [[Arrangement.Loop]] {
    var regionOf = [Int32](repeating: -1, count: arrangement.faceLabels.count)
    for (index, fault) in faults.enumerated() { regionOf[Int(fault.face)] = Int32(index) }
    var result = [[Arrangement.Loop]](repeating: [], count: faults.count)
    for loop in arrangement.loops(regionOf: regionOf) { result[Int(loop.region)].append(loop) }
    return result
  }

  /// The faults as GeoJSON, for a geographic information system. Crossings between points of the
  /// grid are written with six decimals more than the map has.
  public func faultCollection(tolerance: Double) -> String {
    let loops = faultLoops()
    let features = faults.enumerated().map { index, fault in
      let rings = loops[index].map { loop in
        let corners = (loop.vertices + loop.vertices.prefix(1)).map { vertex in
          let place = Witness(rounding: arrangement.position(of: vertex), moreDecimals: 6)
          return "[\(place.longitudeText(on: map.grid)),\(place.latitudeText(on: map.grid))]"
        }
        return "[" + corners.joined(separator: ",") + "]"
      }
      let names = fault.zones.map { zone in
        var text: [UInt8] = []
        text.append(quoted: map.zones[zone].id)
        return String(decoding: text, as: UTF8.self)
      }.joined(separator: ",")
      return """
        {"type":"Feature","properties":{"fault":\(index + 1),"kind":"\(fault.kind.rawValue)",\
        "zones":[\(names)],"atLeast":\(fault.area.lower),"atMost":\(fault.area.upper),\
        "area":\(fault.area.upper),"length":\(fault.extent.length),\
        "width":\(fault.extent.width),"accepted":\(fault.area.upper <= tolerance)},\
        "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ","))]}}
        """
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }
}
