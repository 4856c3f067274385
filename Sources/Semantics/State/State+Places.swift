import Rulebook

extension State {
  /// Returns the value of a field or state; `unknown` if there is no such place, or it holds
  /// several values.
  package func value(at place: Place) -> Value {
    switch place {
    case .global(let global): globals[global.index]
    case .field(let field, let owner):
      columns[field.index].indices.contains(Int(owner))
        ? columns[field.index][Int(owner)] : .unknown
    }
  }

  /// Returns the members of a queue, from the front, or of a set, in ascending order; none if there
  /// is no such place, or it holds one value.
  package func members(at place: Place) -> [Int32] {
    guard case .field(let field, let owner) = place,
      collections[field.index].indices.contains(Int(owner))
    else { return [] }
    return collections[field.index][Int(owner)]
  }
}
