/// A set of names of which some may be taken for others: a bit for each hash (Bloom 1970).
package struct NameSignature: Hashable {
  private var bits: UInt64 = 0

  /// The set that may have every name.
  static let any = NameSignature(bits: .max)

  init() {}
  private init(bits: UInt64) { self.bits = bits }
  init(hash: UInt32) { insert(hash: hash) }

  mutating func insert(hash: UInt32) { bits |= 1 << UInt64(hash & 63) }
  mutating func formUnion(_ other: Self) { bits |= other.bits }

  /// A Boolean value that is false if the sets surely have no name in common.
  func mayShare(_ other: Self) -> Bool { bits & other.bits != 0 }

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
