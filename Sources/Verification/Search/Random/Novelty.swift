import Basics
import Rulebook
import Semantics

/// The rough appearance of a single entity: its cases, its truth values, and whether optional
/// values are present. Numbers count up to three, instants and names of others not at all.
struct Look: Hashable, Sendable {
  let sort: Int
  let parts: [UInt8]
}

/// The looks that entities have had, each with some of the ways to one. Random runs that continue
/// from the least tried looks get much further than those that all begin at the start (Ecoffet et
/// al., First return, then explore, 2021).
struct Novelty {
  struct Way {
    let script: Script
    let position: Position
  }

  private struct Entry {
    /// The ways, the shortest first, then a fair sample of the others: the shortest may lead no
    /// further, while another does.
    var ways: [Way]
    var arrivals = 1
    var visits = 0
  }

  private static let mostWays = 8

  private let rules: Core.Rules
  /// The fields that are examined, by sort.
  private let fields: [[Core.ID<Core.Field>]]
  private var positions: [Look: Int] = [:]
  private var entries: [Entry] = []
  /// The positions of the entries, by sort. Sorts take turns, or the many looks of one would leave
  /// no time for the few of another.
  private var ofSort: [[Int]]
  private var turn = 0
  private var random: SplitMix64

  /// Makes an empty collection.
  /// - Parameter fields: Those that matter to the targets; sorts without any have no looks.
  init(_ rules: Core.Rules, lookingAt fields: Set<Core.ID<Core.Field>>, seed: UInt64) {
    self.rules = rules
    self.fields = rules.entities.map { $0.fields.filter(fields.contains) }
    ofSort = rules.entities.map { _ in [] }
    random = SplitMix64(seed: seed)
  }

  /// Records how the looks of all entities were reached.
  mutating func note(_ position: Position, by script: Script) {
    for sort in fields.indices where !fields[sort].isEmpty {
      for entity in 0..<position.state.count(of: Core.ID(sort)) {
        note(look(of: entity, sort, position.state), Way(script: script, position: position))
      }
    }
  }

  private mutating func note(_ look: Look, _ way: Way) {
    guard let known = positions[look] else {
      positions[look] = entries.count
      ofSort[look.sort].append(entries.count)
      entries.append(Entry(ways: [way]))
      return
    }
    entries[known].arrivals += 1
    if way.script.moves.count < entries[known].ways[0].script.moves.count {
      entries[known].ways[0] = way
    } else if entries[known].ways.count < Self.mostWays {
      entries[known].ways.append(way)
    } else {
      let place = 1 + random.below(entries[known].arrivals)
      if place < Self.mostWays { entries[known].ways[place] = way }
    }
  }

  /// Returns the way to the least tried look of the sort whose turn it is, the latest among equals;
  /// it counts as tried once more.
  mutating func next() -> Way? {
    for _ in ofSort.indices {
      turn = (turn + 1) % ofSort.count
      let least = ofSort[turn].min { (entries[$0].visits, $1) < (entries[$1].visits, $0) }
      guard let least else { continue }
      let (ways, visits) = (entries[least].ways, entries[least].visits)
      entries[least].visits += 1
      return ways[visits % ways.count]
    }
    return nil
  }

  private func look(of entity: Int, _ sort: Int, _ state: State) -> Look {
    var parts: [UInt8] = []
    for id in fields[sort] {
      switch rules[id].kind {
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
    // An instant is a great number, or 0 at the start.
    case .number(let number): UInt8(clamping: min(3, max(-1, number)) + 2)
    }
  }
}
