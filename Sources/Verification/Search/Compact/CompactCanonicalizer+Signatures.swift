import Rulebook
import Semantics

extension CompactCanonicalizer {
  private static let rounds = 2

  /// Gives each entity a number that does not change when entities exchange names; see
  /// ``Canonicalizer/Signatures``.
  func sign(_ state: Words, _ origin: Int64) {
    signatures.update(repeating: 0, count: size)
    for _ in 0..<Self.rounds {
      refined.update(from: signatures, count: size)
      refine(state, origin)
      signatures.update(from: refined, count: size)
    }
  }

  private func old(_ sort: Int, _ entity: Int) -> UInt64 {
    UInt64(bitPattern: signatures[rows[sort] + entity])
  }

  private func add(_ number: UInt64, to sort: Int, _ entity: Int) {
    refined[rows[sort] + entity] &+= Int64(bitPattern: number)
  }

  private func refine(_ state: Words, _ origin: Int64) {
    for sort in sorts.indices {
      for owner in 0..<Int(state[CompactLayout.count(of: sort)]) {
        let signature = old(sort, owner)
        var own = mixed(signature, 0x51)
        for index in sorts[sort].indices {
          own = note(sorts[sort][index], owner, signature, own, state, origin)
        }
        add(own, to: sort, owner)
      }
    }
    for (index, global) in globals.enumerated() {
      if let sort = global.named, state[global.at] >= 0 {
        add(mixed(0x60, UInt64(index)), to: sort, Int(state[global.at]))
      }
    }
    for clocks in clocks { note(clocks, state, origin) }
  }

  /// Returns the signature of an owner with one of its fields added; adds the owner to the
  /// signatures of the entities that the field names.
  private func note(
    _ column: Column, _ owner: Int, _ signature: UInt64, _ own: UInt64, _ state: Words,
    _ origin: Int64
  ) -> UInt64 {
    switch column.column {
    case .value(let at, _):
      let word = state[at + owner]
      guard let sort = column.named, word >= 0 else {
        return mixed(own, relative(word, column.meaning, origin))
      }
      add(mixed(signature, column.field &+ 0x70), to: sort, Int(word))
      return mixed(own, mixed(old(sort, Int(word)), 5))
    case .queue(let at, let stride, let sort):
      let row = state + at + owner * stride
      var own = own
      for place in 0..<Int(row[0]) {
        let member = Int(row[1 + place])
        own = mixed(own, old(sort, member))
        add(
          mixed(mixed(signature, column.field &+ 0x90), UInt64(place) + 1), to: sort, member)
      }
      return mixed(own, UInt64(bitPattern: row[0]))
    case .set(let at, let sort):
      var rest = UInt64(bitPattern: state[at + owner])
      var sum = UInt64(rest.nonzeroBitCount)
      while rest != 0 {
        let member = rest.trailingZeroBitCount
        rest &= rest &- 1
        sum &+= mixed(old(sort, member), 0x80)
        add(mixed(mixed(signature, column.field &+ 0x90), 0), to: sort, member)
      }
      return mixed(own, sum)
    }
  }

  private func note(_ clocks: [Clock], _ state: Words, _ origin: Int64) {
    for index in clocks.indices where state[clocks[index].at] != Word.none {
      let since = UInt64(bitPattern: state[clocks[index].at] &- origin)
      for (binder, sort, value) in clocks[index].values {
        guard let sort else { continue }
        add(mixed(UInt64(clocks[index].property * 8 + binder), since), to: sort, value)
      }
    }
  }

  /// Returns the key with the entities in the present order.
  func keyInOrder(of state: Words, _ origin: Int64) -> CompactKey {
    for sort in sorts.indices {
      for place in 0..<Int(state[CompactLayout.count(of: sort)]) {
        names[rows[sort] + Int(order[rows[sort] + place])] = Int64(place)
      }
    }
    var key = CompactKey.start
    for sort in sorts.indices {
      let count = Int(state[CompactLayout.count(of: sort)])
      key.absorb(UInt64(count))
      for place in 0..<count {
        let owner = Int(order[rows[sort] + place])
        for index in sorts[sort].indices {
          let column = sorts[sort][index]
          switch column.column {
          case .value(let at, _):
            let word = named(state[at + owner], column.named)
            key.absorb(relative(word, column.meaning, origin))
          case .queue(let at, let stride, let member):
            let row = state + at + owner * stride
            key.absorb(UInt64(bitPattern: row[0]))
            for place in 0..<Int(row[0]) {
              key.absorb(UInt64(bitPattern: named(row[1 + place], member)))
            }
          case .set(let at, let member):
            key.absorb(renamed(state[at + owner], names + rows[member]))
          }
        }
      }
    }
    for global in globals {
      key.absorb(relative(named(state[global.at], global.named), global.meaning, origin))
    }
    if !countsFromNow { key.absorb(UInt64(bitPattern: state[CompactLayout.now])) }
    for clocks in clocks { key.absorb(sum(of: clocks, state, origin)) }
    return key
  }

  private func named(_ word: Int64, _ sort: Int?) -> Int64 {
    if let sort, word >= 0 { names[rows[sort] + Int(word)] } else { word }
  }

  private func renamed(_ members: Int64, _ names: Words) -> UInt64 {
    var rest = UInt64(bitPattern: members)
    var renamed: UInt64 = 0
    while rest != 0 {
      renamed |= 1 << UInt64(bitPattern: names[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
    return renamed
  }

  /// Returns the sum over the running clocks, which does not depend on their order.
  private func sum(of clocks: [Clock], _ state: Words, _ origin: Int64) -> UInt64 {
    var sum: UInt64 = 0
    for index in clocks.indices where state[clocks[index].at] != Word.none {
      var own: UInt64 = 0
      for (_, sort, value) in clocks[index].values {
        own = mixed(own, UInt64(bitPattern: named(Int64(value), sort)))
      }
      sum &+= mixed(own, UInt64(bitPattern: state[clocks[index].at] &- origin))
    }
    return sum
  }
}
