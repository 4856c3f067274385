internal import CPrefetch
import Traces

/// The names of the entities of one sort: open addressing over their bytes. Names are the same
/// only if their bytes are.
package struct NameTable: ~Copyable {
  /// The name of an entity: up to 24 bytes in place, more elsewhere.
  private struct Entry {
    static let inPlace = 24
    /// The number of bytes; -1: there is no name.
    var count: Int32 = -1
    var hash: UInt32 = 0
    var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
  }

  private struct Slot {
    /// The word of a short name, see ``shifted(_:_:)``: most names are found without their entry.
    /// 0: the name is not short.
    var short: UInt64 = 0
    /// The hash, of 31 bits, and above it whether the name is short.
    var hash: UInt32 = 0
    /// The number of the entity; -1: the slot is free.
    var number: Int32 = -1
  }

  /// The distance from a taken slot to the next that is tried. It leads beyond the slots of names
  /// that end in numbers near this one (see ``NameHasher``). Odd, so that every slot is reached;
  /// times its inverse it is one.
  private static let step = 257
  private static let inverse = Int(bitPattern: 0xFF00_FF00_FF00_FF01)

  /// The bit above a hash that says that the name is short: it has at most eight bytes, the first
  /// of which is not zero.
  private static let isShort: UInt32 = 0x8000_0000

  private static func isShort(_ word: UInt64, _ count: Int) -> Bool {
    count <= 8 && count > 0 && word & 0xFF != 0
  }

  /// Returns the first one to eight bytes of a word, lowest first, shifted to its top: zeros stand
  /// below them, and the other bytes are gone. If the first byte is not zero the result tells
  /// their number, and is not zero.
  @inline(__always)
  private static func shifted(_ word: UInt64, _ count: Int) -> UInt64 {
    word &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var mask = 63
  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 64
  package private(set) var count = 0

  package init() {
    slots = .allocate(capacity: 64)
    slots.initialize(repeating: Slot(), count: 64)
    entries = .allocate(capacity: 64)
    entries.initialize(repeating: Entry(), count: 64)
  }

  deinit {
    for number in 0..<capacity { Self.free(entries + number) }
    slots.deallocate()
    entries.deallocate()
  }

  /// Prefetches the name of an entity that will lose it soon.
  func prefetchEntry(of number: Int) {
    if number >= 0, number < capacity { prefetch_memory(entries + number) }
  }

  /// Asks for where a name stands that is at hand.
  func prefetchSlot(of number: Int) {
    guard isNamed(number) else { return }
    let home = Int(entries[number].hash)
    prefetch_memory(slots + (home & mask))
    prefetch_memory(slots + ((home &+ Self.step) & mask))
  }

  /// The number of the entity of that name, or -1. Eight bytes of the name must be readable,
  /// however long it is.
  package func number(of name: UnsafeRawPointer, _ count: Int, hash: UInt32) -> Int32 {
    Self.isShort(NameHasher.short(padded: name, count), count)
      ? number(ofPlain: name, count, hash: hash)
      : Self.longNumber(of: name, count, hash: hash, slots, mask, entries)
  }

  /// Returns the number for a name of at least one byte, none of which is zero; or -1.
  @inline(__always)
  package func number(ofPlain name: UnsafeRawPointer, _ count: Int, hash: UInt32) -> Int32 {
    // Only the needed parts of the table are passed on: the whole would be copied for the call.
    if count > 8 { return Self.longNumber(of: name, count, hash: hash, slots, mask, entries) }
    let word = Self.shifted(UInt64(littleEndian: name.loadUnaligned(as: UInt64.self)), count)
    var index = Int(hash) & mask
    while true {
      let slot = slots[index]
      // A slot that is free, or holds no short name, has no such word.
      if slot.short == word { return slot.number }
      if slot.number < 0 { return -1 }
      index = (index &+ Self.step) & mask
    }
  }

  private static func longNumber(
    of name: UnsafeRawPointer, _ count: Int, hash: UInt32, _ slots: UnsafePointer<Slot>,
    _ mask: Int, _ entries: UnsafePointer<Entry>
  ) -> Int32 {
    var index = Int(hash) & mask
    while true {
      let slot = slots[index]
      if slot.number < 0 { return -1 }
      if slot.hash == hash, isCalled(entries + Int(slot.number), name, count) {
        return slot.number
      }
      index = (index + Self.step) & mask
    }
  }

  private static func isCalled(
    _ entry: UnsafePointer<Entry>, _ name: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    guard Int(entry.pointee.count) == count else { return false }
    if count <= 8 {
      return UInt64(littleEndian: entry.pointee.bytes.0)
        == NameHasher.short(padded: name, count)
    }
    let known = bytes(of: entry)
    var position = 0
    while position + 8 < count {
      if known.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        != name.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      {
        return false
      }
      position += 8
    }
    return known.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      == name.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
  }

  /// Returns the address of the bytes of a name.
  @inline(__always)
  private static func bytes(of entry: UnsafePointer<Entry>) -> UnsafeRawPointer {
    let place = UnsafeRawPointer(entry) + (MemoryLayout<Entry>.offset(of: \.bytes) ?? 8)
    if Int(entry.pointee.count) <= Entry.inPlace { return place }
    return UnsafeRawPointer(bitPattern: place.load(as: UInt.self)) ?? place
  }

  /// Returns the name of an entity; nil: it has none yet.
  package func name(of number: Int) -> String? {
    guard number >= 0, number < capacity, entries[number].count >= 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: Self.bytes(of: entries + number), count: Int(entries[number].count))
    return String(decoding: bytes, as: UTF8.self)
  }

  func isNamed(_ number: Int) -> Bool {
    number >= 0 && number < capacity && entries[number].count >= 0
  }

  /// Gives an entity a name that no other has.
  package mutating func give(
    _ name: UnsafeRawPointer, _ count: Int, hash: UInt32, to number: Int32
  ) {
    if Int(number) >= capacity { grow(to: Int(number)) }
    take(from: number)
    var entry = Entry(count: Int32(clamping: count), hash: hash)
    if count <= 8 {
      entry.bytes.0 = NameHasher.short(name, count).littleEndian
    } else if count <= Entry.inPlace {
      withUnsafeMutableBytes(of: &entry.bytes) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: name, count: count))
      }
    } else {
      let copy = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
      copy.copyMemory(from: name, byteCount: count)
      entry.bytes.0 = UInt64(UInt(bitPattern: copy))
    }
    self.count += 1
    if self.count * 4 > mask { rehash(slots: (mask + 1) * 2) }
    entries[Int(number)] = entry
    insert(number)
  }

  private func insert(_ number: Int32) {
    let entry = entries[Int(number)]
    var index = Int(entry.hash) & mask
    while slots[index].number >= 0 { index = (index + Self.step) & mask }
    let word = UInt64(littleEndian: entry.bytes.0)
    let isShort = Self.isShort(word, Int(entry.count))
    slots[index] = Slot(
      short: isShort ? Self.shifted(word, Int(entry.count)) : 0,
      hash: entry.hash | (isShort ? Self.isShort : 0), number: number)
  }

  /// Takes the name of an entity away, if it has one.
  package mutating func take(from number: Int32) {
    guard isNamed(Int(number)) else { return }
    var index = Int(entries[Int(number)].hash) & mask
    while slots[index].number != number { index = (index + Self.step) & mask }
    Self.free(entries + Int(number))
    count -= 1
    // Later slots move up, unless they are where they belong already.
    var next = (index + Self.step) & mask
    while slots[next].number >= 0 {
      let home = Int(slots[next].hash) & mask
      if steps(from: home, to: next) >= steps(from: index, to: next) {
        slots[index] = slots[next]
        index = next
      }
      next = (next + Self.step) & mask
    }
    slots[index] = Slot()
  }

  private func steps(from start: Int, to end: Int) -> Int {
    (end &- start) &* Self.inverse & mask
  }

  private static func free(_ entry: UnsafeMutablePointer<Entry>) {
    if Int(entry.pointee.count) > Entry.inPlace {
      UnsafeMutableRawPointer(bitPattern: UInt(entry.pointee.bytes.0))?.deallocate()
    }
    entry.pointee = Entry()
  }

  private mutating func grow(to number: Int) {
    let larger = max(number + 1, capacity * 2)
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: larger)
    moved.moveInitialize(from: entries, count: capacity)
    (moved + capacity).initialize(repeating: Entry(), count: larger - capacity)
    entries.deallocate()
    entries = moved
    capacity = larger
  }

  private mutating func rehash(slots count: Int) {
    slots.deallocate()
    slots = .allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    mask = count - 1
    for number in 0..<capacity where entries[number].count >= 0 { insert(Int32(number)) }
  }
}
