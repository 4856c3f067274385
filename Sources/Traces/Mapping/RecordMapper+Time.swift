import Basics
import Rulebook

extension RecordMapper {
  /// Adds the instant; an unreadable one is reported here, since only the mapping knows how it
  /// should be written.
  func addTime(
    to line: inout MappedRecord, from record: Record, after latest: inout Int64
  ) throws(InterpretationError) {
    guard let time = mapping.time,
      case .value(let value, let origin) = try read(time, in: record)
    else { return }
    let instant = try instant(value, time.form, from: origin, after: latest)
    latest = max(latest, instant.milliseconds)
    line.nanoseconds = instant.nanoseconds
    line.add(.at, JSONValue(.integer(instant.milliseconds), at: value.span), from: origin)
  }

  /// Reads an instant.
  /// - Parameter latest: An instant of a repeated hour is the first that is not before this one.
  func instant(
    _ value: JSONValue, _ form: TimeForm, from origin: FieldPath, after latest: Int64
  ) throws(InterpretationError) -> PreciseInstant {
    if case .integer(let number) = value.content, let instant = form.instant(of: number) {
      return instant
    }
    guard let text = value.scalarText else {
      throw InterpretationError(
        .wrongType, at: value.span.lower,
        "`\(origin)` must be an instant, this is \(value.kindDescription)")
    }
    do throws(Timestamp.Failure) {
      return try form.instant(of: text, after: latest)
    } catch {
      let explanation =
        error == .malformed ? "an instant is not written so" : error.explanation
      throw InterpretationError(
        error.fault, at: value.span.lower,
        "`\(origin)`: \(explanation): `\(text.shortenedForDisplay())`")
    }
  }
}

extension TimeForm {
  /// Returns the instant that a number of units stands for; nil: it is no whole number of
  /// milliseconds, or out of range.
  fileprivate func instant(of number: Int64) -> PreciseInstant? {
    let power =
      switch self {
      case .native: 0
      case .units(let power): power
      case .pattern: -1
      }
    guard power >= 0, number >= 0 else { return nil }
    let factor: Int64 = power == 0 ? 1 : 1_000
    let (milliseconds, overflow) = number.multipliedReportingOverflow(by: factor)
    guard power == 0 || power == 3, !overflow, milliseconds <= Timestamp.latest else { return nil }
    return PreciseInstant(milliseconds: milliseconds)
  }

  /// The instant that a text says.
  /// - Parameter latest: Of two instants that the clock of a zone shows alike, the first counts
  ///   that is not before this one, otherwise the later.
  func instant(
    of text: String, after latest: Int64
  ) throws(Timestamp.Failure) -> PreciseInstant {
    switch self {
    case .native where text.utf8.contains(UInt8(ascii: ":")):
      return try Timestamp.instant(of: text)
    case .native: return try Self.instant(of: text, power: 0)
    case .units(let power): return try Self.instant(of: text, power: power)
    case .pattern(let pattern):
      let written = try pattern.canonical(text)
      let reading = try Timestamp.instant(of: written.text)
      var instant = reading.milliseconds + written.days * 86_400_000
      if case .zone(let zone) = pattern.place {
        let instants = zone.instants(showing: instant)
        // The hour that summer time leaves out does not exist.
        guard let last = instants.last else { throw .impossible }
        instant = instants.first { $0 >= latest } ?? last
      }
      guard (0...Timestamp.latest).contains(instant) else { throw .outOfRange }
      return PreciseInstant(milliseconds: instant, nanoseconds: reading.nanoseconds)
    }
  }
}
