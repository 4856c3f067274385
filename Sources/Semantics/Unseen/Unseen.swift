import Rulebook

/// The unseen parts of a state: entities that no line has named, and members of queues and sets
/// that are not listed. Fields that were not seen hold ``Value/unknown``.
///
/// With unseen parts, truth has three values instead of two: a statement about all or no members of
/// a sort or a collection that may have unseen ones is never known to hold.
package struct Unseen: Hashable, Sendable {
  /// True for each sort that may have more entities than are listed.
  private var sorts: [Bool]
  /// The queues and sets that may have more members than are listed, in any position.
  package private(set) var collections: Set<Place> = []
  /// The number of these places, by field.
  private var counts: [Int]

  /// Makes a value by which every sort may have more entities.
  package init(_ rules: Core.Rules) {
    sorts = rules.entities.map { _ in true }
    counts = rules.fields.map { _ in 0 }
  }

  /// Returns true if a sort may have more entities than those listed.
  package func hasMore(of sort: Core.ID<Core.Entity>) -> Bool { sorts[sort.index] }

  /// Returns true if a queue or set may have more members than those listed.
  package func hasMore(in place: Place) -> Bool { collections.contains(place) }

  /// Returns true if some queue or set of a field may have more members.
  package func hasMore(inAny field: Core.ID<Core.Field>) -> Bool { counts[field.index] > 0 }

  /// Notes that a queue or set may have more members.
  package mutating func open(_ place: Place) {
    guard case .field(let field, _) = place, collections.insert(place).inserted else { return }
    counts[field.index] += 1
  }

  /// Notes that all members of a queue or set are listed.
  package mutating func close(_ place: Place) {
    guard case .field(let field, _) = place, collections.remove(place) != nil else { return }
    counts[field.index] -= 1
  }
}
