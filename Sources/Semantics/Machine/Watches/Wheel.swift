/// Instants to come, in a hierarchical timing wheel (Varghese and Lauck 1987) whose levels are
/// the digits of the instant in base 64: an entry lies at the highest digit in which it differs
/// from now. Adding and removing cost the same however many there are; the earliest is in the
/// first slot that is not empty.
///
/// While time passes to instants before all entries nothing is moved: entries stay where they lie
/// as seen from the instant at which some were moved last, their origin.
struct Wheel {
  struct Entry {
    var instant: Int64
    var next: Int32 = -1
    var previous: Int32 = -1
    /// The slot; -1: not in the wheel.
    var slot: Int32 = -1
  }

  private static let levels = 11
  private static let overdue = levels * 64
  private(set) var now: Int64 = 0
  private var origin: Int64 = 0
  /// An instant before which there is no entry that is not overdue.
  private var freeUntil = Int64.max
  private var entries = Block<Entry>()
  private var slots = Block<Int32>()
  /// The slots of each level that are not empty, as bits.
  private var occupied = Block<UInt64>()

  init() {
    for _ in 0...Self.overdue { slots.append(-1) }
    for _ in 0..<Self.levels { occupied.append(0) }
  }

  func deallocate() {
    entries.deallocate()
    slots.deallocate()
    occupied.deallocate()
  }

  /// Sets the present of an empty wheel.
  mutating func reset(to instant: Int64) { (now, origin, freeUntil) = (instant, instant, .max) }

  /// Puts entry `id` at an instant, wherever it was.
  mutating func set(_ id: Int, to instant: Int64) {
    while entries.count <= id { entries.append(Entry(instant: 0)) }
    if entries[id].slot >= 0 {
      if entries[id].instant == instant { return }
      remove(id)
    }
    entries[id].instant = instant
    insert(id)
  }

  /// Sets the present back, or forward, and keeps the entries of the wheel.
  mutating func turn(to instant: Int64) {
    reset(to: instant)
    for slot in 0..<slots.count { slots[slot] = -1 }
    for level in 0..<Self.levels { occupied[level] = 0 }
    for id in 0..<entries.count where entries[id].slot >= 0 { insert(id) }
  }

  /// Returns true if nothing lies before an instant. Moves entries only as far as that is needed to
  /// know.
  @inline(__always)
  mutating func isFree(to instant: Int64) -> Bool {
    !hasOverdue && (instant <= freeUntil || isFreeFurther(to: instant))
  }

  private mutating func isFreeFurther(to instant: Int64) -> Bool {
    while instant > freeUntil {
      guard let (level, slot) = firstSlot else { break }
      let start = Self.start(of: slot, level, origin)
      if start >= instant { break }
      if level == 0 { return false }
      move(to: max(start, now))
    }
    return true
  }

  private var firstSlot: (level: Int, slot: Int)? {
    for level in 0..<Self.levels where occupied[level] != 0 {
      return (level, occupied[level].trailingZeroBitCount)
    }
    return nil
  }

  /// Returns the first instant of a slot.
  private static func start(of slot: Int, _ level: Int, _ now: Int64) -> Int64 {
    let shift = UInt64(level * 6)
    let above = shift + 6 >= 64 ? 0 : (bits(now) >> (shift + 6)) << (shift + 6)
    return Int64(bitPattern: (above | UInt64(slot) << shift) ^ (1 << 63))
  }

  mutating func remove(_ id: Int) {
    guard entries.has(id), entries[id].slot >= 0 else { return }
    let entry = entries[id]
    let slot = Int(entry.slot)
    if entry.previous >= 0 {
      entries.base[Int(entry.previous)].next = entry.next
    } else {
      slots[slot] = entry.next
      if entry.next < 0, slot < Self.overdue {
        occupied.base[slot >> 6] &= ~(1 << UInt64(slot & 63))
      }
    }
    if entry.next >= 0 { entries.base[Int(entry.next)].previous = entry.previous }
    entries.base[id].slot = -1
  }

  private mutating func insert(_ id: Int) {
    let instant = entries[id].instant
    let slot: Int
    if instant < now {
      slot = Self.overdue
    } else {
      freeUntil = min(freeUntil, instant)
      let level = Self.level(origin, instant)
      slot = level * 64 + Self.digit(instant, level)
      occupied.base[level] |= 1 << UInt64(slot & 63)
    }
    let first = slots[slot]
    entries.base[id].next = first
    entries.base[id].previous = -1
    entries.base[id].slot = Int32(truncatingIfNeeded: slot)
    if first >= 0 { entries.base[Int(first)].previous = Int32(truncatingIfNeeded: id) }
    slots[slot] = Int32(truncatingIfNeeded: id)
  }

  /// Returns an instant as digits: their order is that of signed numbers.
  private static func bits(_ instant: Int64) -> UInt64 {
    UInt64(bitPattern: instant) ^ (1 << 63)
  }

  private static func level(_ a: Int64, _ b: Int64) -> Int {
    let difference = bits(a) ^ bits(b)
    return difference == 0 ? 0 : (63 - difference.leadingZeroBitCount) / 6
  }

  private static func digit(_ instant: Int64, _ level: Int) -> Int {
    Int((bits(instant) >> UInt64(level * 6)) & 63)
  }

  /// Lets time pass. Entries before the new present become overdue.
  mutating func advance(to instant: Int64) {
    guard instant > now else { return }
    if instant <= freeUntil { now = instant } else { move(to: instant) }
  }

  /// Places all entries as seen from a later instant.
  private mutating func move(to instant: Int64) {
    let level = Self.level(origin, instant)
    (now, origin, freeUntil) = (instant, instant, .max)
    let digit = UInt64(Self.digit(instant, level))
    // Below that level everything has passed; on it, entries with a smaller digit have passed, and
    // those with the same digit belong further down now.
    for lower in 0..<level { spread(lower, occupied[lower]) }
    let passed = digit == 63 ? ~0 : (UInt64(1) << (digit + 1)) - 1
    spread(level, occupied[level] & passed)
    if let (level, slot) = firstSlot { freeUntil = Self.start(of: slot, level, instant) }
  }

  private mutating func spread(_ level: Int, _ which: UInt64) {
    var which = which
    while which != 0 {
      let slot = level * 64 + which.trailingZeroBitCount
      which &= which - 1
      var id = slots[slot]
      slots[slot] = -1
      occupied.base[level] &= ~(1 << UInt64(slot & 63))
      while id >= 0 {
        let next = entries[Int(id)].next
        insert(Int(id))
        id = next
      }
    }
  }

  /// Returns the instant of an entry; nil: the entry is not in the wheel.
  func instant(of id: Int) -> Int64? {
    entries.has(id) && entries[id].slot >= 0 ? entries[id].instant : nil
  }

  var hasOverdue: Bool { slots[Self.overdue] >= 0 }

  /// Calls `body` with every overdue entry.
  func forEachOverdue(_ body: (Int) -> Void) { forEach(in: Self.overdue, body) }

  private func forEach(in slot: Int, _ body: (Int) -> Void) {
    var id = slots[slot]
    while id >= 0 {
      body(Int(id))
      id = entries[Int(id)].next
    }
  }

  /// The earliest instant that is not overdue; nil: none.
  var earliest: Int64? {
    for level in 0..<Self.levels where occupied[level] != 0 {
      // A slot of the lowest level holds one instant only.
      let slot = level * 64 + occupied[level].trailingZeroBitCount
      var earliest = Int64.max
      forEach(in: slot) { earliest = min(earliest, entries[$0].instant) }
      return earliest
    }
    return nil
  }

  /// Calls `body` with every entry at an instant that is not overdue.
  func forEach(at instant: Int64, _ body: (Int) -> Void) {
    let level = Self.level(origin, instant)
    forEach(in: level * 64 + Self.digit(instant, level)) {
      if entries[$0].instant == instant { body($0) }
    }
  }
}
