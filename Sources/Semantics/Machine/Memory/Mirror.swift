import Rulebook

/// The state as the evaluator has it, kept beside the columns for callers that ask for it again and
/// again: each further time costs as much as the changes in between.
struct Mirror {
  /// A part of the state that differs from the columns and lists.
  private enum Stale {
    case cell(Int32, owner: Int32)
    case row(Int32, number: Int32)
  }

  /// The greatest number of noted changes; more cost about as much as a new state, and add up
  /// quickly while the state is not asked for.
  private static let most = 4_096

  private var state: State
  private var stale: [Stale] = []

  init(_ state: State) { self.state = state }

  private var isWorthwhile: Bool { stale.count < Self.most }

  /// Notes a change of a field or global of an entity.
  /// - Returns: False if so many are noted that a new copy costs less.
  @discardableResult
  mutating func note(_ place: Int, of owner: Int) -> Bool {
    stale.append(
      .cell(Int32(truncatingIfNeeded: place), owner: Int32(truncatingIfNeeded: owner)))
    return isWorthwhile
  }

  /// Notes that an entity came, or went.
  /// - Returns: False if so many are noted that a new copy costs less.
  @discardableResult
  mutating func note(_ sort: Int, number: Int) -> Bool {
    stale.append(.row(Int32(truncatingIfNeeded: sort), number: Int32(truncatingIfNeeded: number)))
    return isWorthwhile
  }

  /// Returns the present state. O(changes noted since the last time); a copy kept by the caller
  /// makes the next time more expensive.
  mutating func refreshed(from machine: Machine) -> State {
    state.now = machine.memory.now
    for sort in machine.rules.entities.indices {
      let id = Core.ID<Core.Entity>(sort)
      while state.count(of: id) > machine.memory.counts[sort] {
        state.removeLast(id, of: machine.rules)
      }
      while state.count(of: id) < machine.memory.counts[sort] {
        let number = state.count(of: id)
        state.appendUnknown(id, of: machine.rules)
        take(id, number, machine)
      }
    }
    for place in stale {
      switch place {
      case .cell(let field, let owner): take(Int(field), of: Int(owner), machine)
      case .row(let sort, let number): take(Core.ID(Int(sort)), Int(number), machine)
      }
    }
    stale.removeAll(keepingCapacity: true)
    return state
  }

  private mutating func take(_ sort: Core.ID<Core.Entity>, _ number: Int, _ machine: Machine) {
    for field in machine.rules[sort].fields { take(field.index, of: number, machine) }
  }

  private mutating func take(_ place: Int, of owner: Int, _ machine: Machine) {
    guard place < machine.memory.fieldCount else {
      let global = Core.ID<Core.Global>(place - machine.memory.fieldCount)
      state[global] = machine[global]
      return
    }
    let field = Core.ID<Core.Field>(place)
    // Notes of an entity that has gone since then remain.
    guard owner < state.count(of: machine.rules.fields[place].owner) else { return }
    if machine.layout.member(of: place) == nil {
      state[field, of: owner] = machine[field, of: owner]
    } else {
      state.replaceMembers(
        at: .field(field, of: Int32(clamping: owner)),
        by: machine.members(of: place, owner: owner))
    }
  }
}
