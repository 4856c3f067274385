/// A line about an event as words, so that it can be judged without an object in memory:
///
/// - the event, the instant, ``isRefused`` and ``isNotified`` as bits, how many messages there are;
/// - its arguments and results: numbers, truth values, cases as they are, ``none`` and ``missing``;
///   names as where their bytes are, with their hash; they have at least one, and no zero;
/// - each message: which, the name of its recipient, its arguments.
///
/// Public, and so are its members, because only what is public is inlined elsewhere: these are
/// read several times a line.
public enum LineWords {
  /// How many words stand before the arguments.
  @inlinable public static var header: Int { 4 }
  /// Bits of the third word.
  @inlinable public static var isRefused: Int64 { 1 }
  @inlinable public static var isNotified: Int64 { 2 }

  /// The value `none`.
  @inlinable public static var none: Int64 { Int64.min }
  /// Not told: of a result.
  @inlinable public static var missing: Int64 { Int64.min + 1 }
  /// Not told: of an argument of a message.
  @inlinable public static var open: Int64 { Int64.min + 2 }
  /// Lesser numbers cannot be written.
  @inlinable public static var least: Int64 { Int64.min + 3 }

  /// The greatest place and length that a name can have.
  @inlinable public static var farthest: Int { (1 << 21) - 1 }
  @inlinable public static var longest: Int { (1 << 11) - 1 }

  /// The word of a name.
  @inlinable @inline(__always)
  public static func name(at offset: Int, _ count: Int, hash: UInt32) -> Int64 {
    Int64(hash) << 32 | Int64(truncatingIfNeeded: count << 21 | offset)
  }

  /// Where the bytes of a name are, how many, and their hash.
  @inlinable @inline(__always)
  public static func offset(_ name: Int64) -> Int { Int(truncatingIfNeeded: name) & farthest }

  @inlinable @inline(__always)
  public static func count(_ name: Int64) -> Int {
    Int(truncatingIfNeeded: name >> 21) & longest
  }

  @inlinable @inline(__always)
  public static func hash(_ name: Int64) -> UInt32 { UInt32(truncatingIfNeeded: name >> 32) }
}
