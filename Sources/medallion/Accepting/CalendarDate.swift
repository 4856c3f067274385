import Findings
import FoundationEssentials

/// A day of the Gregorian calendar, from year 1 to 9999.
struct CalendarDate: Hashable, Comparable, CustomStringConvertible {
  private let year: Int
  private let month: Int
  private let day: Int

  /// The date in the form `2027-03-31`; nil: the text is something else, or no such day exists.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (48...57).contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      year > 0, (1...12).contains(month)
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...days[month - 1]).contains(day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The present day in UTC.
  static var today: CalendarDate {
    let milliseconds = Int64(Date().timeIntervalSince1970 * 1_000)
    // An unset clock gives a day that is before every date of a file.
    return CalendarDate(String(Instants.timestamp(milliseconds).prefix(10)))
      ?? CalendarDate("0001-01-01")!
  }

  var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let years = String(10_000 + year).dropFirst()
    return "\(years)-\(two(month))-\(two(day))"
  }

  static func < (a: Self, b: Self) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}
