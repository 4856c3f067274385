/// The text of times and durations, as rulebooks write them.
package enum Instants {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1_000), ("ms", 1),
  ]

  /// Returns a duration such as `2min`, `1min59.999s`, `15d`.
  package static func duration(_ milliseconds: Int64) -> String {
    guard milliseconds != 0 else { return "0s" }
    guard milliseconds > 0 else {
      return milliseconds == .min
        ? "-\(UInt64(milliseconds.magnitude))ms" : "-" + duration(-milliseconds)
    }
    var rest = milliseconds
    var parts = ""
    for unit in units where rest >= unit.milliseconds {
      if unit.name == "s", rest % 1_000 != 0 {
        let fraction = String(1_000 + rest % 1_000).dropFirst()
        return parts + "\(rest / 1_000).\(fraction)s"
      }
      parts += "\(rest / unit.milliseconds)\(unit.name)"
      rest %= unit.milliseconds
    }
    return parts
  }

  /// Returns an instant of a run that starts at 0: `0:02:00.000` for two minutes.
  package static func clock(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60)).\(fraction)"
  }

  /// Returns an instant of a trace: RFC 3339 in UTC with milliseconds; proleptic Gregorian (days to
  /// civil date after Howard Hinnant's public-domain algorithm).
  package static func timestamp(_ milliseconds: Int64) -> String {
    let days = milliseconds.floorDivided(by: 86_400_000)
    // Not by a product: it would be below the least instant for those of its day.
    let inDay = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func pad(_ number: Int64, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    let time = inDay / 1_000
    return
      "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(pad(time / 3_600, 2)):"
      + "\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2)).\(pad(inDay % 1_000, 3))Z"
  }
}

extension Int64 {
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
