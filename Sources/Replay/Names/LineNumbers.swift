internal import Traces

/// On which lines the latest records stand, where a line may have several: lines are told by their
/// numbers, records are known by theirs. Without such lines both are the same, and nothing is kept.
struct LineNumbers {
  /// Of so many records the lines are known.
  private static let depth = 16_384

  /// The first record whose number is not that of its line.
  private(set) var first: Int?
  /// By the remainder of the record: the record, and its line.
  private var known: [(record: Int, line: Int)] = []

  mutating func note(_ place: TracePlace) {
    if first == nil {
      if place.record == place.line { return }
      first = place.record
      known = Array(repeating: (0, 0), count: Self.depth)
    }
    known[place.record & (Self.depth - 1)] = (place.record, place.line)
  }

  /// The line of a record; nil: that was too long ago.
  func line(of record: Int) -> Int? {
    guard let first, record >= first else { return record }
    let entry = known[record & (Self.depth - 1)]
    return entry.record == record ? entry.line : nil
  }

  /// The records whose lines are known, the earliest first.
  var latest: [(record: Int, line: Int)] {
    known.filter { $0.record > 0 }.sorted { $0.record < $1.record }
  }

  init() {}

  /// - Parameter latest: as ``latest`` has it.
  init(first: Int?, _ latest: [(record: Int, line: Int)]) {
    self.first = first
    if first != nil { known = Array(repeating: (0, 0), count: Self.depth) }
    for entry in latest where first != nil { known[entry.record & (Self.depth - 1)] = entry }
  }
}
