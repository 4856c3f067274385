import Findings

/// Durations on the command line, written as in rulebooks: 250ms, 15s, 2min, 9min30s, 15days.
enum Durations {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000), ("days", 86_400_000),
    ("day", 86_400_000),
  ]

  /// Returns a duration in milliseconds, not negative.
  /// - Parameter whole: The whole value of the option, if it is more than the duration.
  static func parse(
    _ text: String, option: String, in whole: String? = nil
  ) throws(Failure) -> Int64 {
    let given = "\(option) \(whole ?? text)"
    var rest = text[...]
    var total: Int64 = 0
    // Longer units before shorter ones: `9min30s`.
    var last = Int64.max
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let unit = rest.prefix(while: \.isLetter)
      rest = rest.dropFirst(unit.count).drop { $0 == " " }
      guard !digits.isEmpty, let factor = units.first(where: { $0.name == unit }),
        factor.milliseconds < last
      else {
        throw Failure(.wrongInput, "\(given): expected a duration such as 250ms or 2min")
      }
      last = factor.milliseconds
      // Digits alone are no number only if there are too many.
      let product = Int64(digits)?.multipliedReportingOverflow(by: factor.milliseconds)
      let sum = product.map { total.addingReportingOverflow($0.partialValue) }
      guard let product, let sum, !product.overflow, !sum.overflow else {
        throw Failure(.wrongInput, "\(given): the duration is too large")
      }
      total = sum.partialValue
    } while !rest.isEmpty
    return total
  }
}
