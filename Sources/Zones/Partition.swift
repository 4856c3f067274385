import Findings

/// A check of whether zones are a partition of a city, decided exactly.
///
/// All rings, and those of the city, are laid over each other. Each face of the arrangement is then
/// inside a known set of zones; the zones are a partition exactly if every face inside the city is
/// in one zone, and every other face in none.
package struct Partition: Sendable {
  /// A face that is in the wrong number of zones.
  package struct Fault: Sendable {
    package let kind: Zoning.Fault.Kind
    /// The number of the face in the arrangement.
    package let face: Int32
    /// Indices of the zones that it is in, or for a gap of those that border on it.
    package let zones: [Int]
    /// Square metres.
    package let area: Interval
    /// The approximate length and width of the fault.
    package let extent: Zoning.Extent
    /// A place strictly inside; nil only where it takes more than 60 decimals beyond the map's.
    package let witness: Witness?
    /// The arrangement's edges around it.
    package let edges: [Int32]
  }

  /// Zones, or the city, whose rings cross themselves or each other.
  package struct RingFault: Error, Sendable {
    /// A place where rings cross.
    package struct Place: Sendable {
      /// The layer of the arrangement: a zone of the map, or, behind them all, the city.
      package let layer: Int
      /// The approximate position in decimal degrees.
      package let position: Zoning.Position
    }

    /// The places of all faults, in the order of layers; never empty.
    package let places: [Place]

    /// nil if all rings are right.
    init?(_ arrangement: Arrangement, on grid: Grid) {
      places = arrangement.faultsOfRings.map { fault in
        let position = arrangement.position(of: fault.vertex)
        let place = Witness(rounding: position, moreDecimals: 6)
        return Place(
          layer: Int(fault.layer),
          position: Zoning.Position(
            longitude: place.longitudeText(on: grid), latitude: place.latitudeText(on: grid)))
      }
      if places.isEmpty { return nil }
    }

    /// The zones of a map whose rings are wrong; nil if there are none.
    package init?(_ map: ZoneMap) {
      self.init(Arrangement(layers: map.zones.map(\.rings)), on: map.grid)
    }
  }

  /// The map that is divided, as it was given.
  package let map: ZoneMap
  /// The area that the zones are to cover; nil: the outline of all of them.
  package let city: ZoneMap.Zone?
  /// The arrangement: its layers are the zones in their order, then the city if there is one.
  package let arrangement: Arrangement
  /// The largest first.
  package let faults: [Fault]

  /// Decides whether the zones are a partition. O((n + k) log n) for n edges with k crossings.
  ///
  /// - Parameter city: The area that the zones are to cover; nil: the outline of all of them, so
  ///   that an enclosed area in no zone is a gap.
  package init(_ map: ZoneMap, city: ZoneMap.Zone? = nil) throws(RingFault) {
    let layers = map.zones.map(\.rings) + (city.map { [$0.rings] } ?? [])
    let arrangement = Arrangement(layers: layers)
    if let fault = RingFault(arrangement, on: map.grid) { throw fault }
    self.map = map
    self.city = city
    self.arrangement = arrangement
    let kinds = arrangement.faceLabels.indices.map { face in
      Self.kind(
        of: arrangement.cover(of: Int32(face)), isOutside: Int32(face) == Arrangement.outside,
        zoneCount: map.zones.count, hasCity: city != nil)
    }
    var edges: [Int32: [Int32]] = [:]
    for (index, edge) in arrangement.edges.enumerated() {
      for face in [edge.left, edge.right] where kinds[Int(face)] != nil {
        edges[face, default: []].append(Int32(index))
      }
    }
    faults = edges.keys.sorted().compactMap { face in
      kinds[Int(face)].map {
        Self.fault($0, face, edges[face] ?? [], arrangement, map)
      }
    }.sorted { ($0.area.upper, $1.face) > ($1.area.upper, $0.face) }
  }

  /// Returns the fault of a face that these layers cover; the city is the layer behind the zones.
  private static func kind(
    of cover: [LabelTable.Part], isOutside: Bool, zoneCount: Int, hasCity: Bool
  ) -> Zoning.Fault.Kind? {
    let owners = cover.count { Int($0.layer) < zoneCount }
    let isInCity = hasCity ? owners < cover.count : !isOutside
    if owners > 1 { return .overlap }
    if owners == 1, !isInCity { return .beyond }
    return owners == 0 && isInCity ? .gap : nil
  }

  private static func fault(
    _ kind: Zoning.Fault.Kind, _ face: Int32, _ indices: [Int32], _ arrangement: Arrangement,
    _ map: ZoneMap
  ) -> Fault {
    let edges = indices.map { arrangement.edges[Int($0)] }
    let sides = arrangement.sides(of: face, edges)
    let zones: Set<Int> =
      kind == .gap
      ? edges.reduce(into: []) { zones, edge in
        for part in arrangement.cover(of: edge.left == face ? edge.right : edge.left) {
          zones.insert(Int(part.layer))
        }
      } : Set(arrangement.cover(of: face).map { Int($0.layer) })
    let area = Area.bounds(sides, on: map.grid)
    return Fault(
      kind: kind, face: face, zones: zones.filter { $0 < map.zones.count }.sorted(), area: area,
      extent: Zoning.Extent(area: area.upper, perimeter: Area.length(sides, on: map.grid)),
      witness: arrangement.witness(in: face, edges: edges), edges: indices)
  }

  /// Returns the faults that may be larger than a tolerance in square metres, by the upper bound of
  /// their area.
  package func faults(beyond tolerance: Double) -> [Fault] {
    faults.filter { $0.area.upper > tolerance }
  }

  /// Zones of which nothing is left: their holes are as large as their borders.
  package var emptyZones: [Int] {
    var seen: Set<Int> = []
    for label in Set(arrangement.faceLabels) {
      for part in arrangement.labels.labels[Int(label)] { seen.insert(Int(part.layer)) }
    }
    return map.zones.indices.filter { !seen.contains($0) }
  }
}
