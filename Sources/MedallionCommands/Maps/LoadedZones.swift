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
  private let idProperty: String

  static let largestFile = 256 << 20

  static func load(
    _ path: String, city: String?, compare: String?, idProperty: String
  ) throws(Failure) -> LoadedZones {
    let document = try read(path, as: .zones(idProperty: idProperty), "map")
    var documents = [document]
    var cityDocument: MapDocument?
    if let city { cityDocument = try read(city, as: .city, "map of the city") }
    var otherDocument: MapDocument?
    if let compare { otherDocument = try read(compare, as: .zones(idProperty: idProperty), "map") }
    documents += [cityDocument, otherDocument].compactMap(\.self)
    let grid = Grid(fitting: documents)
    return LoadedZones(
      document: document, map: try place(document, on: grid), path: path,
      city: try place(cityDocument, on: grid), cityPath: city,
      other: try place(otherDocument, on: grid), otherPath: compare, idProperty: idProperty)
  }

  private static func read(
    _ path: String, as role: MapDocument.Role, _ what: String
  ) throws(Failure) -> MapDocument {
    let bytes = try Files.read(path, limit: largestFile, what: what)
    let source = SourceText(path: path, bytes: bytes)
    let reading = MapDocument.read(source, as: role)
    guard let document = reading.document else { throw failure(reading.diagnostics, source) }
    return document
  }

  private static func place(_ document: MapDocument?, on grid: Grid) throws(Failure) -> ZoneMap? {
    guard let document else { return nil }
    return try place(document, on: grid) as ZoneMap
  }

  private static func place(_ document: MapDocument, on grid: Grid) throws(Failure) -> ZoneMap {
    let (map, diagnostics) = ZoneMap.make(document, on: grid)
    if diagnostics.containsError { throw failure(diagnostics, document.source) }
    return map
  }

  private static func failure(_ diagnostics: [Diagnostic], _ source: SourceText) -> Failure {
    Failure(
      .wrongInput,
      rendered: DiagnosticRenderer(source: source, style: Console.standardError.style)
        .render(diagnostics))
  }

  func partition() throws(Failure) -> Partition {
    do {
      let partition = try Partition(map, city: city?.united(as: "city"))
      if let empty = partition.emptyZones.first {
        throw ringFailure("zone-without-area", "its holes leave nothing of it", feature: empty)
      }
      return partition
    } catch let fault as Partition.RingFault {
      guard let zone = fault.zone else {
        let place = "\(fault.position.longitude), \(fault.position.latitude)"
        throw Failure(
          .wrongInput, "\(cityPath ?? ""): the city's rings cross or overlap near \(place)")
      }
      throw crossing(fault, zone: zone)
    } catch {
      throw error as? Failure ?? Failure(.internalFault, "\(error)")
    }
  }

  private func crossing(_ fault: Partition.RingFault, zone: Int) -> Failure {
    ringFailure(
      "ring-crosses-itself",
      "its rings cross or overlap each other or themselves near \(fault.position.longitude), "
        + "\(fault.position.latitude)", feature: zone)
  }

  private func ringFailure(_ id: String, _ message: String, feature index: Int) -> Failure {
    let feature = document.features[index]
    let diagnostic = Diagnostic(
      id, .error, "feature '\(feature.id)': \(message)", at: feature.geometry)
    return Self.failure([diagnostic], document.source)
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
      let place = "\(error.position.longitude), \(error.position.latitude)"
      throw Failure(.wrongInput, "\(otherPath): rings cross or overlap near \(place)")
    }
  }

  /// The repaired file, read again and found a partition; or why there is none.
  func repair(
    _ partition: Partition, tolerance: Double
  ) throws(Failure) -> Result<(repair: Repair, file: [UInt8]), Repair.Refusal> {
    let repair: Repair
    do {
      repair = try Repair(partition, tolerance: tolerance)
    } catch {
      return .failure(error)
    }
    let bytes = repair.file(from: document)
    let reading = MapDocument.read(
      SourceText(path: path, bytes: bytes), as: .zones(idProperty: idProperty))
    guard let document = reading.document,
      let again = try? Partition(
        ZoneMap.make(document, on: map.grid).map, city: city?.united(as: "city")),
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
    }
  }
}
