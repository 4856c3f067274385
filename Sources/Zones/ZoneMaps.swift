import Basics
import Findings

/// Mistakes in a map, because of which it cannot be checked.
package struct MapMistakes: Error, Sendable {
  /// The text of the map.
  package let source: SourceText
  /// The mistakes, each with its place; at least one is an error.
  package let diagnostics: [Diagnostic]
}

/// The maps of one check on one grid: the zones, the city that they are to cover, and another map
/// that is compared.
package struct ZoneMaps: Sendable {
  package let document: MapDocument
  package let map: ZoneMap
  /// Warnings about the rings that were left out, by map; a map without any has no element.
  package let warnings: [MapMistakes]
  private let city: Placed?
  private let other: Placed?

  /// A map beside the one that is checked.
  private struct Placed {
    let document: MapDocument
    let map: ZoneMap
  }

  /// Reads a map. Throws all mistakes that are found, crossings of rings among them.
  package static func read(
    _ source: SourceText, as role: MapDocument.Role
  ) throws(MapMistakes) -> MapDocument {
    let reading = MapDocument.read(source, as: role)
    if let document = reading.document { return document }
    var diagnostics = reading.diagnostics
    if let readable = reading.readable {
      // Features of one identifier that are not to be merged are told as such, and do not overlap
      // as the rings of one zone would.
      var merges = true
      if case .zones(_, mergesFeatures: false) = role { merges = false }
      let (map, others) = ZoneMap.make(
        readable, on: Grid(fitting: [readable]), mergesFeatures: merges)
      diagnostics += others + crossings(map, readable, mergesFeatures: merges)
    }
    throw MapMistakes(source: source, diagnostics: diagnostics)
  }

  /// Puts maps onto the coarsest grid that has all of their positions.
  /// - Parameter skipsDegenerate: Leaves out rings that enclose nothing, with a warning.
  package init(
    _ document: MapDocument, city cityDocument: MapDocument? = nil,
    other otherDocument: MapDocument? = nil, skipsDegenerate: Bool = false
  ) throws(MapMistakes) {
    let grid = Grid(fitting: [document, cityDocument, otherDocument].compactMap(\.self))
    var warnings: [MapMistakes] = []
    func place(_ document: MapDocument) throws(MapMistakes) -> Placed {
      let (map, diagnostics) = ZoneMap.make(document, on: grid, skipsDegenerate: skipsDegenerate)
      if diagnostics.containsError {
        throw MapMistakes(
          source: document.source, diagnostics: diagnostics + Self.crossings(map, document))
      }
      if !diagnostics.isEmpty {
        warnings.append(MapMistakes(source: document.source, diagnostics: diagnostics))
      }
      return Placed(document: document, map: map)
    }
    self.document = document
    map = try place(document).map
    var city: Placed?
    if let cityDocument { city = try place(cityDocument) }
    self.city = city
    var other: Placed?
    if let otherDocument { other = try place(otherDocument) }
    self.other = other
    self.warnings = warnings
  }

  /// Zones whose rings cross, to be told beside other faults of the file.
  private static func crossings(
    _ map: ZoneMap, _ document: MapDocument, mergesFeatures: Bool = true
  ) -> [Diagnostic] {
    let places = Partition.RingFault(map)?.places ?? []
    guard mergesFeatures else {
      return crossings(places) { (document.features[$0].id, document.features[$0].geometry) }
    }
    return crossings(places, map.zones.map(\.id), document)
  }

  /// Decides whether the zones are a partition of the city, as ``Partition`` does. Throws if rings
  /// cross, or if nothing is left of a zone.
  package func partition() throws(MapMistakes) -> Partition {
    let partition: Partition
    do {
      partition = try Partition(map, city: city?.map.united(as: "city"))
    } catch {
      throw mistakes(error, other: city)
    }
    let spans = Self.spans(document)
    let empty = partition.emptyZones.map { number in
      let id = map.zones[number].id
      return Self.ringFault(
        "zone-without-area", "nothing is left of it", id, at: spans[Array(id.utf8)])
    }
    guard empty.isEmpty else { throw MapMistakes(source: document.source, diagnostics: empty) }
    return partition
  }

  /// Rings that cross: those of this map, or if there are none those of the other, whose zones
  /// are the layers behind.
  private func mistakes(_ fault: Partition.RingFault, other: Placed?) -> MapMistakes {
    let own = fault.places.filter { $0.layer < map.zones.count }
    let zones = (map.zones + (other?.map.zones ?? [])).map(\.id)
    let (places, document) =
      own.isEmpty ? (fault.places, other?.document ?? document) : (own, document)
    return MapMistakes(
      source: document.source, diagnostics: Self.crossings(places, zones, document))
  }

  private static func crossings(
    _ places: [Partition.RingFault.Place], _ zones: [String], _ document: MapDocument
  ) -> [Diagnostic] {
    let spans = spans(document)
    return crossings(places) { (zones[$0], spans[Array(zones[$0].utf8)]) }
  }

  /// - Parameter zone: Returns the identifier and the geometry of a layer.
  private static func crossings(
    _ places: [Partition.RingFault.Place], _ zone: (Int) -> (id: String, span: SourceSpan?)
  ) -> [Diagnostic] {
    places.map { place in
      let (id, span) = zone(place.layer)
      return ringFault(
        "ring-crosses-itself",
        "its rings cross or overlap each other or themselves near \(place.position.longitude), "
          + place.position.latitude, id, at: span)
    }
  }

  /// The geometry of the first feature of each identifier.
  private static func spans(_ document: MapDocument) -> [[UInt8]: SourceSpan] {
    Dictionary(
      document.features.map { (Array($0.id.utf8), $0.geometry) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func ringFault(
    _ id: String, _ message: String, _ zone: String, at span: SourceSpan?
  ) -> Diagnostic {
    Diagnostic(id, .error, "feature '\(zone)': \(message)", at: span)
  }

  /// The change when the other map takes the place of this one; nil without another map.
  package func change() throws(MapMistakes) -> (found: DivisionChange, summary: Zoning.Change)? {
    guard let other else { return nil }
    do {
      let (old, new) = (Set(map.zones.map(\.id)), Set(other.map.zones.map(\.id)))
      let change = try DivisionChange(from: map, to: other.map)
      let summary = Zoning.Change(
        path: other.document.source.path, added: new.subtracting(old).sorted(),
        removed: old.subtracting(new).sorted(), moves: change.moves)
      return (change, summary)
    } catch {
      throw mistakes(error, other: other)
    }
  }

  /// The error that a repaired map is no partition: a defect of this program.
  package struct RepairFault: Error, Sendable {}

  /// The repaired file, read again and found a partition; or why there is none.
  package func repair(
    _ partition: Partition, tolerance: Double, as role: MapDocument.Role, skipsDegenerate: Bool
  ) throws(RepairFault) -> Result<(repair: Repair, file: [UInt8]), Repair.Refusal> {
    let repair: Repair
    let bytes: [UInt8]
    do {
      repair = try Repair(partition, tolerance: tolerance)
      bytes = try repair.file(from: document)
    } catch {
      return .failure(error)
    }
    let reread = MapDocument.read(
      SourceText(path: document.source.path, bytes: bytes), as: role)
    guard let document = reread.document,
      let again = try? Partition(
        ZoneMap.make(document, on: map.grid, skipsDegenerate: skipsDegenerate).map,
        city: city?.map.united(as: "city")),
      again.faults.isEmpty
    else { throw RepairFault() }
    return .success((repair, bytes))
  }
}
