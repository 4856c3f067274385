import Basics

/// A value as a trace records it. Which type it has is known from where it stands. Names are the
/// same only if their bytes are.
package enum TraceValue: Hashable, Sendable {
  case none
  case bool(Bool)
  /// A number of its type; instants (since 1970 began, UTC) and durations in milliseconds.
  case number(Int64)
  /// The position of the case in its enumeration.
  case symbol(Int)
  /// The name of an entity; not empty.
  case name(String)

  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.symbol(let a), .symbol(let b)): a == b
    case (.name(let a), .name(let b)): ExactText(a) == ExactText(b)
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .none: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let number): hasher.combine(number)
    case .symbol(let index): hasher.combine(index)
    case .name(let name): hasher.combine(ExactText(name))
    }
  }
}
