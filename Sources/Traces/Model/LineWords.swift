/// A line about an event as words, so that it can be judged without an object in memory:
///
/// - the event, the instant, ``isRefused`` and ``isNotified`` as bits, how many messages there are;
/// - its arguments and results: numbers, truth values, cases as they are, ``none`` and ``missing``;
///   names as where their bytes are, with their hash;
/// - each message: which, the name of its recipient, its arguments.
package enum LineWords {
  package static let header = 4
  package static let isRefused: Int64 = 1
  package static let isNotified: Int64 = 2

  package static let none = Int64.min
  /// Not told: of a result.
  package static let missing = Int64.min + 1
  /// Not told: of an argument of a message.
  package static let open = Int64.min + 2
  /// Lesser numbers cannot be written.
  package static let least = Int64.min + 3

  /// The greatest place and length that a name can have.
  package static let farthest = (1 << 21) - 1
  package static let longest = (1 << 11) - 1

  @inlinable @inline(__always)
  package static func name(at offset: Int, _ count: Int, hash: UInt32) -> Int64 {
    Int64(hash) << 32 | Int64(truncatingIfNeeded: count << 21 | offset)
  }

  @inlinable @inline(__always)
  package static func offset(_ name: Int64) -> Int { Int(truncatingIfNeeded: name) & farthest }

  @inlinable @inline(__always)
  package static func count(_ name: Int64) -> Int {
    Int(truncatingIfNeeded: name >> 21) & longest
  }

  @inlinable @inline(__always)
  package static func hash(_ name: Int64) -> UInt32 { UInt32(truncatingIfNeeded: name >> 32) }
}
