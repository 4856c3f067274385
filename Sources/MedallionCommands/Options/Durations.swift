internal import Findings

/// Durations on the command line, written as in rulebooks: 250ms, 15s, 2min, 1h, 15days.
enum Durations {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000), ("days", 86_400_000),
    ("day", 86_400_000),
  ]

  /// Milliseconds, not negative.
  /// - Parameter whole: What was given for the option, if that is more than the duration.
  static func parse(
    _ text: String, option: String, in whole: String? = nil
  ) throws(Failure) -> Int64 {
    let given = "\(option) \(whole ?? text)"
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop(while: { $0 == " " })
    guard !digits.isEmpty, let factor = units.first(where: { $0.name == unit }) else {
      throw Failure(.wrongInput, "\(given): expected a duration such as 250ms or 2min")
    }
    // Digits alone are no number only if there are too many.
    let product = Int64(digits)?.multipliedReportingOverflow(by: factor.milliseconds)
    guard let product, !product.overflow else {
      throw Failure(.wrongInput, "\(given): the duration is too large")
    }
    return product.partialValue
  }
}
