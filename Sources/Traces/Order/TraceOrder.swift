/// Puts the lines of a trace into order: corrects the clocks of their sources, puts late lines in
/// their place, and leaves out lines that were recorded twice.
///
/// Lines are ordered by their instants as they were recorded, to the nanosecond.
///
/// Memory is bounded by the lines within the window, of which there may be ``mostHeld``.
package struct TraceOrder: Sendable {
  /// The kinds of disorder that are put right, and the limits.
  package struct Options: Hashable, Sendable {
    /// The time by which a line may be late, in milliseconds: recorded after one of a later
    /// instant.
    package var window: Int64
    /// True if a line without an id is left out if another one at the same instant has the same
    /// content.
    package var dropsDoubled: Bool
    /// The time by which the clock of each source is ahead of the true time, in milliseconds, by
    /// source.
    package var clockOffsets: [String: Int64]

    /// - Parameter window: Below 0 counts as 0.
    package init(
      window: Int64 = 0, dropsDoubled: Bool = false, clockOffsets: [String: Int64] = [:]
    ) {
      self.window = max(0, window)
      self.dropsDoubled = dropsDoubled
      self.clockOffsets = clockOffsets
    }
  }

  /// The numbers of lines that were put right.
  package struct Tally: Hashable, Sendable {
    /// Lines that were late and came to their place, and by how many milliseconds at most.
    package var late = 0
    package var mostLate: Int64 = 0
    /// Lines that were late by less than a millisecond and came to their place.
    package var slightlyLate = 0
    /// Lines that repeat another, and the first of them.
    package var doubled = 0
    /// The number of the first repeated line, from 1; nil: there is none.
    package var firstDoubled: Int?
    /// Lines that have the id of another and say something else, and the first of them.
    package var conflicting = 0
    /// The number of the first conflicting line, from 1; nil: there is none.
    package var firstConflicting: Int?
    /// The number of lines whose instants were corrected, by source.
    package var corrected: [String: Int] = [:]
  }

  /// An error: there are too many lines within the window.
  package struct Overflow: Error, Hashable, Sendable {}

  /// The largest number of lines that may wait at once.
  package static let mostHeld = 1_000_000

  private let options: Options
  var held = HeldItems()
  var repetitions = Repetitions()
  /// The latest instant so far.
  var latest = PreciseInstant(milliseconds: 0)
  /// The instant by which the line before was ordered.
  var previous = PreciseInstant(milliseconds: 0)
  /// True once a line has an instant finer than a millisecond. From then on lines wait for those
  /// that may be late by less than a millisecond.
  package internal(set) var isFine = false
  package internal(set) var tally = Tally()

  package init(_ options: Options = Options()) { self.options = options }

  /// Takes the next item of the file and hands over those whose turn has come. An item without an
  /// instant stays behind the one before it.
  package mutating func take(
    _ item: TraceReader.Item, _ body: (TraceReader.Item) -> Void
  ) throws(Overflow) {
    let item = corrected(item)
    if case .line(let line) = item, let instant = line.preciseInstant {
      if instant.nanoseconds > 0 { isFine = true }
      previous = place(of: instant)
    }
    if options.window == 0, !isFine { return pass(item, body) }
    held.insert(item, at: previous)
    let settled = latest.earlier(by: isFine ? max(1, options.window) : options.window)
    while let first = held.first, first <= settled {
      if let next = held.popFirst() { pass(next, body) }
    }
    if held.count > Self.mostHeld { throw Overflow() }
  }

  /// The number of items that wait for their turn.
  package var heldCount: Int { held.count }

  /// Ends the file, and hands over the remaining items.
  package mutating func finish(_ body: (TraceReader.Item) -> Void) {
    while let next = held.popFirst() { pass(next, body) }
  }

  /// The instant by which a line is ordered: its own, but for one that is later than the window
  /// allows, which stays where it stands.
  private mutating func place(of instant: PreciseInstant) -> PreciseInstant {
    if instant < latest {
      if latest.earlier(by: 1) < instant {
        tally.slightlyLate += 1
      } else if latest.earlier(by: options.window) <= instant {
        tally.late += 1
        tally.mostLate = max(tally.mostLate, latest.milliseconds - instant.milliseconds)
      } else {
        return latest
      }
    }
    latest = max(latest, instant)
    return instant
  }

  private mutating func pass(_ item: TraceReader.Item, _ body: (TraceReader.Item) -> Void) {
    guard case .line(let line) = item else { return body(item) }
    switch repetitions.judge(line, comparesContent: options.dropsDoubled) {
    case .new: body(item)
    case .repeated:
      tally.doubled += 1
      tally.firstDoubled = tally.firstDoubled ?? line.place.line
    case .conflicting:
      tally.conflicting += 1
      tally.firstConflicting = tally.firstConflicting ?? line.place.line
      body(item)
    }
  }

  /// The item at its true instant, as far as is known how wrong its source's clock is.
  private mutating func corrected(_ item: TraceReader.Item) -> TraceReader.Item {
    guard case .line(let line) = item, let source = line.source,
      let offset = options.clockOffsets[source], let instant = line.instant
    else { return item }
    let (right, overflow) = instant.subtractingReportingOverflow(offset)
    guard !overflow, (0...Timestamp.latest).contains(right) else {
      return .rejected(
        Rejection(
          line: line.place.line, record: line.place.recordInLine, offset: line.place.offset,
          id: Fault.instantOutOfRange.rawValue,
          message: "the instant, corrected by the clock's offset, is out of range",
          number: line.place.record))
    }
    tally.corrected[source, default: 0] += 1
    return .line(line.at(right))
  }
}
