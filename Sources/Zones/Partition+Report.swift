import Findings

extension Partition {
  /// Returns the verdict as plain data.
  ///
  /// - Parameter tolerance: Square metres; a fault is accepted if the upper bound of its area is
  ///   not above.
  package func zoning(
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
}
