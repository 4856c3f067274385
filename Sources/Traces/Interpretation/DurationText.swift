import Basics

/// Lengths of time as text: a whole number and a unit, as in rulebooks (`2min`, `15 s`).
enum DurationText {
  private static let units: [String: Int64] = [
    "ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "day": 86_400_000, "days": 86_400_000,
  ]

  /// The milliseconds, or nil: not of that form, or too many of them.
  static func milliseconds(of text: String) -> Int64? {
    let isNumber: (UInt8) -> Bool = { $0.isDigit || $0 == UInt8(ascii: "-") }
    let end = text.utf8.firstIndex { !isNumber($0) } ?? text.endIndex
    let unit = text[end...]
    guard let count = Int64(text[..<end]),
      let factor = units[String(unit.first == " " ? unit.dropFirst() : unit)]
    else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }
}
