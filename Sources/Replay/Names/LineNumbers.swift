import Findings
import Traces

/// The places of the latest records, if a line may have several: findings tell lines, records have
/// numbers. Without such lines both are the same, and nothing is kept.
struct LineNumbers {
  /// The place of a record.
  struct Place: RecordPlace {
    let line: Int
    let record: Int?
  }

  /// The number of records whose lines are known.
  private static let depth = 16_384

  /// The first record that is not all of the line of its number.
  private(set) var first: Int?
  /// The record and its place, by the remainder of the record.
  private var known: [(record: Int, place: Place)] = []

  mutating func note(_ place: TracePlace) {
    if first == nil {
      if place.record == place.line, place.recordInLine == nil { return }
      self = LineNumbers(first: place.record, [])
    }
    known[place.record & (Self.depth - 1)] = (place.record, Place(place))
  }

  /// Returns the place of a record; nil: it was too long ago.
  func place(of record: Int) -> Place? {
    guard let first, record >= first else { return Place(line: record, record: nil) }
    let entry = known[record & (Self.depth - 1)]
    return entry.record == record ? entry.place : nil
  }

  /// The records that are known, the earliest first.
  var latest: [(record: Int, place: Place)] {
    known.filter { $0.record > 0 }.sorted { $0.record < $1.record }
  }

  init() {}

  /// - Parameter latest: as ``latest`` has it.
  init(first: Int?, _ latest: [(record: Int, place: Place)]) {
    self.first = first
    if first == nil { return }
    known = Array(repeating: (0, Place(line: 0, record: nil)), count: Self.depth)
    for entry in latest { known[entry.record & (Self.depth - 1)] = entry }
  }
}

extension LineNumbers.Place {
  init(_ place: TracePlace) { self.init(line: place.line, record: place.recordInLine) }
}
