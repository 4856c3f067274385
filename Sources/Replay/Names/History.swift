internal import CPrefetch
import Rulebook

/// The latest lines about each entity, by sort and number. All copies of the owner share it: it is
/// never undone.
final class History {
  struct Entry {
    /// The latest line; 0: none.
    var latest = 0
    /// The distances from each of the four lines before it to the next, 32 bits each, the latest
    /// lowest and in `near`; 0: no such line.
    var near: UInt64 = 0
    var far: UInt64 = 0

    /// - Parameter step: The distance of the line from the latest.
    @inline(__always)
    func followed(by line: Int, _ step: Int) -> Self {
      Self(
        latest: line, near: near << 32 | UInt64(UInt32(truncatingIfNeeded: step)),
        far: far << 32 | near >> 32)
    }

    /// The lines in ascending order. Lines count from 1: line 0 stands for the time before an
    /// entity was recorded.
    var lines: [Int] {
      if latest == 0 { return [] }
      var lines = [latest]
      for word in [near, near >> 32, far, far >> 32] {
        let step = Int(Int32(truncatingIfNeeded: word))
        let line = lines[lines.count - 1] - step
        if step == 0 || line <= 0 { break }
        lines.append(line)
      }
      return lines.sorted()
    }
  }

  /// The entries of the entities of one sort, by number.
  private struct Shelf {
    var entries: UnsafeMutablePointer<Entry>
    var capacity: Int

    @inline(__always)
    func has(_ number: Int) -> Bool { UInt(bitPattern: number) < UInt(bitPattern: capacity) }
  }

  var lineNumbers = LineNumbers()
  private let shelves: UnsafeMutablePointer<Shelf>
  private let sorts: Int
  /// The number of lines that are kept of each entity: the latest, and the distances between the
  /// others.
  static let mostLines = 5
  /// The number of latest lines whose events are known.
  static let depth = 1_024
  /// The line with its event in the low bits, by the remainder of the line.
  private let events: UnsafeMutablePointer<Int>
  private static let eventBits = 20

  init(sorts: Int) {
    self.sorts = sorts
    events = .allocate(capacity: Self.depth)
    events.initialize(repeating: 0, count: Self.depth)
    shelves = .allocate(capacity: max(1, sorts))
    for sort in 0..<sorts {
      let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
      entries.initialize(to: Entry())
      (shelves + sort).initialize(to: Shelf(entries: entries, capacity: 1))
    }
  }

  deinit {
    events.deallocate()
    for sort in 0..<sorts { shelves[sort].entries.deallocate() }
    shelves.deallocate()
  }

  /// Adds a line to the history of an entity, counted from 1. Only the latest five are kept, and
  /// none beyond a gap of two thousand million.
  @inline(__always)
  func note(line: Int, of number: Int, _ sort: Int) {
    let shelf = shelves[sort]
    guard shelf.has(number) else { return note(line: line, ofNew: number, sort) }
    let place = shelf.entries + number
    let entry = place.pointee
    let step = line &- entry.latest
    guard UInt(bitPattern: step &- 1) < UInt(Int32.max) else { return note(line: line, at: place) }
    place.pointee = entry.followed(by: line, step)
  }

  private func note(line: Int, ofNew number: Int, _ sort: Int) {
    guard number >= 0 else { return }
    grow(sort, to: number)
    note(line: line, at: shelves[sort].entries + number)
  }

  /// Notes a line in any entry.
  private func note(line: Int, at place: UnsafeMutablePointer<Entry>) {
    let entry = place.pointee
    let step = line &- entry.latest
    if step == 0 { return }
    let isNear = entry.latest > 0 && Int(Int32(truncatingIfNeeded: step)) == step
    place.pointee = isNear ? entry.followed(by: line, step) : Entry(latest: line)
  }

  /// Adds the event of a line to the history.
  @inline(__always)
  func note(event: Int, line: Int) {
    events[line & (Self.depth - 1)] = line << Self.eventBits | event
  }

  /// Returns the event of one of the latest lines; nil: it had none, or is not known any more.
  func event(of line: Int) -> Int? {
    let known = Self.parts(of: events[line & (Self.depth - 1)])
    return known.line == line ? known.event : nil
  }

  /// The latest lines in which something happened, in ascending order.
  var latestEvents: [(line: Int, event: Int)] {
    (0..<Self.depth).map { Self.parts(of: events[$0]) }
      .filter { $0.line > 0 }.sorted { $0.line < $1.line }
  }

  private static func parts(of word: Int) -> (line: Int, event: Int) {
    (word >> eventBits, word & (1 << eventBits - 1))
  }

  /// Prefetches the entry of an entity that will be noted soon.
  @inline(__always)
  func prefetch(_ number: Int, _ sort: Int) {
    if number >= 0 { prefetch_memory(shelves[sort].entries + number) }
  }

  /// Returns the lines about an entity in ascending order.
  func lines(of number: Int, _ sort: Int) -> [Int] {
    shelves[sort].has(number) ? shelves[sort].entries[number].lines : []
  }

  /// The entries of a sort, by number.
  subscript(sort: Int) -> UnsafeBufferPointer<Entry> {
    UnsafeBufferPointer(start: shelves[sort].entries, count: shelves[sort].capacity)
  }

  func put(_ entry: Entry, of number: Int, _ sort: Int) {
    if number >= shelves[sort].capacity { grow(sort, to: number) }
    shelves[sort].entries[number] = entry
  }

  func forget(_ number: Int, _ sort: Int) {
    if shelves[sort].has(number) { shelves[sort].entries[number] = Entry() }
  }

  private func grow(_ sort: Int, to number: Int) {
    let known = shelves[sort]
    let capacity = max(number + 1, known.capacity * 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.moveInitialize(from: known.entries, count: known.capacity)
    (larger + known.capacity).initialize(repeating: Entry(), count: capacity - known.capacity)
    known.entries.deallocate()
    shelves[sort] = Shelf(entries: larger, capacity: capacity)
  }
}
