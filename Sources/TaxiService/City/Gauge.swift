/// The total time for which a number had each of its values.
package struct Gauge: Hashable, Sendable {
  /// The least and the most that it was, however shortly; nil: it was never looked at.
  package private(set) var least: Int?
  /// The largest value; nil: the number was never observed.
  package private(set) var most: Int?
  /// The durations in milliseconds, by value.
  private var durations: [Milliseconds] = []

  init() {}

  /// The number, 0 or more, is this for so long.
  mutating func note(_ value: Int, for duration: Milliseconds) {
    least = min(least ?? value, value)
    most = max(most ?? value, value)
    if durations.count <= value {
      durations += Array(repeating: 0, count: value + 1 - durations.count)
    }
    durations[value] += max(0, duration)
  }

  /// The least value that it did not exceed for half of the time; nil: no time has passed.
  package var median: Int? {
    let whole = durations.reduce(0, +)
    guard whole > 0 else { return nil }
    var passed: Milliseconds = 0
    return durations.firstIndex { duration in
      passed += duration
      return 2 * passed >= whole
    }
  }
}
