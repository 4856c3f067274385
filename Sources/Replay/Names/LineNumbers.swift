import Findings
import Traces

/// The places of the records, if a line may have several: findings tell lines, records have
/// numbers. Without such lines both are the same, and nothing is kept.
struct LineNumbers {
  /// The place of a record.
  struct Place: RecordPlace, Equatable {
    var line: Int
    var record: Int?
  }

  /// Records one behind the other that are whole lines, or parts of the same line.
  struct Run {
    /// The first record, counted from 1.
    var record: Int
    var place: Place

    /// Returns the place of a record of the run.
    func place(of record: Int) -> Place {
      let distance = record - self.record
      guard let inLine = place.record else {
        return Place(line: place.line + distance, record: nil)
      }
      return Place(line: place.line, record: inLine + distance)
    }
  }

  /// The number of runs that are kept; there are up to twice as many before half of them are
  /// forgotten at once.
  private static let most = 16_384

  /// The latest runs, the earliest first; up to the first one, records and lines have the same
  /// numbers.
  private(set) var runs: [Run] = []
  /// True if earlier runs are forgotten.
  private(set) var isCut = false

  init() {}

  /// - Parameters:
  ///   - runs: See ``runs``, in the order of their records.
  ///   - isCut: See ``isCut``.
  init(_ runs: [Run], isCut: Bool) {
    self.runs = runs
    self.isCut = isCut
  }

  /// Notes the place of a record, in any order.
  mutating func note(_ place: TracePlace) {
    let new = Place(place)
    let position = beginning(before: place.record)
    if self.place(of: place.record, before: position) == new { return }
    runs.insert(Run(record: place.record, place: new), at: position)
    if runs.count == Self.most * 2 {
      runs.removeFirst(Self.most)
      isCut = true
    }
  }

  /// Returns the place of a record that was noted; nil: it was too long ago. O(log runs).
  func place(of record: Int) -> Place? { place(of: record, before: beginning(before: record)) }

  private func place(of record: Int, before position: Int) -> Place? {
    if position > 0 { return runs[position - 1].place(of: record) }
    return isCut ? nil : Place(line: record, record: nil)
  }

  /// The number of runs that begin at a record or before it.
  private func beginning(before record: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].record <= record { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension LineNumbers.Place {
  init(_ place: TracePlace) { self.init(line: place.line, record: place.recordInLine) }
}
