import Rulebook
import Semantics

/// An entity, by its number.
struct EntityKey: Hashable, Comparable, Sendable {
  var sort: Core.ID<Core.Entity>
  var number: Int32

  static func < (one: EntityKey, other: EntityKey) -> Bool {
    (one.sort.index, one.number) < (other.sort.index, other.number)
  }

  /// The entities among the values of variables.
  static func all(_ variables: [Core.Variable], _ values: [Value]) -> [EntityKey] {
    zip(variables, values).compactMap { variable, value in
      guard case .entity(let sort) = variable.type.scalar, case .entity(let number) = value
      else { return nil }
      return EntityKey(sort: sort, number: number)
    }
  }
}
