/// Hashes of names, from a seed that nobody who writes a trace can know.
package struct NameHasher: Sendable {
  @usableFromInline let seed: UInt64

  @inlinable package init() { seed = .random(in: .min ... .max) }

  init(seed: UInt64) { self.seed = seed }

  /// The hash of so many bytes, of 31 bits.
  @inlinable @inline(__always)
  package func hash(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: word(bytes, count)) & 0x7FFF_FFFF
  }

  @inlinable @inline(__always)
  func word(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
    var hash = seed ^ (UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15)
    if count >= 8 {
      var position = 0
      while position + 8 < count {
        hash = Self.mix(hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        position += 8
      }
      hash ^= bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      let low = UInt64(bytes.loadUnaligned(as: UInt32.self))
      let high = UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      hash ^= low | high << 32
    } else {
      var tail: UInt64 = 0
      for position in 0..<count {
        tail = tail << 8 | UInt64(bytes.load(fromByteOffset: position, as: UInt8.self))
      }
      hash ^= tail
    }
    return Self.mix(hash)
  }

  @usableFromInline @inline(__always)
  static func mix(_ word: UInt64) -> UInt64 {
    let (high, low) = word.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}
