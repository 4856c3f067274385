/// The number of findings over time, as bars.
struct OccurrenceChart {
  private static let bars = 48
  private let counts: [Int]
  private let span: ClosedRange<Int64>

  /// - Parameters:
  ///   - instants: of the findings, in milliseconds.
  ///   - span: from the first to the last instant that the chart covers.
  init(_ instants: [Int64], over span: ClosedRange<Int64>) {
    self.span = span
    var counts = [Int](repeating: 0, count: Self.bars)
    let length = Double(span.upperBound) - Double(span.lowerBound)
    for instant in instants where span.contains(instant) {
      let share = length > 0 ? (Double(instant) - Double(span.lowerBound)) / length : 0
      counts[min(Self.bars - 1, Int(share * Double(Self.bars)))] += 1
    }
    self.counts = counts
  }

  /// Returns the picture as an `svg` element.
  /// - Parameter label: The description for people who cannot see it.
  func svg(_ label: String) -> String {
    let most = max(1, counts.max() ?? 1)
    let bars = counts.enumerated().filter { $0.element > 0 }.map { index, count in
      let height = max(2, 28 * Double(count) / Double(most))
      return """
        <rect x="\(index * 5)" y="\(number(30 - height))" width="4" height="\(number(height))">\
        <title>\(count)</title></rect>
        """
    }
    return """
      <svg viewBox="0 0 \(Self.bars * 5) 30" class="bars" role="img" aria-label="\(label)">\
      \(bars.joined())</svg>
      """
  }
}
