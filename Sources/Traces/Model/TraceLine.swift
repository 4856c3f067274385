import Rulebook

/// The place of a line in a trace.
package struct TracePlace: Hashable, Sendable {
  /// The number of the line, counted from 1; blank lines count.
  package var line: Int
  /// The offset of the line's first byte in the file; of one of several records, of its own.
  package var offset: Int
  /// The running number of the record: the number of the line, plus the number of records beyond
  /// the first of each line so far. A line has several records only under some mappings.
  package var record: Int
  /// The number of the record within its line, from 1; nil: the line has only one.
  package var recordInLine: Int?

  /// - Parameter record: nil: no line so far had more than one.
  package init(line: Int, offset: Int, record: Int? = nil, recordInLine: Int? = nil) {
    self.line = line
    self.offset = offset
    self.record = record ?? line
    self.recordInLine = recordInLine
  }
}

/// A line of a trace, with its names and types settled against a rulebook.
package enum TraceLine: Hashable, Sendable {
  case event(TraceEvent)
  case observation(Observation)

  package var place: TracePlace {
    switch self {
    case .event(let event): event.place
    case .observation(let observation): observation.place
    }
  }

  /// Milliseconds since 1970 began (UTC); nil: the line does not tell.
  package var instant: Int64? {
    switch self {
    case .event(let event): event.instant
    case .observation(let observation): observation.instant
    }
  }

  /// The instant by which the line is ordered; nil: the line does not tell.
  package var preciseInstant: PreciseInstant? {
    guard let instant else { return nil }
    let nanoseconds =
      switch self {
      case .event(let event): event.nanoseconds
      case .observation(let observation): observation.nanoseconds
      }
    return PreciseInstant(milliseconds: instant, nanoseconds: nanoseconds)
  }
}

/// A checksum as it was recorded; the reader does not check it.
package enum TraceChecksum: Hashable, Sendable {
  case text(String)
  /// A number, as it was written.
  case number(String)
}

/// An event, as it was recorded.
package struct TraceEvent: Hashable, Sendable {
  /// The server's answer: it did what it was asked to do, or refused.
  package enum Outcome: String, Hashable, Sendable, CaseIterable { case ok, refused }

  package var place: TracePlace
  /// Milliseconds since 1970 began (UTC), from 0 to ``Timestamp/latest``.
  package var instant: Int64
  /// Nanoseconds of the instant beyond its millisecond, from 0 to 999,999.
  package var nanoseconds: Int32 = 0
  package var event: Core.ID<Core.Event>
  /// One value for each parameter of the event.
  package var arguments: [TraceValue]
  package var outcome: Outcome
  /// One for each result of the event; nil: the line does not tell. All nil if refused.
  package var results: [TraceValue?]
  /// The messages that were sent; nil: the line does not tell.
  package var notified: [TraceNotification]?
  /// The recorder's own name for the line, by which a line that was doubled is known.
  package var id: String?
  package var checksum: TraceChecksum?
  /// The source that recorded the line, where a mapping names it; ids of different sources differ.
  package var source: String?

  package init(
    place: TracePlace, instant: Int64, event: Core.ID<Core.Event>, arguments: [TraceValue],
    outcome: Outcome = .ok, results: [TraceValue?] = [], notified: [TraceNotification]? = nil,
    id: String? = nil, checksum: TraceChecksum? = nil
  ) {
    self.place = place
    self.instant = instant
    self.event = event
    self.arguments = arguments
    self.outcome = outcome
    self.results = results
    self.notified = notified
    self.id = id
    self.checksum = checksum
  }
}

/// A message that was sent.
package struct TraceNotification: Hashable, Sendable {
  /// The name of the entity that it went to, of whichever sort has one by that name.
  package var recipient: String
  package var message: Core.ID<Core.Message>
  /// One for each parameter of the message; nil: not recorded, matches anything.
  package var arguments: [TraceValue?]

  package init(recipient: String, message: Core.ID<Core.Message>, arguments: [TraceValue?]) {
    self.recipient = recipient
    self.message = message
    self.arguments = arguments
  }
}
