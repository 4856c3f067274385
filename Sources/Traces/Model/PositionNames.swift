import Rulebook
import Synchronization

/// The entities that positions on the map stand for, where a trace has a position instead of a
/// name: `[longitude, latitude]` in degrees, as GeoJSON writes it.
package final class PositionNames: Sendable {
  /// The result of looking up a position.
  package enum Answer: Sendable {
    /// The entity at the position, by its place among ``names``.
    case entity(Int, Ground)
    case nobody
    /// The numbers are no valid position.
    case invalid
  }

  /// The certainty that a position belongs to an entity.
  package enum Ground: Sendable {
    case inside
    /// The position lies on a border that others share; the map's rule decides.
    case border
    /// The position also lies in others, where the map should not let them overlap.
    case overlap
  }

  /// A decimal number as it is written in JSON.
  package typealias Digits = UnsafeBufferPointer<UInt8>

  /// The sort of entities that positions stand for, and their names.
  package let sort: Core.ID<Core.Entity>
  package let names: [String]
  private let lookUp: @Sendable (_ longitude: Digits, _ latitude: Digits) -> Answer
  private let found = Atomic<Int>(0)
  private let onBorders = Atomic<Int>(0)
  private let inOverlaps = Atomic<Int>(0)
  private let nowhere = Atomic<Int>(0)

  package init(
    _ sort: Core.ID<Core.Entity>, names: [String],
    lookUp: @escaping @Sendable (_ longitude: Digits, _ latitude: Digits) -> Answer
  ) {
    self.sort = sort
    self.names = names
    self.lookUp = lookUp
  }

  /// The number of positions that were looked up, and how many of them lie on a border, in several
  /// zones, and in none.
  package struct Counts: Sendable {
    package var all = 0
    package var onBorders = 0
    package var inOverlaps = 0
    package var nowhere = 0

    package init() {}
  }

  /// The counts of all positions that were looked up so far.
  package var counts: Counts {
    var counts = Counts()
    counts.all = found.load(ordering: .relaxed)
    counts.onBorders = onBorders.load(ordering: .relaxed)
    counts.inOverlaps = inOverlaps.load(ordering: .relaxed)
    counts.nowhere = nowhere.load(ordering: .relaxed)
    return counts
  }

  /// Looks up a position that counts.
  func answer(_ longitude: String, _ latitude: String) -> Answer {
    var (longitude, latitude) = (longitude, latitude)
    var counts = Counts()
    let found = longitude.withUTF8 { longitude in
      latitude.withUTF8 { latitude in answer(longitude, latitude, &counts) }
    }
    count(counts)
    return found
  }

  /// Looks up a position that may yet have to be looked up again.
  @inline(__always)
  func answer(_ longitude: Digits, _ latitude: Digits, _ counts: inout Counts) -> Answer {
    let answer = lookUp(longitude, latitude)
    counts.all += 1
    switch answer {
    case .entity(_, .inside), .invalid: break
    case .entity(_, .border): counts.onBorders += 1
    case .entity(_, .overlap): counts.inOverlaps += 1
    case .nobody: counts.nowhere += 1
    }
    return answer
  }

  func count(_ counts: Counts) {
    found.add(counts.all, ordering: .relaxed)
    if counts.onBorders > 0 { onBorders.add(counts.onBorders, ordering: .relaxed) }
    if counts.inOverlaps > 0 { inOverlaps.add(counts.inOverlaps, ordering: .relaxed) }
    if counts.nowhere > 0 { nowhere.add(counts.nowhere, ordering: .relaxed) }
  }
}
