import Rulebook

/// Facts about the state, as they were recorded: a snapshot, or the start of a trace that was
/// taken in mid-stream.
package struct Observation: Hashable, Sendable {
  /// The observed value of one place in the state.
  package enum Fact: Hashable, Sendable {
    case global(Core.ID<Core.Global>, TraceValue)
    /// A field of the entity of that name. There are several readings, never none, where the
    /// name of the field alone is ambiguous: the sort of the entity decides.
    case field(of: String, [Reading])
  }

  /// A field that may be meant, and the value that it then has.
  package struct Reading: Hashable, Sendable {
    package var field: Core.ID<Core.Field>
    package var value: ObservedValue

    package init(_ field: Core.ID<Core.Field>, _ value: ObservedValue) {
      self.field = field
      self.value = value
    }
  }

  package var place: TracePlace
  /// Milliseconds since 1970 began (UTC); nil: the line does not tell.
  package var instant: Int64?
  /// Nanoseconds of the instant beyond its millisecond, from 0 to 999,999.
  package var nanoseconds: Int32 = 0
  /// The facts that hold at once, in any order; no two are about the same place. Facts that were
  /// read from a line are grouped by their subject.
  package var facts: [Fact]
  /// The recorder's own name for the line, by which a line that was doubled is known.
  package var id: String?
  package var checksum: TraceChecksum?
  /// The source that recorded the line, where a mapping names it; ids of different sources differ.
  package var source: String?

  package init(
    place: TracePlace, instant: Int64? = nil, facts: [Fact], id: String? = nil,
    checksum: TraceChecksum? = nil
  ) {
    self.place = place
    self.instant = instant
    self.facts = facts
    self.id = id
    self.checksum = checksum
  }
}

/// The observed value of a field.
package enum ObservedValue: Hashable, Sendable {
  case value(TraceValue)
  /// The members of a queue, its front first, or of a set; no name occurs twice.
  case members([String])
  /// Values of a field of pairs, of which the reading has the first set; no name occurs twice.
  /// Of the other pairs nothing is said.
  case pairs([Pair])

  /// The value for one other entity.
  package struct Pair: Hashable, Sendable {
    /// The name of the other entity.
    package var name: String
    package var value: TraceValue

    package init(_ name: String, _ value: TraceValue) {
      self.name = name
      self.value = value
    }
  }
}
