public import Rulebook
internal import Synchronization

/// Which entity a position on the map stands for, where a trace has a position instead of a name:
/// `[longitude, latitude]` in degrees, as GeoJSON writes it.
public final class PositionNames: Sendable {
  /// What there is at a position.
  public enum Answer: Sendable {
    case entity(String, isOnBorder: Bool)
    case nobody
    /// This is none.
    case invalid
  }

  /// The sort of entities that positions stand for.
  public let sort: Core.ID<Core.Entity>
  private let lookUp: @Sendable (_ longitude: String, _ latitude: String) -> Answer
  private let found = Atomic<Int>(0)
  private let onBorders = Atomic<Int>(0)
  private let nowhere = Atomic<Int>(0)

  /// - Parameter lookUp: Given a longitude and a latitude, written as JSON numbers are.
  public init(
    _ sort: Core.ID<Core.Entity>,
    lookUp: @escaping @Sendable (_ longitude: String, _ latitude: String) -> Answer
  ) {
    self.sort = sort
    self.lookUp = lookUp
  }

  /// How many positions were asked for, how many of them lie on a border, and how many nowhere.
  public struct Counts: Sendable {
    public var all = 0
    public var onBorders = 0
    public var nowhere = 0

    public init() {}
  }

  /// Of all that were asked for so far.
  public var counts: Counts {
    var counts = Counts()
    counts.all = found.load(ordering: .relaxed)
    counts.onBorders = onBorders.load(ordering: .relaxed)
    counts.nowhere = nowhere.load(ordering: .relaxed)
    return counts
  }

  func answer(_ longitude: String, _ latitude: String) -> Answer {
    let answer = lookUp(longitude, latitude)
    found.add(1, ordering: .relaxed)
    switch answer {
    case .entity(_, let isOnBorder): if isOnBorder { onBorders.add(1, ordering: .relaxed) }
    case .nobody: nowhere.add(1, ordering: .relaxed)
    case .invalid: break
    }
    return answer
  }
}
