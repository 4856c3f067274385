public import Rulebook

/// What of a state nobody has seen yet: entities that no line has named, and members of queues and
/// sets besides those that are listed. Fields that nobody has seen hold ``Value/unknown``.
///
/// With it truth has three values where a state that is wholly known has two: that something is
/// so of all, or of none, is never known of a sort or a collection of which not all is seen.
public struct Unseen: Hashable, Sendable {
  /// By sort: whether there may be more than are listed.
  private var sorts: [Bool]
  /// The queues and sets that may have more members than are listed, who may stand anywhere.
  public private(set) var collections: Set<Place> = []
  /// By field: how many of these are its.
  private var counts: [Int]

  /// Of every sort there may be more.
  public init(_ rules: Core.Rules) {
    sorts = rules.entities.map { _ in true }
    counts = rules.fields.map { _ in 0 }
  }

  /// Whether there may be entities of a sort besides those that are listed.
  public func hasMore(of sort: Core.ID<Core.Entity>) -> Bool { sorts[sort.index] }

  /// Whether a queue or set may have members besides those that are listed.
  public func hasMore(in place: Place) -> Bool { collections.contains(place) }

  /// Whether some queue or set of a field may have more members.
  public func hasMore(inAny field: Core.ID<Core.Field>) -> Bool { counts[field.index] > 0 }

  /// A queue or set may have more members.
  public mutating func open(_ place: Place) {
    guard case .field(let field, _) = place, collections.insert(place).inserted else { return }
    counts[field.index] += 1
  }

  /// All members of a queue or set are listed.
  public mutating func close(_ place: Place) {
    guard case .field(let field, _) = place, collections.remove(place) != nil else { return }
    counts[field.index] -= 1
  }
}
