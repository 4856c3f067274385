import Findings

/// Areas on the command line: 1m2, 0.5m2, 20cm2, 1km2.
enum SquareMetres {
  private static let units: [(name: String, size: Double)] = [
    ("km2", 1e6), ("cm2", 1e-4), ("mm2", 1e-6), ("m2", 1),
  ]

  /// Square metres, not negative.
  static func parse(_ text: String, option: String) throws(Failure) -> Double {
    for unit in units where text.hasSuffix(unit.name) {
      let number = text.dropLast(unit.name.count)
      let isNumber = number.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2E }
      guard isNumber, let value = Double(number), value.isFinite else { break }
      return value * unit.size
    }
    throw Failure(.wrongInput, "\(option) \(text): expected an area such as 1m2 or 50cm2")
  }
}
