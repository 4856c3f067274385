internal import Diagnostics
internal import Findings
internal import Geometry
internal import Zones

/// The maps of one check, read from their files onto one grid.
struct LoadedZones {
  let document: MapDocument
  let map: ZoneMap
  private let city: Placed?
  private let other: Placed?
  private let reading: Reading
  /// Warnings about the rings that were left out, for people; empty if none were.
  let warnings: String

  /// A map beside the one that is checked.
  private struct Placed {
    let document: MapDocument
    let map: ZoneMap
  }

  /// The settings for reading maps.
  struct Reading {
    let idProperty: String
    var mergesFeatures = false
    var skipsDegenerate = false

    var role: MapDocument.Role { .zones(idProperty: idProperty, mergesFeatures: mergesFeatures) }
  }

  static let largestFile = 256 << 20

  static func load(
    _ path: String, city: String?, compare: String?, _ reading: Reading
  ) throws(Failure) -> LoadedZones {
    let document = try read(path, as: reading.role, "map")
    var documents = [document]
    var cityDocument: MapDocument?
    if let city { cityDocument = try read(city, as: .city, "map of the city") }
    var otherDocument: MapDocument?
    if let compare { otherDocument = try read(compare, as: reading.role, "map") }
    documents += [cityDocument, otherDocument].compactMap(\.self)
    let grid = Grid(fitting: documents)
    var warnings = ""
    func place(_ document: MapDocument) throws(Failure) -> ZoneMap {
      let (map, diagnostics) = ZoneMap.make(
        document, on: grid, skipsDegenerate: reading.skipsDegenerate)
      if diagnostics.containsError {
        throw failure(diagnostics + crossings(map, document), document.source)
      }
      if !diagnostics.isEmpty { warnings += rendered(diagnostics, document.source) }
      return map
    }
    let map = try place(document)
    var city: Placed?
    if let cityDocument {
      city = Placed(document: cityDocument, map: try place(cityDocument))
    }
    var other: Placed?
    if let otherDocument {
      other = Placed(document: otherDocument, map: try place(otherDocument))
    }
    return LoadedZones(
      document: document, map: map, city: city, other: other, reading: reading, warnings: warnings)
  }

  private static func read(
    _ path: String, as role: MapDocument.Role, _ what: String
  ) throws(Failure) -> MapDocument {
    let bytes = try Files.read(path, limit: largestFile, what: what)
    let source = SourceText(path: path, bytes: bytes)
    let reading = MapDocument.read(source, as: role)
    if let document = reading.document { return document }
    var diagnostics = reading.diagnostics
    if let readable = reading.readable {
      let (map, others) = ZoneMap.make(readable, on: Grid(fitting: [readable]))
      diagnostics += others + crossings(map, readable)
    }
    throw failure(diagnostics, source)
  }

  /// Zones whose rings cross, to be told beside other faults of the file.
  private static func crossings(_ map: ZoneMap, _ document: MapDocument) -> [Diagnostic] {
    crossings(Partition.RingFault(map)?.places ?? [], map.zones.map(\.id), document)
  }

  private static func failure(_ diagnostics: [Diagnostic], _ source: SourceText) -> Failure {
    Failure(.wrongInput, rendered: rendered(diagnostics, source))
  }

  private static func rendered(_ diagnostics: [Diagnostic], _ source: SourceText) -> String {
    let most = 60
    var shown = Array(diagnostics.prefix(most))
    if diagnostics.count > most {
      let rest = "\(diagnostics.count - most) more of this file"
      shown.append(
        Diagnostic("more-faults", diagnostics.containsError ? .error : .warning, rest, at: nil))
    }
    return DiagnosticRenderer(source: source, style: Console.standardError.style).render(shown)
  }

  func partition() throws(Failure) -> Partition {
    do {
      let partition = try Partition(map, city: city?.map.united(as: "city"))
      let spans = Self.spans(document)
      let empty = partition.emptyZones.map {
        Self.ringFault("zone-without-area", "nothing is left of it", map.zones[$0].id, spans)
      }
      if !empty.isEmpty { throw Self.failure(empty, document.source) }
      return partition
    } catch let fault as Partition.RingFault {
      throw failure(fault, other: city)
    } catch {
      throw error as? Failure ?? Failure(.internalFault, "\(error)")
    }
  }

  /// Rings that cross: those of this map, or if there are none those of the other, whose zones
  /// are the layers behind.
  private func failure(_ fault: Partition.RingFault, other: Placed?) -> Failure {
    let own = fault.places.filter { $0.layer < map.zones.count }
    let zones = (map.zones + (other?.map.zones ?? [])).map(\.id)
    let (places, document) =
      own.isEmpty ? (fault.places, other?.document ?? document) : (own, document)
    return Self.failure(Self.crossings(places, zones, document), document.source)
  }

  private static func crossings(
    _ places: [Partition.RingFault.Place], _ zones: [String], _ document: MapDocument
  ) -> [Diagnostic] {
    let spans = spans(document)
    return places.map { place in
      ringFault(
        "ring-crosses-itself",
        "its rings cross or overlap each other or themselves near \(place.position.longitude), "
          + place.position.latitude, zones[place.layer], spans)
    }
  }

  /// The geometry of the first feature of each identifier.
  private static func spans(_ document: MapDocument) -> [[UInt8]: SourceSpan] {
    Dictionary(
      document.features.map { (Array($0.id.utf8), $0.geometry) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func ringFault(
    _ id: String, _ message: String, _ zone: String, _ spans: [[UInt8]: SourceSpan]
  ) -> Diagnostic {
    Diagnostic(id, .error, "feature '\(zone)': \(message)", at: spans[Array(zone.utf8)])
  }

  /// The change when the other map takes the place of this one; nil without another map.
  func change() throws(Failure) -> (found: DivisionChange, summary: Zoning.Change)? {
    guard let other else { return nil }
    do {
      let (old, new) = (Set(map.zones.map(\.id)), Set(other.map.zones.map(\.id)))
      let change = try DivisionChange(from: map, to: other.map)
      let summary = Zoning.Change(
        path: other.document.source.path, added: new.subtracting(old).sorted(),
        removed: old.subtracting(new).sorted(), moves: change.moves)
      return (change, summary)
    } catch {
      throw failure(error, other: other)
    }
  }

  /// The repaired file, read again and found a partition; or why there is none.
  func repair(
    _ partition: Partition, tolerance: Double
  ) throws(Failure) -> Result<(repair: Repair, file: [UInt8]), Repair.Refusal> {
    let repair: Repair
    let bytes: [UInt8]
    do {
      repair = try Repair(partition, tolerance: tolerance)
      bytes = try repair.file(from: document)
    } catch {
      return .failure(error)
    }
    let reread = MapDocument.read(
      SourceText(path: document.source.path, bytes: bytes), as: reading.role)
    guard let document = reread.document,
      let again = try? Partition(
        ZoneMap.make(document, on: map.grid, skipsDegenerate: reading.skipsDegenerate).map,
        city: city?.map.united(as: "city")),
      again.faults.isEmpty
    else { throw Failure(.internalFault, "the repaired map is no partition; this is our fault") }
    return .success((repair, bytes))
  }
}

extension Zoning.Refusal {
  init(_ refusal: Repair.Refusal) {
    switch refusal {
    case .beyondTolerance(let faults):
      let which = faults == 1 ? "fault 1 is" : "faults 1 to \(faults) are"
      self.init(
        reason: "\(which) larger than the tolerance; that is for people to decide",
        faultsBeyondTolerance: faults)
    case .noSolution(let reason):
      self.init(reason: "its grid has no solution: \(reason)", faultsBeyondTolerance: 0)
    case .crossesAntimeridian:
      self.init(
        reason: "it lies across the antimeridian; that is not supported",
        faultsBeyondTolerance: 0)
    case .severalFeatures(let zone):
      self.init(
        reason: "zone '\(zone)' has several features and would have to change; merge them in the "
          + "file first", faultsBeyondTolerance: 0)
    }
  }
}
