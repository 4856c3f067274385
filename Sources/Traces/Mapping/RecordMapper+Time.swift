import Diagnostics
import Rulebook

extension RecordMapper {
  /// Adds the instant in milliseconds; what cannot be read as one is told here, since only the
  /// mapping knows how it should be written.
  func addTime(
    to line: inout MappedRecord, from record: Record
  ) throws(InterpretationError) {
    guard case .value(let value, let origin) = try read(mapping.time, in: record) else { return }
    guard let text = value.scalarText else {
      throw InterpretationError(
        .wrongType, at: value.span.lower,
        "`\(origin)` must be an instant, this is \(value.kindDescription)")
    }
    do throws(Timestamp.Failure) {
      let reading = try instant(text)
      line.nanoseconds = reading.nanoseconds
      line.add(.at, JSONValue(.integer(reading.milliseconds), at: value.span), from: origin)
    } catch {
      let explanation =
        error == .malformed ? "an instant is not written so" : error.explanation
      throw InterpretationError(
        error.fault, at: value.span.lower,
        "`\(origin)`: \(explanation): `\(text.shortenedForDisplay())`")
    }
  }

  private func instant(_ text: String) throws(Timestamp.Failure) -> PreciseInstant {
    switch mapping.timeForm {
    case .native where text.utf8.contains(UInt8(ascii: ":")):
      return try Timestamp.instant(of: text)
    case .native: return try TimeForm.instant(of: text, power: 0)
    case .units(let power): return try TimeForm.instant(of: text, power: power)
    case .pattern(let pattern):
      return try Timestamp.instant(of: try pattern.canonical(text))
    }
  }
}
