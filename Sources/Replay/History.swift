internal import Rulebook

/// By sort and number: the latest lines about each entity. One memory for all copies of whoever
/// keeps it: what happened is never undone.
final class History {
  private static let most = 5

  /// Lines in the order in which they came, around `next`.
  private struct Entry {
    var lines: (Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0)
    var next = 0
  }

  private var entries: [UnsafeMutablePointer<Entry>]
  private var capacities: [Int]

  init(sorts: Int) {
    entries = (0..<sorts).map { _ in .allocate(capacity: 1) }
    capacities = (0..<sorts).map { _ in 1 }
    for entry in entries { entry.initialize(to: Entry()) }
  }

  deinit {
    for entry in entries { entry.deallocate() }
  }

  /// Puts a line, counted from 1, on record. Only the latest five are kept.
  func note(line: Int, of number: Int, _ sort: Int) {
    guard number >= 0 else { return }
    if number >= capacities[sort] { grow(sort, to: number) }
    let entry = entries[sort] + number
    withUnsafeMutableBytes(of: &entry.pointee.lines) { bytes in
      let lines = bytes.assumingMemoryBound(to: Int.self)
      let next = entry.pointee.next
      if lines[next == 0 ? Self.most - 1 : next - 1] == line { return }
      lines[next] = line
      entry.pointee.next = next + 1 == Self.most ? 0 : next + 1
    }
  }

  func lines(of number: Int, _ sort: Int) -> [Int] {
    guard number >= 0, number < capacities[sort] else { return [] }
    let lines = entries[sort][number].lines
    return [lines.0, lines.1, lines.2, lines.3, lines.4].filter { $0 > 0 }.sorted()
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
