import Basics

/// A city of streets in a grid, with suburbs around it that are not of its jurisdiction.
package enum Streets {
  /// A crossing, counted in blocks from the south-western corner of the city.
  package struct Place: Hashable, Sendable {
    package var east: Int
    package var north: Int

    /// Degrees, with six digits behind the point.
    package var latitude: String { Self.degrees(45_430_000 + 900 * north) }
    package var longitude: String { Self.degrees(9_130_000 + 1_280 * east) }

    private static func degrees(_ millionths: Int) -> String {
      let rest = String(millionths % 1_000_000)
      return "\(millionths / 1_000_000)."
        + String(repeating: "0", count: 6 - rest.count) + rest
    }

    var isInTheCity: Bool { (0...size).contains(east) && (0...size).contains(north) }

    func blocks(to other: Place) -> Int { abs(east - other.east) + abs(north - other.north) }

    /// The next crossing on the way: east or west first, then north or south.
    func next(to other: Place) -> Place {
      var place = self
      if east != other.east {
        place.east += (other.east - east).signum()
      } else {
        place.north += (other.north - north).signum()
      }
      return place
    }
  }

  /// Blocks from border to border.
  static let size = 60

  static func somewhere(_ random: inout SplitMix64) -> Place {
    Place(east: random.below(size + 1), north: random.below(size + 1))
  }

  /// A place in the suburbs in the east.
  static func outside(_ random: inout SplitMix64) -> Place {
    Place(east: size + 1 + random.below(10), north: random.below(size + 1))
  }
}
