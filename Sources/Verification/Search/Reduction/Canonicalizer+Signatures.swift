import Rulebook
import Semantics

extension Canonicalizer {
  /// A number for each entity that does not change when entities exchange names: a hash of its
  /// fields, and of the numbers of the entities that it names and that name it. Entities with
  /// different numbers are ordered by these; only among equal ones every order has to be compared.
  /// Two different entities that share a number by chance do no harm.
  struct Signatures {
    private let canonicalizer: Canonicalizer
    private let position: Position
    private let origin: Int64
    private var signatures: [[UInt64]]

    private static let rounds = 2

    init(_ canonicalizer: Canonicalizer, _ position: Position) {
      self.canonicalizer = canonicalizer
      self.position = position
      origin = canonicalizer.countsFromNow ? position.state.now : 0
      signatures = canonicalizer.sorts.indices.map { index in
        Array(repeating: 0, count: position.state.count(of: Core.ID(index)))
      }
    }

    /// Returns the entities of each sort grouped by signature, in the order of signatures; nil if
    /// no two share one.
    mutating func groups() -> [[[Int32]]]? {
      guard signatures.contains(where: { $0.count > 1 }) else { return nil }
      for _ in 0..<Self.rounds { refine() }
      return signatures.map { ofSort in
        var groups: [[Int32]] = []
        var last: UInt64?
        let sorted = ofSort.indices.sorted { (ofSort[$0], $0) < (ofSort[$1], $1) }
        for entity in sorted {
          if last == ofSort[entity] {
            groups[groups.count - 1].append(Int32(entity))
          } else {
            groups.append([Int32(entity)])
          }
          last = ofSort[entity]
        }
        return groups
      }
    }

    private mutating func refine() {
      let state = position.state
      var next = signatures
      for (index, sort) in canonicalizer.sorts.enumerated() {
        for owner in signatures[index].indices {
          var own = Self.mix(signatures[index][owner], 0x51)
          for field in sort.values {
            let value = state[field.id, of: owner]
            own = Self.mix(own, number(value, field.scalar))
            note(value, field.scalar, index, owner, UInt64(field.id.index), in: &next)
          }
          for field in sort.collections {
            own = note(field, index, owner, own, in: &next)
          }
          next[index][owner] &+= own
        }
      }
      for global in canonicalizer.globals {
        if case .entity(let sort) = global.scalar, case .entity(let entity) = state[global.id] {
          next[sort.index][Int(entity)] &+= Self.mix(0x60, UInt64(global.id.index))
        }
      }
      for property in canonicalizer.timed { note(property, in: &next) }
      signatures = next
    }

    /// Adds the entity that names another to the signature of that one.
    private func note(
      _ value: Value, _ scalar: Core.Scalar, _ ownerSort: Int, _ owner: Int, _ place: UInt64,
      in next: inout [[UInt64]]
    ) {
      guard case .entity(let sort) = scalar, case .entity(let entity) = value else { return }
      next[sort.index][Int(entity)] &+= Self.mix(signatures[ownerSort][owner], place &+ 0x70)
    }

    private func note(
      _ field: CollectionField, _ ownerSort: Int, _ owner: Int, _ signature: UInt64,
      in next: inout [[UInt64]]
    ) -> UInt64 {
      var own = signature
      var sum: UInt64 = 0
      let members = position.state.members(of: field.id, owner: owner)
      for (place, member) in members.enumerated() {
        let rank = field.isSet ? 0 : UInt64(place) + 1
        let signature = signatures[field.member.index][Int(member)]
        if field.isSet { sum &+= Self.mix(signature, 0x80) } else { own = Self.mix(own, signature) }
        next[field.member.index][Int(member)] &+= Self.mix(
          Self.mix(signatures[ownerSort][owner], UInt64(field.id.index) &+ 0x90), rank)
      }
      return Self.mix(own, sum &+ UInt64(members.count))
    }

    private func note(_ property: TimedProperty, in next: inout [[UInt64]]) {
      for reading in position.clocks.readings(ofProperty: property.index) {
        for (place, (value, scalar)) in zip(reading.binding, property.binders).enumerated() {
          guard case .entity(let sort) = scalar, case .entity(let entity) = value else { continue }
          next[sort.index][Int(entity)] &+= Self.mix(
            UInt64(property.index * 8 + place), UInt64(bitPattern: reading.since &- origin))
        }
      }
    }

    private func number(_ value: Value, _ scalar: Core.Scalar) -> UInt64 {
      switch value {
      case .none: return 1
      case .unknown: return 2
      case .bool(let value): return value ? 4 : 3
      case .symbol(let index): return UInt64(bitPattern: Int64(index) &+ 5)
      case .number(let number):
        return UInt64(bitPattern: scalar == .time ? number &- origin : number) &+ 5
      case .entity(let entity):
        guard case .entity(let sort) = scalar else { return 2 }
        return Self.mix(signatures[sort.index][Int(entity)], 5)
      }
    }

    private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
      let product = (a ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: b &+ 0xD6E8_FEB8_6659_FD93)
      return product.high ^ product.low &+ a
    }
  }
}
