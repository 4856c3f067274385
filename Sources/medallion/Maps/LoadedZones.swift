import Basics
import Findings
import Zones

/// The maps of one check, read from their files.
struct LoadedZones {
  private let maps: ZoneMaps
  private let reading: Reading

  var document: MapDocument { maps.document }
  var map: ZoneMap { maps.map }

  /// Warnings about the rings that were left out, for people; empty if none were.
  var warnings: String {
    maps.warnings.map { Self.rendered($0.diagnostics, $0.source) }.joined()
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
    var cityDocument: MapDocument?
    if let city { cityDocument = try read(city, as: .city, "map of the city") }
    var otherDocument: MapDocument?
    if let compare { otherDocument = try read(compare, as: reading.role, "map") }
    let maps = try failing { () throws(MapMistakes) in
      try ZoneMaps(
        document, city: cityDocument, other: otherDocument,
        skipsDegenerate: reading.skipsDegenerate)
    }
    return LoadedZones(maps: maps, reading: reading)
  }

  private static func read(
    _ path: String, as role: MapDocument.Role, _ what: String
  ) throws(Failure) -> MapDocument {
    let bytes = try Files.read(path, limit: largestFile, what: what)
    if let explanation = UnreadableForm.utf16Explanation(bytes[...]) {
      throw Failure(.wrongInput, "cannot read the \(what) '\(path)': \(explanation)")
    }
    return try failing { () throws(MapMistakes) in
      try ZoneMaps.read(SourceText(path: path, bytes: bytes), as: role)
    }
  }

  /// Calls a function, and throws mistakes in a map as a wrong input.
  private static func failing<Result>(
    _ body: () throws(MapMistakes) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(.wrongInput, rendered: rendered(error.diagnostics, error.source))
    }
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
    try Self.failing { () throws(MapMistakes) in try maps.partition() }
  }

  /// The change when the other map takes the place of this one; nil without another map.
  func change() throws(Failure) -> (found: DivisionChange, summary: Zoning.Change)? {
    try Self.failing { () throws(MapMistakes) in try maps.change() }
  }

  /// The repaired file, read again and found a partition; or why there is none.
  func repair(
    _ partition: Partition, tolerance: Double
  ) throws(Failure) -> Result<(repair: Repair, file: [UInt8]), Repair.Refusal> {
    do {
      return try maps.repair(
        partition, tolerance: tolerance, as: reading.role, skipsDegenerate: reading.skipsDegenerate)
    } catch {
      throw Failure(.internalFault, "the repaired map is no partition; this is our fault")
    }
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
