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
