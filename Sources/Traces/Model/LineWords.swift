/// A line about an event as words, so that it can be checked without an object in memory:
///
/// - the event, the instant, ``isRefused`` and ``isNotified`` as bits, and the number of messages;
/// - its arguments and results: numbers, truth values and cases as they are, ``none`` and
///   ``missing``; names as the place of their bytes with their hash; a name has at least one byte,
///   and no zero byte;
/// - each message: its kind, the name of its recipient, its arguments.
///
/// This type and its members are inlinable because only such declarations are inlined in other
/// modules: they are read several times a line.
package enum LineWords {
  /// The number of words before the arguments.
  @inlinable package static var header: Int { 4 }
  /// Bits of the third word.
  @inlinable package static var isRefused: Int64 { 1 }
  @inlinable package static var isNotified: Int64 { 2 }

  /// The value `none`.
  @inlinable package static var none: Int64 { Int64.min }
  /// The value of a result that the line does not tell.
  @inlinable package static var missing: Int64 { Int64.min + 1 }
  /// The value of a message's argument that the line does not tell.
  @inlinable package static var open: Int64 { Int64.min + 2 }
  /// The least number that can be written.
  @inlinable package static var least: Int64 { Int64.min + 3 }

  /// The greatest place and length that a name can have.
  @inlinable package static var farthest: Int { (1 << 21) - 1 }
  @inlinable package static var longest: Int { (1 << 11) - 1 }

  /// The word of a name.
  @inlinable @inline(__always)
  package static func name(at offset: Int, _ count: Int, hash: UInt32) -> Int64 {
    Int64(hash) << 32 | Int64(truncatingIfNeeded: count << 21 | offset)
  }

  /// Returns the offset of the bytes of a name; a name's word also holds their number and their
  /// hash.
  @inlinable @inline(__always)
  package static func offset(_ name: Int64) -> Int { Int(truncatingIfNeeded: name) & farthest }

  @inlinable @inline(__always)
  package static func count(_ name: Int64) -> Int {
    Int(truncatingIfNeeded: name >> 21) & longest
  }

  @inlinable @inline(__always)
  package static func hash(_ name: Int64) -> UInt32 { UInt32(truncatingIfNeeded: name >> 32) }
}
