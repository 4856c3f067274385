/// What was found out about a division into zones: the document `medallion.zones/1`.
public struct Zoning: Codable, Sendable {
  /// Whether the zones of a map are a partition.
  public enum Verdict: String, Codable, Sendable, CaseIterable {
    /// No two zones overlap, and together they are exactly the city.
    case partition
    /// As `partition`, but for slivers no larger than the tolerance.
    case partitionWithinTolerance
    /// Some fault is larger than the tolerance.
    case notAPartition
  }

  /// A part of the plane that is not in exactly one zone though it should be, or the reverse.
  public struct Fault: Codable, Sendable {
    /// What is wrong at a place of a map.
    public enum Kind: String, Codable, Sendable, CaseIterable {
      /// In two zones or more.
      case overlap
      /// Inside the city and in no zone.
      case gap
      /// In a zone and outside the city that was given.
      case beyond
    }

    public let kind: Kind
    /// Overlap and beyond: the zones that it is in. Gap: those that border on it.
    public let zones: [String]
    /// How large it is on the Earth's surface.
    public let area: AreaBounds
    /// Length and width in metres.
    public let extent: Extent
    /// A place strictly inside, in decimal degrees; none only where it would take 60 decimals
    /// more than the map has.
    public let witness: Position?
    /// Whether it is no larger than the tolerance.
    public let isAccepted: Bool

    public init(
      kind: Kind, zones: [String], area: AreaBounds, extent: Extent, witness: Position?,
      isAccepted: Bool
    ) {
      self.kind = kind
      self.zones = zones
      self.area = area
      self.extent = extent
      self.witness = witness
      self.isAccepted = isAccepted
    }
  }

  /// The sides of the rectangle that has the area and the perimeter of a shape, in metres; of a
  /// square with its area where there is no such rectangle. Rounded: nothing is decided by them.
  public struct Extent: Codable, Sendable, Hashable {
    /// The longer side; about the length of a sliver.
    public let length: Double
    /// The shorter side; about the mean width of a sliver.
    public let width: Double

    /// - Parameters: square metres; metres.
    public init(area: Double, perimeter: Double) {
      let half = perimeter / 2
      let discriminant = half * half - 4 * area
      length = discriminant > 0 ? (half + discriminant.squareRoot()) / 2 : area.squareRoot()
      // As a quotient, since the difference cancels for slivers.
      width = length > 0 ? area / length : 0
    }
  }

  /// Square metres that certainly hold the exact area.
  public struct AreaBounds: Codable, Sendable, Hashable {
    /// Never negative, and never above the exact area.
    public let atLeast: Double
    /// Never below the exact area.
    public let atMost: Double

    public init(atLeast: Double, atMost: Double) {
      self.atLeast = atLeast
      self.atMost = atMost
    }
  }

  /// Decimal degrees as text, no digit lost.
  public struct Position: Codable, Sendable, Hashable {
    /// From -180 to 180.
    public let longitude: String
    /// From -90 to 90.
    public let latitude: String

    public init(longitude: String, latitude: String) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  /// What the solver was asked about the same map, and answered.
  public struct CrossCheck: Codable, Sendable, Hashable {
    /// Faults that it confirmed, each a place with exactly these zones.
    public var faults = 0
    /// Faults that it was asked about: all, or the sample.
    public var faultsAsked = 0
    /// Faults that there are.
    public var faultsInAll = 0
    /// Places that it was asked about where borders of different zones come within a millionth of
    /// a degree.
    public var nearPlaces = 0
    /// Such places that there are.
    public var nearPlacesInAll = 0
    /// Places drawn at random, or boxes of the net that covers the map where all of it is asked.
    public var randomPlaces = 0
    /// Questions that it did not decide within its limit.
    public var undecided = 0
    /// What it says otherwise: nothing, or one of both is wrong.
    public var disagreements: [String] = []

    public init() {}
  }

  /// What goes from one zone to another when this division is replaced by the other.
  public struct Move: Codable, Sendable {
    /// No zone: outside before or afterwards.
    public let from: String?
    /// No zone: outside afterwards.
    public let to: String?
    /// Of all pieces together.
    public let area: AreaBounds
    /// How many faces it has when both maps are laid over each other.
    public let pieces: Int
    /// A place in the largest piece.
    public let witness: Position?

    public init(
      from: String?, to: String?, area: AreaBounds, pieces: Int, witness: Position?
    ) {
      self.from = from
      self.to = to
      self.area = area
      self.pieces = pieces
      self.witness = witness
    }
  }

  /// A map that was compared with, and what moves.
  public struct Change: Codable, Sendable {
    /// Of the other map.
    public let path: String
    /// The zones that only the other map has, sorted.
    public let added: [String]
    /// The zones that only this map has, sorted.
    public let removed: [String]
    /// The largest area first.
    public let moves: [Move]

    public init(path: String, added: [String], removed: [String], moves: [Move]) {
      self.path = path
      self.added = added
      self.removed = removed
      self.moves = moves
    }
  }

  /// A map that was written with its slivers resolved.
  public struct Repair: Codable, Sendable {
    /// Where the repaired map was written.
    public let path: String
    /// How many slivers went to which zone; those that were cut off under the empty name.
    public let assigned: [String: Int]
    /// Crossings that were moved to the grid.
    public let moved: Int

    public init(path: String, assigned: [String: Int], moved: Int) {
      self.path = path
      self.assigned = assigned
      self.moved = moved
    }
  }

  /// Why no repaired map was written although one was asked for.
  public struct Refusal: Codable, Sendable {
    /// For the user.
    public let reason: String
    /// How many faults are larger than the tolerance: the first of ``Zoning/faults``.
    public let faultsBeyondTolerance: Int

    public init(reason: String, faultsBeyondTolerance: Int) {
      self.reason = reason
      self.faultsBeyondTolerance = faultsBeyondTolerance
    }
  }

  /// The name and version of the format, which each document bears.
  public let schema: String
  /// Of the map that was checked, as it was given.
  public let path: String
  /// The map of the city; none means the outline of all zones.
  public let city: String?
  /// With the tolerance taken into account.
  public let verdict: Verdict
  /// The identifiers, in the order of the map.
  public let zones: [String]
  /// How many positions all rings have.
  public let vertices: Int
  /// Decimals of a degree that the grid of the check has.
  public let decimals: Int
  /// Square metres.
  public let tolerance: Double
  /// The requirements for which the map says that it is evidence.
  public let requirements: [String]
  /// The largest first.
  public let faults: [Fault]
  /// nil: the solver was not asked.
  public var crossCheck: CrossCheck?
  /// nil: there was no other map to compare with.
  public var change: Change?
  /// nil: no repaired map was written.
  public var repair: Repair?
  /// nil: it was written, or not asked for.
  public var refusal: Refusal?

  public init(
    path: String, city: String?, verdict: Verdict, zones: [String], vertices: Int, decimals: Int,
    tolerance: Double, requirements: [String], faults: [Fault]
  ) {
    schema = "medallion.zones/1"
    self.path = path
    self.city = city
    self.verdict = verdict
    self.zones = zones
    self.vertices = vertices
    self.decimals = decimals
    self.tolerance = tolerance
    self.requirements = requirements
    self.faults = faults
  }

  /// A solver that disagrees is our own fault; slivers within the tolerance are no violation, but
  /// if they cannot be mended although that is asked for.
  public var outcome: Outcome {
    if crossCheck?.disagreements.isEmpty == false { return .internalFault }
    return verdict == .notAPartition || refusal != nil ? .violation : .success
  }
}
