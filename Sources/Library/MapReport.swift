import Basics
import Findings
import FoundationEssentials
import Zones

/// The settings of a check of a map.
public struct MapOptions: Sendable, Hashable {
  /// The property of a feature that identifies its zone; a feature without it is identified by its
  /// own `id`.
  public var idProperty = "zone"
  /// True if several features of one identifier are one zone, and no mistake.
  public var mergesFeatures = false
  /// True if rings that enclose nothing are left out with a warning, and are no mistake.
  public var skipsDegenerateRings = false
  /// The area in square metres up to which a fault is accepted.
  public var tolerance: Double = 0

  /// Makes the default settings.
  public init() {}
}

/// The error that a map cannot be checked, with all mistakes that were found.
public struct MapError: Error, Sendable, CustomStringConvertible {
  /// The messages in the order in which they were found; at least one is an error.
  public let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// The messages, one a line.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The answer to whether the zones of a map are a partition of the city.
public struct MapReport: Sendable, Hashable {
  /// The answer in one word.
  public enum Verdict: String, Sendable, CaseIterable {
    /// No two zones overlap, and together they are exactly the city.
    case partition
    /// A partition except for faults no larger than the tolerance.
    case partitionWithinTolerance
    /// Some fault is larger than the tolerance.
    case notAPartition
  }

  /// A place in decimal degrees, as text with all digits.
  public struct Position: Sendable, Hashable {
    public let longitude: String
    public let latitude: String
  }

  /// A part of the plane that is not in exactly one zone, though it should be, or the reverse.
  public struct Fault: Sendable, Hashable {
    /// The kind of a fault.
    public enum Kind: String, Sendable, CaseIterable {
      /// The part is in two zones or more.
      case overlap
      /// The part is inside the city and in no zone.
      case gap
      /// The part is in a zone and outside the city that was given.
      case beyond
    }

    public let kind: Kind
    /// The zones that contain the part; of a gap those that border on it.
    public let zones: [String]
    /// Bounds of the area on the Earth's surface, in square metres.
    public let area: ClosedRange<Double>
    /// A place strictly inside; nil only if it would need 60 decimals more than the map has.
    public let witness: Position?
    /// True if the area is within the tolerance.
    public let isAccepted: Bool
  }

  public let verdict: Verdict
  /// The identifiers of the zones, in the order of the map.
  public let zones: [String]
  /// The faults, the largest first.
  public let faults: [Fault]
  /// The warnings about rings that were left out.
  public let warnings: [Diagnostic]
}

/// Decides exactly whether the zones of a GeoJSON map (RFC 7946) are a partition of a city. Does
/// not ask the solver for a second opinion, as `medallion zones` does.
///
/// O((n + k) log n) for n edges of rings with k crossings.
/// - Parameters:
///   - map: The file of the map, whose features are the zones.
///   - city: The file of the area that the zones are to cover; nil: the outline of all zones, so
///     that an enclosed area in no zone is a gap.
///   - options: How zones are read from the map.
/// - Throws: All mistakes that were found, also if a file cannot be read.
public func checkMap(
  contentsOf map: URL, city: URL? = nil, _ options: MapOptions = MapOptions()
) throws(MapError) -> MapReport {
  func read(_ url: URL) throws(MapError) -> SourceText {
    guard let bytes = try? Data(contentsOf: url) else {
      throw MapError([Diagnostic(error: "unreadable-file", "the map cannot be read", in: url.path)])
    }
    return SourceText(path: url.path, bytes: Array(bytes))
  }
  let source = try read(map)
  return try check(source, city: city.map(read), options)
}

/// Decides the same as ``checkMap(contentsOf:city:_:)`` for maps that are given as texts. Messages
/// call them by `name`, and the text of the city `city`.
/// - Throws: All mistakes that were found.
public func checkMap(
  geoJSON map: String, city: String? = nil, name: String = "map",
  _ options: MapOptions = MapOptions()
) throws(MapError) -> MapReport {
  try check(
    SourceText(path: name, text: map), city: city.map { SourceText(path: "city", text: $0) },
    options)
}

private func check(
  _ map: SourceText, city: SourceText?, _ options: MapOptions
) throws(MapError) -> MapReport {
  let maps: ZoneMaps
  let partition: Partition
  do {
    let role = MapDocument.Role.zones(
      idProperty: options.idProperty, mergesFeatures: options.mergesFeatures)
    let document = try ZoneMaps.read(map, as: role)
    maps = try ZoneMaps(
      document, city: city.map { city throws(MapMistakes) in try ZoneMaps.read(city, as: .city) },
      skipsDegenerate: options.skipsDegenerateRings)
    partition = try maps.partition()
  } catch {
    throw MapError(error.diagnostics.map { Diagnostic($0, in: error.source) })
  }
  guard partition.unconfirmedWitnesses().isEmpty else {
    throw MapError([
      Diagnostic(
        error: "defect", "a witness is not where the sweep says; this is our fault", in: map.path)
    ])
  }
  let zoning = partition.zoning(
    path: map.path, cityPath: city?.path, requirements: [], tolerance: options.tolerance)
  return MapReport(
    zoning,
    warnings: maps.warnings.flatMap { mistakes in
      mistakes.diagnostics.map { Diagnostic($0, in: mistakes.source) }
    })
}

extension MapReport {
  init(_ zoning: Zoning, warnings: [Diagnostic]) {
    verdict =
      switch zoning.verdict {
      case .partition: .partition
      case .partitionWithinTolerance: .partitionWithinTolerance
      case .notAPartition: .notAPartition
      }
    zones = zoning.zones
    faults = zoning.faults.map { Fault($0) }
    self.warnings = warnings
  }
}

extension MapReport.Fault {
  init(_ fault: Zoning.Fault) {
    kind =
      switch fault.kind {
      case .overlap: .overlap
      case .gap: .gap
      case .beyond: .beyond
      }
    zones = fault.zones
    area = fault.area.atLeast...max(fault.area.atLeast, fault.area.atMost)
    witness = fault.witness.map {
      MapReport.Position(longitude: $0.longitude, latitude: $0.latitude)
    }
    isAccepted = fault.isAccepted
  }
}
