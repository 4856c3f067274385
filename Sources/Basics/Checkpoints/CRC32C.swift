/// The Castagnoli checksum of RFC 3720, eight bytes at a time ("slicing by 8").
package enum CRC32C {
  /// The tables by position of the byte among eight, then by byte.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<(8 * 256) {
      let value = tables[index - 256]
      tables[index] = value >> 8 ^ tables[Int(value & 0xFF)]
    }
    return tables
  }()

  @inlinable
  package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let contiguous = bytes.withContiguousStorageIfAvailable { checksum($0) }
    return contiguous ?? Array(bytes).withUnsafeBufferPointer { checksum($0) }
  }

  @usableFromInline
  package static func checksum(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var value = ~UInt32(0)
      var position = 0
      while position + 8 <= bytes.count {
        var next = 0
        var sum: UInt32 = 0
        while next < 8 {
          let mixed = next < 4 ? UInt8(truncatingIfNeeded: value >> (8 * UInt32(next))) : 0
          sum ^= tables[(7 - next) * 256 + Int(bytes[position + next] ^ mixed)]
          next += 1
        }
        value = sum
        position += 8
      }
      while position < bytes.count {
        value = value >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: value) ^ bytes[position])]
        position += 1
      }
      return ~value
    }
  }
}
