import Rulebook
import Semantics

extension Canonicalizer {
  /// A writer of positions as unambiguous bytes, with entities named by their places in an order.
  struct Encoder {
    private(set) var bytes: [UInt8] = []
    private let order: [[Int32]]
    /// The place of each entity in the order, by sort and entity.
    private let names: [[Int32]]
    private let origin: Int64

    private static let missing: Int32 = -1

    /// Makes an encoder.
    /// - Parameter order: The entities by sort; missing ones are written as if they did not exist.
    init(order: [[Int32]], origin: Int64) {
      self.order = order
      self.origin = origin
      names = order.map { entities in
        var names = Array(repeating: Self.missing, count: Int(entities.max() ?? -1) + 1)
        for (name, entity) in entities.enumerated() { names[Int(entity)] = Int32(name) }
        return names
      }
      bytes.reserveCapacity(128)
    }

    mutating func write(_ position: Position, _ canonicalizer: Canonicalizer) {
      let state = position.state
      for (index, sort) in canonicalizer.sorts.enumerated() {
        write(count: order[index].count)
        for entity in order[index] {
          for field in sort.values {
            write(state[field.id, of: Int(entity)], field.scalar)
          }
          for field in sort.collections {
            write(state.members(of: field.id, owner: Int(entity)), field)
          }
        }
      }
      for global in canonicalizer.globals { write(state[global.id], global.scalar) }
      if !canonicalizer.countsFromNow { write(UInt64(bitPattern: state.now)) }
      for property in canonicalizer.timed { write(position.clocks, property) }
    }

    private mutating func write(_ clocks: Clocks, _ property: TimedProperty) {
      let readings = clocks.readings(ofProperty: property.index)
      var all: [[UInt8]] = []
      for reading in readings {
        var encoder = self
        encoder.bytes = []
        for (value, scalar) in zip(reading.binding, property.binders) {
          encoder.write(value, scalar)
        }
        encoder.write(.number(reading.since), .time)
        all.append(encoder.bytes)
      }
      write(count: all.count)
      if all.count > 1 { all.sort { $0.lexicographicallyPrecedes($1) } }
      for one in all { bytes += one }
    }

    private mutating func write(_ members: [Int32], _ field: CollectionField) {
      var renamed: [Int32] = []
      renamed.reserveCapacity(members.count)
      for member in members {
        let name = name(of: member, field.member)
        if name != Self.missing { renamed.append(name) }
      }
      write(count: renamed.count)
      if field.isSet { renamed.sort() }
      for member in renamed { write(UInt64(bitPattern: Int64(member))) }
    }

    private mutating func write(_ value: Value, _ scalar: Core.Scalar) {
      switch value {
      case .none: bytes.append(0)
      case .unknown: bytes.append(1)
      case .bool(let value): bytes.append(value ? 3 : 2)
      case .symbol(let index): write(count: Int(index) + 2)
      case .entity(let index):
        guard case .entity(let sort) = scalar else { return bytes.append(1) }
        write(count: Int(name(of: index, sort)) + 2)
      case .number(let number):
        bytes.append(2)
        let shifted = scalar == .time ? number &- origin : number
        write(UInt64(bitPattern: (shifted << 1) ^ (shifted >> 63)))
      }
    }

    private func name(of entity: Int32, _ sort: Core.ID<Core.Entity>) -> Int32 {
      let names = names[sort.index]
      return Int(entity) < names.count ? names[Int(entity)] : Self.missing
    }

    private mutating func write(count: Int) { write(UInt64(count)) }

    /// Writes a number in seven bits a byte, the lowest first.
    private mutating func write(_ number: UInt64) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
  }
}
