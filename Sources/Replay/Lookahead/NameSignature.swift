/// A set of names of which some may be taken for others: two bits for each hash (Bloom 1970), one in
/// each of two words.
package struct NameSignature: Hashable {
  private var bits: UInt64 = 0
  private var others: UInt64 = 0

  /// The set that may have every name.
  static let any = NameSignature(bits: .max, others: .max)

  init() {}
  private init(bits: UInt64, others: UInt64) { (self.bits, self.others) = (bits, others) }

  mutating func insert(hash: UInt32) {
    bits |= 1 << UInt64(hash & 63)
    // Names that end in numbers near each other have hashes near each other.
    others |= 1 << UInt64((hash &* 0x9E37_79B1) >> 26)
  }

  mutating func formUnion(_ other: Self) {
    bits |= other.bits
    others |= other.others
  }

  /// A Boolean value that is false if the sets surely have no name in common.
  @inline(__always)
  func mayShare(_ other: Self) -> Bool { bits & other.bits != 0 && others & other.others != 0 }

  /// A Boolean value that is true if the set surely has no name.
  var isEmpty: Bool { bits == 0 }
}

/// Names that are looked for in lines.
package struct NameSearch {
  private(set) var signature = NameSignature()
  private(set) var hashes: [UInt32] = []

  /// The search that finds every line.
  static let any = NameSearch(signature: .any)

  init(signature: NameSignature = NameSignature()) { self.signature = signature }

  mutating func insert(hash: UInt32) {
    signature.insert(hash: hash)
    hashes.append(hash)
  }

  mutating func formUnion(_ other: Self) {
    signature.formUnion(other.signature)
    hashes += other.hashes
  }
}
