internal import Rulebook

/// By sort and number: the latest lines about each entity. One memory for all copies of whoever
/// keeps it: what happened is never undone.
final class History {
  static let most = 5

  /// The latest line, and how far each of the four before it was from the next: 32 bytes, half of
  /// what the processor fetches at once.
  struct Entry {
    var latest = 0
    var steps: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var count = 0
  }

  private let entries: UnsafeMutablePointer<UnsafeMutablePointer<Entry>>
  private let capacities: UnsafeMutablePointer<Int>
  private let sorts: Int

  init(sorts: Int) {
    self.sorts = sorts
    entries = .allocate(capacity: max(1, sorts))
    capacities = .allocate(capacity: max(1, sorts))
    for sort in 0..<sorts {
      (entries + sort).initialize(to: .allocate(capacity: 1))
      entries[sort].initialize(to: Entry())
      (capacities + sort).initialize(to: 1)
    }
  }

  deinit {
    for sort in 0..<sorts { entries[sort].deallocate() }
    entries.deallocate()
    capacities.deallocate()
  }

  /// Puts a line on record, counted from 1. Only the latest five are kept, and none beyond a gap
  /// of two thousand million.
  func note(line: Int, of number: Int, _ sort: Int) {
    guard number >= 0 else { return }
    if number >= capacities[sort] { grow(sort, to: number) }
    let entry = entries[sort] + number
    let (step, latest) = (line - entry.pointee.latest, entry.pointee.latest)
    if step == 0 { return }
    let isNear = latest > 0 && step.magnitude <= UInt(Int32.max)
    let steps = entry.pointee.steps
    entry.pointee.steps = isNear ? (Int32(step), steps.0, steps.1, steps.2) : (0, 0, 0, 0)
    entry.pointee.count = isNear ? min(Self.most, entry.pointee.count + 1) : 1
    entry.pointee.latest = line
  }

  /// In ascending order.
  func lines(of number: Int, _ sort: Int) -> [Int] {
    guard number >= 0, number < capacities[sort] else { return [] }
    let entry = entries[sort][number]
    var lines: [Int] = []
    var line = entry.latest
    for step in [entry.steps.0, entry.steps.1, entry.steps.2, entry.steps.3, 0]
      .prefix(entry.count)
    {
      lines.append(line)
      line -= Int(step)
    }
    return lines.sorted()
  }

  /// What is on record of a sort, by number.
  subscript(sort: Int) -> UnsafeBufferPointer<Entry> {
    UnsafeBufferPointer(start: entries[sort], count: capacities[sort])
  }

  func put(_ entry: Entry, of number: Int, _ sort: Int) {
    if number >= capacities[sort] { grow(sort, to: number) }
    entries[sort][number] = entry
  }

  func forget(_ number: Int, _ sort: Int) {
    if number < capacities[sort] { entries[sort][number] = Entry() }
  }

  private func grow(_ sort: Int, to number: Int) {
    let capacity = max(number + 1, capacities[sort] * 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.moveInitialize(from: entries[sort], count: capacities[sort])
    (larger + capacities[sort]).initialize(
      repeating: Entry(), count: capacity - capacities[sort])
    entries[sort].deallocate()
    entries[sort] = larger
    capacities[sort] = capacity
  }
}
