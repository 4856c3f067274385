/// Blocks of words of one size, one after the other. An address that it returns is valid until the
/// next block is added.
final class WordBlocks {
  let size: Int
  private(set) var count = 0
  private var capacity: Int
  private var base: Words

  init(size: Int, capacity: Int = 64) {
    self.size = size
    self.capacity = capacity
    base = .allocate(capacity: size * capacity)
    base.initialize(repeating: 0, count: size * capacity)
  }

  deinit { base.deallocate() }

  subscript(index: Int) -> Words { base + index * size }

  func append(_ block: Words) {
    if count == capacity { grow() }
    self[count].update(from: block, count: size)
    count += 1
  }

  func removeAll() { count = 0 }

  private func grow() {
    let wider = Words.allocate(capacity: size * capacity * 2)
    wider.initialize(repeating: 0, count: size * capacity * 2)
    wider.update(from: base, count: size * capacity)
    base.deallocate()
    base = wider
    capacity *= 2
  }
}

/// The keys that were seen: open addressing, at most half full.
struct CompactKeySet {
  private var keys: [CompactKey]
  private(set) var count = 0

  private static let empty = CompactKey(high: 0, low: 0)

  init() { keys = Array(repeating: Self.empty, count: 1 << 12) }

  /// Inserts a key.
  /// - Returns: True if it was not there.
  mutating func insert(_ key: CompactKey) -> Bool {
    let key = Self.sound(key)
    if count * 2 >= keys.count { grow() }
    guard put(key) else { return false }
    count += 1
    return true
  }

  func contains(_ key: CompactKey) -> Bool {
    let place = place(of: Self.sound(key))
    return keys[place] != Self.empty
  }

  /// Returns the key, with the key that marks an empty place replaced by another.
  private static func sound(_ key: CompactKey) -> CompactKey {
    key == empty ? CompactKey(high: 0, low: 1) : key
  }

  /// Returns the place of the key, or the one where it would be.
  private func place(of key: CompactKey) -> Int {
    let mask = keys.count - 1
    var place = Int(truncatingIfNeeded: key.low) & mask
    while keys[place] != Self.empty, keys[place] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func put(_ key: CompactKey) -> Bool {
    let place = place(of: key)
    guard keys[place] == Self.empty else { return false }
    keys[place] = key
    return true
  }

  private mutating func grow() {
    let old = keys
    keys = Array(repeating: Self.empty, count: old.count * 2)
    for key in old where key != Self.empty { _ = put(key) }
  }
}
