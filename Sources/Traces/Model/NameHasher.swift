/// Hashes of names, from a seed that nobody who writes a trace can know. Public to be inlined
/// where names are looked up.
public struct NameHasher: Sendable {
  @usableFromInline let seed: UInt64

  @inlinable public init() { seed = .random(in: .min ... .max) }

  init(seed: UInt64) { self.seed = seed }

  /// The hash of so many bytes, of 31 bits.
  @inlinable @inline(__always)
  public func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: word(bytes, count)) & 0x7FFF_FFFF
  }

  @inlinable @inline(__always)
  func word(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var hash = seed
    if count > 8 {
      hash ^= UInt64(truncatingIfNeeded: count) &<< 56
      var position = 0
      while position + 8 < count {
        hash = Self.mix(hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        position += 8
      }
      hash ^= bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else {
      hash ^= Self.short(bytes, count)
    }
    return Self.mix(hash)
  }

  /// The same of a name of at most eight bytes, given as ``short(_:_:)`` has them. How many they
  /// are shows in the word, unless the last are zero, as in no name that is plain.
  @inline(__always)
  func hash(short word: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: Self.mix(seed ^ word)) & 0x7FFF_FFFF
  }

  /// At most eight bytes as one word, the first one lowest, with zeros above.
  @inlinable @inline(__always)
  public static func short(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count == 8 { return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) }
    if count >= 4 {
      let low = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
      let high = UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      // Where both overlap they are the same.
      return UInt64(low) | UInt64(high) << UInt64((count - 4) * 8)
    }
    var word: UInt64 = 0
    for position in 0..<count {
      word |=
        UInt64(bytes.load(fromByteOffset: position, as: UInt8.self))
        << UInt64(position * 8)
    }
    return word
  }

  /// The same, faster: eight bytes must be readable, whatever the count.
  @inlinable @inline(__always)
  public static func short(padded bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    return count >= 8 ? word : word & (1 << UInt64(truncatingIfNeeded: count * 8) - 1)
  }

  @usableFromInline @inline(__always)
  static func mix(_ word: UInt64) -> UInt64 {
    let (high, low) = word.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}
