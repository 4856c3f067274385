internal import Diagnostics
internal import Findings
internal import Geometry
internal import Zones

/// The maps of one check, read from their files onto one grid.
struct LoadedZones {
  let document: MapDocument
  let map: ZoneMap
  private let path: String
  private let city: ZoneMap?
  private let cityPath: String?
  private let other: ZoneMap?
  private let otherPath: String?
  private let reading: Reading
  /// Which rings were left out, for people; empty if none were.
  let warnings: String

  /// How maps are read.
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
    var cityMap: ZoneMap?
    if let cityDocument { cityMap = try place(cityDocument) }
    var other: ZoneMap?
    if let otherDocument { other = try place(otherDocument) }
    return LoadedZones(
      document: document, map: map, path: path, city: cityMap, cityPath: city, other: other,
      otherPath: compare, reading: reading, warnings: warnings)
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
    (Partition.RingFault(map)?.places ?? []).map { crossing($0, map, document) }
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
      let partition = try Partition(map, city: city?.united(as: "city"))
      let empty = partition.emptyZones.map {
        Self.ringFault("zone-without-area", "nothing is left of it", map.zones[$0].id, document)
      }
      if !empty.isEmpty { throw Self.failure(empty, document.source) }
      return partition
    } catch let fault as Partition.RingFault {
      let zones = fault.places.filter { $0.layer < map.zones.count }
      guard zones.isEmpty, let place = fault.places.first?.position else {
        throw Self.failure(zones.map { Self.crossing($0, map, document) }, document.source)
      }
      throw Failure(
        .wrongInput,
        "\(cityPath ?? ""): the city's rings cross or overlap near \(place.longitude), "
          + place.latitude)
    } catch {
      throw error as? Failure ?? Failure(.internalFault, "\(error)")
    }
  }

  private static func crossing(
    _ place: Partition.RingFault.Place, _ map: ZoneMap, _ document: MapDocument
  ) -> Diagnostic {
    ringFault(
      "ring-crosses-itself",
      "its rings cross or overlap each other or themselves near \(place.position.longitude), "
        + place.position.latitude, map.zones[place.layer].id, document)
  }

  private static func ringFault(
    _ id: String, _ message: String, _ zone: String, _ document: MapDocument
  ) -> Diagnostic {
    let feature = document.features.first { $0.id.utf8.elementsEqual(zone.utf8) }
    return Diagnostic(id, .error, "feature '\(zone)': \(message)", at: feature?.geometry)
  }

  /// What moves when the other map takes the place of this one.
  func change() throws(Failure) -> Zoning.Change? {
    guard let other, let otherPath else { return nil }
    do {
      let (old, new) = (Set(map.zones.map(\.id)), Set(other.zones.map(\.id)))
      return Zoning.Change(
        path: otherPath, added: new.subtracting(old).sorted(),
        removed: old.subtracting(new).sorted(),
        moves: try DivisionChange.moves(from: map, to: other))
    } catch {
      let place = error.places.map { "\($0.position.longitude), \($0.position.latitude)" }
        .joined(separator: "; ")
      throw Failure(.wrongInput, "\(otherPath): rings cross or overlap near \(place)")
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
    let reread = MapDocument.read(SourceText(path: path, bytes: bytes), as: reading.role)
    guard let document = reread.document,
      let again = try? Partition(
        ZoneMap.make(document, on: map.grid, skipsDegenerate: reading.skipsDegenerate).map,
        city: city?.united(as: "city")),
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
