/// The result of checking a division into zones: the document `medallion.zones/1`.
package struct Zoning: Codable, Sendable {
  /// The answer to whether the zones of a map are a partition.
  package enum Verdict: String, Codable, Sendable, CaseIterable {
    /// No two zones overlap, and together they are exactly the city.
    case partition
    /// A partition except for slivers no larger than the tolerance.
    case partitionWithinTolerance
    /// Some fault is larger than the tolerance.
    case notAPartition
  }

  /// A part of the plane that is not in exactly one zone though it should be, or the reverse.
  package struct Fault: Codable, Sendable {
    /// The kind of fault at a place of a map.
    package enum Kind: String, Codable, Sendable, CaseIterable {
      /// The part is in two zones or more.
      case overlap
      /// The part is inside the city and in no zone.
      case gap
      /// The part is in a zone and outside the city that was given.
      case beyond
    }

    package let kind: Kind
    /// The zones of the fault. Overlap and beyond: those that contain it. Gap: those that border on
    /// it.
    package let zones: [String]
    /// The area on the Earth's surface.
    package let area: AreaBounds
    /// The length and width in metres.
    package let extent: Extent
    /// A place strictly inside, in decimal degrees; nil only if it would need 60 decimals more than
    /// the map has.
    package let witness: Position?
    /// True if it is no larger than the tolerance.
    package let isAccepted: Bool

    package init(
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
  /// square with its area if there is no such rectangle. Rounded: no decision depends on them.
  package struct Extent: Codable, Sendable, Hashable {
    /// The longer side; about the length of a sliver.
    package let length: Double
    /// The shorter side; about the mean width of a sliver.
    package let width: Double

    /// Computes the sides.
    /// - Parameters: The area in square metres; the perimeter in metres.
    package init(area: Double, perimeter: Double) {
      let half = perimeter / 2
      let discriminant = half * half - 4 * area
      length = discriminant > 0 ? (half + discriminant.squareRoot()) / 2 : area.squareRoot()
      // A quotient, since the difference cancels for slivers.
      width = length > 0 ? area / length : 0
    }
  }

  /// An interval in square metres that contains the exact area.
  package struct AreaBounds: Codable, Sendable, Hashable {
    /// The lower bound, never negative, and never above the exact area.
    package let atLeast: Double
    /// The upper bound, never below the exact area.
    package let atMost: Double

    package init(atLeast: Double, atMost: Double) {
      self.atLeast = atLeast
      self.atMost = atMost
    }
  }

  /// Decimal degrees as text, with all digits.
  package struct Position: Codable, Sendable, Hashable {
    /// The longitude from -180 to 180.
    package let longitude: String
    /// The latitude from -90 to 90.
    package let latitude: String

    package init(longitude: String, latitude: String) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  /// The questions to the solver about the same map, and its answers.
  package struct CrossCheck: Codable, Sendable, Hashable {
    /// The number of faults that it confirmed, each a place with exactly these zones.
    package var faults = 0
    /// The number of faults that it was asked about: all, or the sample.
    package var faultsAsked = 0
    /// The number of all faults.
    package var faultsInAll = 0
    /// The number of places that it was asked about at which borders of different zones come within
    /// a millionth of a degree.
    package var nearPlaces = 0
    /// The number of all such places.
    package var nearPlacesInAll = 0
    /// The number of places drawn at random, or of boxes of the net that covers the map if all of
    /// it is checked.
    package var randomPlaces = 0
    /// The number of questions that it did not decide within its limit.
    package var undecided = 0
    /// The answers of the solver that differ: must be empty, or one of both is wrong.
    package var disagreements: [String] = []

    package init() {}
  }

  /// The area that goes from one zone to another when this division is replaced by the other.
  package struct Move: Codable, Sendable {
    /// The zone before; nil: outside.
    package let from: String?
    /// The zone afterwards; nil: outside.
    package let to: String?
    /// The area of all pieces together.
    package let area: AreaBounds
    /// The number of faces of the area when both maps are laid over each other.
    package let pieces: Int
    /// A place in the largest piece.
    package let witness: Position?

    package init(
      from: String?, to: String?, area: AreaBounds, pieces: Int, witness: Position?
    ) {
      self.from = from
      self.to = to
      self.area = area
      self.pieces = pieces
      self.witness = witness
    }
  }

  /// The comparison with another map, and the area that moves.
  package struct Change: Codable, Sendable {
    /// The path of the other map.
    package let path: String
    /// The zones that only the other map has, sorted.
    package let added: [String]
    /// The zones that only this map has, sorted.
    package let removed: [String]
    /// The moves, the largest area first.
    package let moves: [Move]

    package init(path: String, added: [String], removed: [String], moves: [Move]) {
      self.path = path
      self.added = added
      self.removed = removed
      self.moves = moves
    }
  }

  /// A map that was written with its slivers resolved.
  package struct Repair: Codable, Sendable {
    /// The path of the repaired map.
    package let path: String
    /// The number of slivers that went to each zone; those that were cut off under the empty name.
    package let assigned: [String: Int]
    /// The number of crossings that were moved to the grid.
    package let moved: Int

    package init(path: String, assigned: [String: Int], moved: Int) {
      self.path = path
      self.assigned = assigned
      self.moved = moved
    }
  }

  /// The reason why no repaired map was written although one was asked for.
  package struct Refusal: Codable, Sendable {
    /// The reason, for the user.
    package let reason: String
    /// The number of faults larger than the tolerance: the first of ``Zoning/faults``.
    package let faultsBeyondTolerance: Int

    package init(reason: String, faultsBeyondTolerance: Int) {
      self.reason = reason
      self.faultsBeyondTolerance = faultsBeyondTolerance
    }
  }

  /// The name and version of the format, which each document bears.
  package let schema: String
  /// The path of the map that was checked, as it was given.
  package let path: String
  /// The map of the city; nil: the outline of all zones.
  package let city: String?
  /// The verdict, with the tolerance taken into account.
  package let verdict: Verdict
  /// The identifiers, in the order of the map.
  package let zones: [String]
  /// The number of positions of all rings.
  package let vertices: Int
  /// The decimals of a degree of the grid of the check.
  package let decimals: Int
  /// The tolerance in square metres.
  package let tolerance: Double
  /// The requirements for which the map says that it is evidence.
  package let requirements: [String]
  /// The faults, the largest first.
  package let faults: [Fault]
  /// The check by the solver; nil: it was not asked.
  package var crossCheck: CrossCheck?
  /// The comparison; nil: there was no other map.
  package var change: Change?
  /// The repair; nil: no repaired map was written.
  package var repair: Repair?
  /// The refusal; nil: the repaired map was written, or not asked for.
  package var refusal: Refusal?

  package init(
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

  /// The outcome: a solver that disagrees is a defect of this program. Slivers within the tolerance
  /// are no violation, unless they cannot be repaired although that is asked for.
  package var outcome: Outcome {
    if crossCheck?.disagreements.isEmpty == false { return .internalFault }
    return verdict == .notAPartition || refusal != nil ? .violation : .success
  }
}
