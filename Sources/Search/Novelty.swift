internal import Rulebook
internal import Semantics

/// What a single entity looks like, roughly: which case, which truth, whether there is anything.
/// Numbers count up to three, instants and names of others not at all.
struct Look: Hashable, Sendable {
  let sort: Int
  let parts: [UInt8]
}

/// The looks that entities have had, each with the shortest way to one. Random runs that go on
/// from the looks least tried get much further than those that all begin at the start
/// (Ecoffet et al., First return, then explore, 2021).
struct Novelty {
  struct Entry {
    let script: Script
    let position: Position
    fileprivate var visits = 0
  }

  private let slice: Slice
  private var positions: [Look: Int] = [:]
  private var entries: [Entry] = []

  init(_ slice: Slice) { self.slice = slice }

  /// Remembers what is new, or reached by a shorter way.
  mutating func note(_ position: Position, by script: Script) {
    for sort in slice.rules.entities.indices {
      for entity in 0..<position.state.count(of: Core.ID(sort)) {
        let look = look(of: entity, sort, position.state)
        if let known = positions[look] {
          guard script.moves.count < entries[known].script.moves.count else { continue }
          let visits = entries[known].visits
          entries[known] = Entry(script: script, position: position, visits: visits)
        } else {
          positions[look] = entries.count
          entries.append(Entry(script: script, position: position))
        }
      }
    }
  }

  /// The entry least tried, of those the latest; it counts as tried once more.
  mutating func next() -> Entry? {
    guard
      let index = entries.indices.min(by: {
        (entries[$0].visits, $1) < (entries[$1].visits, $0)
      })
    else { return nil }
    entries[index].visits += 1
    return entries[index]
  }

  private func look(of entity: Int, _ sort: Int, _ state: State) -> Look {
    var parts: [UInt8] = []
    for id in slice.rules.entities[sort].fields where slice.fields.contains(id) {
      switch slice.rules[id].kind {
      case .value: parts.append(Self.part(state[id, of: entity]))
      case .queue, .set:
        parts.append(UInt8(min(2, state.members(of: id, owner: entity).count)))
      }
    }
    return Look(sort: sort, parts: parts)
  }

  private static func part(_ value: Value) -> UInt8 {
    switch value {
    case .none: 0
    case .unknown, .entity: 1
    case .bool(let value): value ? 2 : 1
    case .symbol(let index): UInt8(clamping: index + 1)
    // Instants are great numbers, or the start.
    case .number(let number): UInt8(clamping: min(3, max(-1, number)) + 2)
    }
  }
}
