import Rulebook
import Semantics

/// A digest of a state that can be updated after single changes: the sum of a hash of each place
/// with its content. It does not depend on the order of changes.
package struct PlaceDigests: Sendable {
  /// The digests by field, then by owner.
  private var fields: [[UInt64]]
  private var globals: [UInt64]
  package private(set) var total: UInt64 = 0

  package init(fields: Int, globals: Int) {
    self.fields = Array(repeating: [], count: fields)
    self.globals = Array(repeating: 0, count: globals)
  }

  package mutating func set(_ place: Place, to hash: UInt64) {
    switch place {
    case .global(let global):
      total = total &- globals[global.index] &+ hash
      globals[global.index] = hash
    case .field(let field, let owner):
      let owner = Int(owner)
      while fields[field.index].count <= owner { fields[field.index].append(0) }
      total = total &- fields[field.index][owner] &+ hash
      fields[field.index][owner] = hash
    }
  }

  package subscript(place: Place) -> UInt64 {
    switch place {
    case .global(let global): globals[global.index]
    case .field(let field, let owner):
      fields[field.index].indices.contains(Int(owner)) ? fields[field.index][Int(owner)] : 0
    }
  }

  package static func hash(_ place: Place, _ value: Value) -> UInt64 {
    mix(seed(place) &+ code(value))
  }

  package static func hash(_ place: Place, _ members: [Int32]) -> UInt64 {
    var hash = seed(place)
    for member in members { hash = mix(hash &+ UInt64(truncatingIfNeeded: member)) }
    return mix(hash)
  }

  private static func seed(_ place: Place) -> UInt64 {
    switch place {
    case .global(let global): mix(UInt64(global.index))
    case .field(let field, let owner):
      mix(UInt64(field.index + 1) << 40 ^ UInt64(truncatingIfNeeded: owner))
    }
  }

  private static func code(_ value: Value) -> UInt64 {
    switch value {
    case .none: 1
    case .unknown: 2
    case .bool(let truth): truth ? 4 : 3
    case .number(let number): mix(UInt64(bitPattern: number)) ^ 5
    case .symbol(let index): mix(UInt64(truncatingIfNeeded: index)) ^ 6
    case .entity(let index): mix(UInt64(truncatingIfNeeded: index)) ^ 7
    }
  }

  /// The finalizer of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
