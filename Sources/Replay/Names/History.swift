internal import CPrefetch
internal import Rulebook

/// By sort and number: the latest lines about each entity. One memory for all copies of whoever
/// keeps it: what happened is never undone.
final class History {
  struct Entry {
    /// 0: none.
    var latest = 0
    /// How far each of the four lines before it was from the next, 32 bits each, the latest lowest
    /// and in `near`; 0: no such line.
    var near: UInt64 = 0
    var far: UInt64 = 0

    /// - Parameter step: How far the line is from the latest.
    @inline(__always)
    func followed(by line: Int, _ step: Int) -> Self {
      Self(
        latest: line, near: near << 32 | UInt64(UInt32(truncatingIfNeeded: step)),
        far: far << 32 | near >> 32)
    }

    /// In ascending order. Lines count from 1: who was not on record was so in line 0.
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

  /// What is on record of the entities of one sort, by number.
  private struct Shelf {
    var entries: UnsafeMutablePointer<Entry>
    var capacity: Int

    @inline(__always)
    func has(_ number: Int) -> Bool { UInt(bitPattern: number) < UInt(bitPattern: capacity) }
  }

  var lineNumbers = LineNumbers()
  private let shelves: UnsafeMutablePointer<Shelf>
  private let sorts: Int
  /// So many lines of each are kept: the latest, and how far the others are from one another.
  private static let mostLines = 5
  /// So many lines, whose events are known.
  static let depth = 1_024
  /// By the remainder of the line: the line, and below it its event.
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

  /// Puts a line on record, counted from 1. Only the latest five are kept, and none beyond a gap
  /// of two thousand million.
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

  /// The same, whatever is on record.
  private func note(line: Int, at place: UnsafeMutablePointer<Entry>) {
    let entry = place.pointee
    let step = line &- entry.latest
    if step == 0 { return }
    let isNear = entry.latest > 0 && Int(Int32(truncatingIfNeeded: step)) == step
    place.pointee = isNear ? entry.followed(by: line, step) : Entry(latest: line)
  }

  /// Puts on record what happened in a line.
  @inline(__always)
  func note(event: Int, line: Int) {
    events[line & (Self.depth - 1)] = line << Self.eventBits | event
  }

  /// What happened in one of the latest lines; nil: nothing, or that is not known any more.
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

  /// Asks for what is on record of somebody, who will be noted soon.
  @inline(__always)
  func prefetch(_ number: Int, _ sort: Int) {
    if number >= 0 { prefetch_memory(shelves[sort].entries + number) }
  }

  /// In ascending order.
  func lines(of number: Int, _ sort: Int) -> [Int] {
    shelves[sort].has(number) ? shelves[sort].entries[number].lines : []
  }

  /// What is on record of a sort, by number.
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
