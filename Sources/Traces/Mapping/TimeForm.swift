import Basics

/// The form in which a record writes instants.
enum TimeForm: Hashable, Sendable {
  /// Milliseconds since 1970 began (UTC), or RFC 3339.
  case native
  /// A decimal number since 1970 began (UTC), of a unit of ten to this power of milliseconds.
  case units(power: Int)
  case pattern(TimePattern)

  static let units: [(name: String, power: Int)] = [
    ("seconds", 3), ("milliseconds", 0), ("microseconds", -3), ("nanoseconds", -6),
  ]

  /// Returns the instant that a decimal number of units stands for, perhaps with an exponent
  /// (`1.7e9`); parts of a nanosecond are cut off.
  static func instant(
    of text: String, power: Int
  ) throws(Timestamp.Failure) -> PreciseInstant {
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { "eE".contains($0) }
    guard let exponent = halves.count > 1 ? Int(halves[1]) : 0 else { throw .malformed }
    guard (-40...40).contains(exponent) else { throw .outOfRange }
    let power = power + exponent
    let parts = halves[0].utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { throw .malformed }
    let whole = parts[0].drop { $0 == UInt8(ascii: "0") }
    guard whole.count <= 40 else { throw .outOfRange }
    // The digits with the point at `point`, counted from their beginning.
    var digits = Array(whole) + (parts.count > 1 ? Array(parts[1].prefix(40)) : [])
    let zero = UInt8(ascii: "0")
    let point = max(0, whole.count + power)
    digits.insert(contentsOf: repeatElement(zero, count: max(0, -(whole.count + power))), at: 0)
    while digits.count < point + 6 { digits.append(zero) }
    guard let milliseconds = number(digits[..<point]), milliseconds <= Timestamp.latest,
      let nanoseconds = number(digits[point..<point + 6])
    else { throw .outOfRange }
    return PreciseInstant(
      milliseconds: milliseconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
  }

  /// Returns the number of the digits; nil: it is too great.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self))
  }
}
