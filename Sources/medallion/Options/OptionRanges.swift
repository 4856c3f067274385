import ArgumentParser

extension ParsableArguments {
  /// Refuses a number that an option does not take, with those that it does.
  func require(_ option: String, _ number: Int, in range: ClosedRange<Int>) throws {
    guard range.contains(number) else {
      throw ValidationError(
        "\(option) is between \(range.lowerBound) and \(range.upperBound), not \(number)")
    }
  }
}
