/// A dictionary of which a copy that changes copies only a part: a snapshot is taken before nearly
/// every line.
struct Buckets<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private static var size: Int { 256 }

  private var parts = Array(repeating: [Key: Value](), count: Self.size)

  /// O(entries / 256) where the part is shared with a copy, otherwise O(1).
  subscript(key: Key) -> Value? {
    get { parts[Self.part(of: key)][key] }
    set { parts[Self.part(of: key)][key] = newValue }
  }

  /// All entries, in any order.
  var entries: [(key: Key, value: Value)] { parts.flatMap { $0.map { ($0.key, $0.value) } } }

  private static func part(of key: Key) -> Int {
    Int(truncatingIfNeeded: key.hashValue.magnitude % UInt(size))
  }
}
