/// A value of the core: the result of an expression or the content of a field.
package enum Value: Hashable, Sendable {
  case none
  /// A value that is not known. Only replay has it, for the fields that a learned entity had before
  /// it was seen.
  case unknown
  case bool(Bool)
  /// A number of a unit, a range or `Int`; instants and lengths of time in milliseconds.
  case number(Int64)
  /// The position of a case in its enumeration.
  case symbol(Int32)
  /// The position of an entity within its sort.
  case entity(Int32)

  /// Returns true if `a` comes before `b`: by kind, then by content. Any order would do that is the
  /// same in every run.
  static func precedes(_ a: Value, _ b: Value) -> Bool { a.rank < b.rank }

  private var rank: (Int, Int64) {
    switch self {
    case .none: (0, 0)
    case .unknown: (1, 0)
    case .bool(let value): (2, value ? 1 : 0)
    case .number(let value): (3, value)
    case .symbol(let value): (4, Int64(value))
    case .entity(let value): (5, Int64(value))
    }
  }
}
