import Basics

/// Instants as text: RFC 3339 with an offset, read to the nanosecond, from 1970 to 9999.
package enum Timestamp {
  /// 9999-12-31T23:59:59.999Z in milliseconds since 1970 began. A later number is taken for an
  /// instant in another unit than milliseconds.
  package static let latest: Int64 = 253_402_300_799_999

  /// A reason why a text is no instant.
  package enum Failure: Error, Hashable, Sendable, CaseIterable {
    /// The text does not have the form `2016-02-28T18:03:07.120Z` or `…+01:00`.
    case malformed
    /// A month, day, hour, minute, second or offset that does not exist.
    case impossible
    /// Second 60: milliseconds since 1970 have no place for it.
    case leapSecond
    /// The instant is before 1970 or after 9999, in UTC.
    case outOfRange
  }

  /// The milliseconds since 1970 began (UTC) that a timestamp says. `t` and `z` may be small, as
  /// the standard allows; decimals beyond the third are cut off.
  package static func milliseconds(of text: String) throws(Failure) -> Int64 {
    try instant(of: text).milliseconds
  }

  /// The instant that a timestamp says; decimals beyond the ninth are cut off.
  static func instant(of text: String) throws(Failure) -> PreciseInstant {
    var reader = Reader(text)
    let year = try reader.number(digits: 4)
    try reader.take("-")
    let month = try reader.number(digits: 2)
    try reader.take("-")
    let day = try reader.number(digits: 2)
    try reader.take("T")
    let hour = try reader.number(digits: 2)
    try reader.take(":")
    let minute = try reader.number(digits: 2)
    try reader.take(":")
    let second = try reader.number(digits: 2)
    let fraction = try reader.fraction()
    let offset = try reader.offset()

    guard (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day),
      hour < 24, minute < 60, second <= 60, offset.hour < 24, offset.minute < 60
    else { throw .impossible }
    if second == 60 { throw .leapSecond }
    let local = (daysSince1970(year, month, day) * 24 + hour) * 60 + minute
    let minutes = local - offset.sign * (offset.hour * 60 + offset.minute)
    let instant = (minutes * 60 + second) * 1000 + fraction / 1_000_000
    guard (0...latest).contains(instant) else { throw .outOfRange }
    return PreciseInstant(
      milliseconds: instant, nanoseconds: Int32(truncatingIfNeeded: fraction % 1_000_000))
  }

  static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1970-01-01 to a date of the proleptic Gregorian calendar, years from 0.
  static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years are counted from March, so that a leap day is the last day of its year.
    let years = month > 2 ? year : year - 1
    let monthsSinceMarch = (month + 9) % 12
    let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
    // Floored, since year 0 begins in the year before it.
    let leapDays = floored(years, 4) - floored(years, 100) + floored(years, 400)
    let daysFromYearZeroTo1970 = Int64(719_468)
    return 365 * years + leapDays + dayOfYear - daysFromYearZeroTo1970
  }

  private static func floored(_ a: Int64, _ b: Int64) -> Int64 {
    a >= 0 ? a / b : (a - b + 1) / b
  }
}

/// The pieces of a timestamp, from the front.
private struct Reader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func number(digits: Int) throws(Timestamp.Failure) -> Int64 {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let byte = rest.popFirst(), byte.isDigit else { throw .malformed }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// Takes a character; a letter may be small.
  mutating func take(_ character: Unicode.Scalar) throws(Timestamp.Failure) {
    let byte = rest.popFirst()
    let isLetter = character.properties.isAlphabetic
    guard let byte, (isLetter ? byte & ~0x20 : byte) == UInt8(ascii: character) else {
      throw .malformed
    }
  }

  /// Takes `.` and digits, if they are there: nanoseconds.
  mutating func fraction() throws(Timestamp.Failure) -> Int64 {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    rest.removeFirst()
    var nanoseconds: Int64 = 0
    var weight: Int64 = 100_000_000
    guard rest.first?.isDigit == true else { throw .malformed }
    while let byte = rest.first, byte.isDigit {
      rest.removeFirst()
      nanoseconds += weight * Int64(byte - UInt8(ascii: "0"))
      weight /= 10
    }
    return nanoseconds
  }

  /// Takes the offset from UTC, after which nothing may follow.
  mutating func offset() throws(Timestamp.Failure) -> (sign: Int64, hour: Int64, minute: Int64) {
    let sign: Int64 = rest.first == UInt8(ascii: "-") ? -1 : 1
    var offset = (sign: sign, hour: Int64(0), minute: Int64(0))
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest.removeFirst()
      offset.hour = try number(digits: 2)
      try take(":")
      offset.minute = try number(digits: 2)
    } else {
      try take("Z")
    }
    guard rest.isEmpty else { throw .malformed }
    return offset
  }
}
