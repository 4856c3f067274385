import Basics
import Rulebook
import Semantics

/// Random well-formed states of any rules: every field holds a value of its type, references lead
/// to what exists, queues hold nobody twice. They need not be reachable.
struct StateGenerator {
  let rules: Core.Rules
  let evaluator: Evaluator
  var random: SplitMix64

  init(_ rules: Core.Rules, seed: UInt64) {
    self.rules = rules
    evaluator = Evaluator(rules)
    random = SplitMix64(seed: seed)
  }

  /// One or two entities of each sort that is there from the start, none to two of the others.
  mutating func state() -> State {
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    for (index, sort) in rules.entities.enumerated() where !sort.isIntroduced {
      counts[Core.ID(index)] = 1 + random.below(2)
    }
    var state = evaluator.initialState(counts: counts) { _, _ in .none }
    state.now = Int64(random.below(4)) * 1_000
    let isYoung = random.below(8) == 0
    for (index, sort) in rules.entities.enumerated() where sort.isIntroduced && !isYoung {
      for _ in 0..<(1 + random.below(2)) {
        state = evaluator.adding(Core.ID(index), to: state) { _, _ in .none }
      }
    }
    for index in rules.fields.indices { fill(Core.ID(index), in: &state) }
    for (index, global) in rules.globals.enumerated() {
      state[Core.ID<Core.Global>(index)] = value(of: global.type, in: state)
    }
    return state
  }

  private mutating func fill(_ field: Core.ID<Core.Field>, in state: inout State) {
    for owner in 0..<state.count(of: rules[field].owner) {
      switch rules[field].kind {
      case .value(let type): state[field, of: owner] = value(of: type, in: state)
      case .queue(let element):
        state.setQueue(field, owner: owner, to: members(element, in: state))
      case .set(let element): state.setSet(field, owner: owner, to: members(element, in: state))
      }
    }
  }

  /// Some entities that exist, in any order.
  mutating func members(_ sort: Core.ID<Core.Entity>, in state: State) -> [Int32] {
    var all = (0..<state.count(of: sort)).map { Int32($0) }
    for index in all.indices.reversed() { all.swapAt(index, random.below(index + 1)) }
    return Array(all.prefix(random.below(all.count + 1)))
  }

  /// A value of a type; of a sort that has no entities, none.
  mutating func value(of type: Core.ValueType, in state: State) -> Value {
    if type.isOptional, random.below(3) == 0 { return .none }
    switch type.scalar {
    case .bool: return .bool(random.below(2) == 0)
    case .int, .unit: return .number(Int64(random.below(5)) - 1)
    case .range(let id):
      let range = rules[id]
      return .number(range.lower + Int64(random.below(Int(range.upper - range.lower) + 1)))
    case .enumeration(let id): return .symbol(Int32(random.below(rules[id].cases.count)))
    case .entity(let sort):
      let count = state.count(of: sort)
      return count == 0 ? .none : .entity(Int32(random.below(count)))
    case .duration: return .number(lengths[random.below(lengths.count)])
    case .time: return .number(state.now - lengths[random.below(lengths.count)])
    }
  }

  private let lengths: [Int64] = [0, 0, 500, 1_000, 2_000, 3_000, 60_000]
}
