/// A few names, looked up by their bytes: the keys of a line, events, cases. At most eight bytes
/// of a name are compared at once; most have no more.
struct KeyTable {
  struct Entry {
    var word: UInt64 = 0
    /// The length of the name; -1: the entry is free.
    var count = -1
    /// The bytes beyond the eighth.
    var rest: UnsafeMutablePointer<UInt8>?
    var value = -1
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int

  /// - Parameter names: The names with their values, which are never -1.
  init(_ names: [String: Int]) {
    var capacity = 8
    while capacity < names.count * 3 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    for (name, value) in names {
      let bytes = Array(name.utf8)
      var word: UInt64 = 0
      for (index, byte) in bytes.prefix(8).enumerated() {
        word |= UInt64(byte) << UInt64(index * 8)
      }
      var index = Self.hash(word, bytes.count) & mask
      while entries[index].count >= 0 { index = (index + 1) & mask }
      var entry = Entry(word: word, count: bytes.count, value: value)
      if bytes.count > 8 {
        let rest = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count - 8)
        rest.initialize(from: Array(bytes[8...]), count: bytes.count - 8)
        entry.rest = rest
      }
      entries[index] = entry
    }
  }

  func deallocate() {
    for index in 0...mask { entries[index].rest?.deallocate() }
    entries.deallocate()
  }

  @inline(__always)
  private static func hash(_ word: UInt64, _ count: Int) -> Int {
    let product = (word ^ UInt64(truncatingIfNeeded: count) << 59) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> 40)
  }

  /// Returns the value of a name, or -1. Eight bytes from `name` on must be readable.
  @inline(__always)
  func value(of name: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let raw = UnsafeRawPointer(name).loadUnaligned(as: UInt64.self)
    let word = count >= 8 ? raw : raw & (1 << UInt64(truncatingIfNeeded: count * 8) - 1)
    var index = Self.hash(word, count) & mask
    while true {
      let entry = entries[index]
      if entry.count < 0 { return -1 }
      if entry.word == word, entry.count == count, Self.isSame(entry.rest, name, count) {
        return entry.value
      }
      index = (index + 1) & mask
    }
  }

  /// Returns the value of a short name, or -1.
  @inline(__always)
  func value(of name: PlainText.Short) -> Int {
    var index = Self.hash(name.word, name.count) & mask
    while true {
      let entry = entries[index]
      if entry.word == name.word, entry.count == name.count { return entry.value }
      if entry.count < 0 { return -1 }
      index = (index + 1) & mask
    }
  }

  @inline(__always)
  private static func isSame(
    _ rest: UnsafeMutablePointer<UInt8>?, _ name: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    guard let rest else { return true }
    for index in 8..<count where rest[index - 8] != name[index] { return false }
    return true
  }
}
