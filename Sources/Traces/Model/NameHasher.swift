/// Hashes of names, from a seed that the writer of a trace cannot know. Public to be inlined where
/// names are looked up.
package struct NameHasher: Sendable {
  @usableFromInline let seed: UInt64

  @inlinable package init() { seed = .random(in: .min ... .max) }

  init(seed: UInt64) { self.seed = seed }

  /// Returns a hash of 31 bits for `count` bytes. Names that end in consecutive numbers mostly have
  /// consecutive hashes: a table then keeps them next to each other, as they are used.
  @inlinable @inline(__always)
  package func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt32 {
    if count <= 8 { return hash(short: Self.short(bytes, count), count) }
    let end = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    return Self.place(
      word(bytes, count, besides: UInt64(littleEndian: end) & Self.digits),
      UInt64(littleEndian: end))
  }

  /// Returns all 64 bits of a hash.
  /// - Parameter bits: The bits of the last eight bytes that do not count, if there are more than
  ///   eight bytes.
  @inlinable @inline(__always)
  func word(_ bytes: UnsafeRawPointer, _ count: Int, besides bits: UInt64 = 0) -> UInt64 {
    var hash = seed
    if count > 8 {
      hash ^= UInt64(truncatingIfNeeded: count) &<< 56
      var position = 0
      while position + 8 < count {
        hash = Self.mix(hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        position += 8
      }
      let last = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      hash ^= UInt64(littleEndian: last) ^ bits
    } else {
      hash ^= Self.short(bytes, count)
    }
    return Self.mix(hash)
  }

  /// The hash of a name of at most eight bytes, given as ``short(_:_:)`` has them.
  @inlinable @inline(__always)
  func hash(short word: UInt64, _ count: Int) -> UInt32 {
    let end = word &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    return Self.place(Self.mix(seed ^ end & ~Self.digits), end)
  }

  /// The bits that hold the values of two digits at the end of a word, in its highest bytes.
  @usableFromInline static let digits: UInt64 = 0x0F0F << 48

  @usableFromInline @inline(__always)
  static func place(_ hash: UInt64, _ end: UInt64) -> UInt32 {
    let number = end &>> 56 & 0xF &+ (end &>> 48 & 0xF) &* 10
    return UInt32(truncatingIfNeeded: hash &+ number) & 0x7FFF_FFFF
  }

  /// Returns at most eight bytes as one word, the first one lowest, with zeros above.
  @inlinable @inline(__always)
  package static func short(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count == 8 { return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) }
    if count >= 4 {
      let low = UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
      let high = UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      // The bytes that both words hold are the same.
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

  /// Does the same faster: eight bytes must be readable for any count.
  @inlinable @inline(__always)
  package static func short(padded bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let word = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    return count >= 8 ? word : word & (1 << UInt64(truncatingIfNeeded: count * 8) - 1)
  }

  @usableFromInline @inline(__always)
  static func mix(_ word: UInt64) -> UInt64 {
    let (high, low) = word.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}
