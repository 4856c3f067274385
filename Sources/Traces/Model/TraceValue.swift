/// A value as a trace records it. Which type it has is known from where it stands.
public enum TraceValue: Hashable, Sendable {
  case none
  case bool(Bool)
  /// A number of its type; instants (since 1970 began, UTC) and durations in milliseconds.
  case number(Int64)
  /// The position of the case in its enumeration.
  case symbol(Int)
  /// The name of an entity; not empty.
  case name(String)
}
