import Rulebook
import Semantics

/// Former values of places: an observation may be older than its line says.
extension World {
  /// The values that a field of an entity held at an instant or later and has lost since, each with
  /// the instant at which it was lost, latest first.
  func formerValues(
    of field: Core.ID<Core.Field>, owner: Int, since instant: Int64
  ) -> [(value: Value, lost: Int64)] {
    machine?.formerValues(of: field, owner: owner, since: instant)
      ?? former(since: instant) { state in
        owner < state.count(of: rules[field].owner) ? state[field, of: owner] : nil
      }
  }

  /// The same of a global state.
  func formerValues(
    of global: Core.ID<Core.Global>, since instant: Int64
  ) -> [(value: Value, lost: Int64)] {
    machine?.formerValues(of: global, since: instant) ?? former(since: instant) { $0[global] }
  }

  /// The members that a queue, from its front, or a set had at an instant or later.
  func formerMembers(
    of field: Core.ID<Core.Field>, owner: Int, since instant: Int64
  ) -> [(value: [Int32], lost: Int64)] {
    machine?.formerMembers(of: field, owner: owner, since: instant)
      ?? former(since: instant) { state in
        owner < state.count(of: rules[field].owner) ? state.members(of: field, owner: owner) : nil
      }
  }

  /// Returns the values in former states, without a machine.
  private func former<Value: Equatable>(
    since instant: Int64, _ value: (State) -> Value?
  ) -> [(value: Value, lost: Int64)] {
    var next = value(ownState)
    return ownFormer.reversed().prefix { $0.lost >= instant }.compactMap { former in
      let value = value(former.state)
      defer { next = value }
      return value.flatMap { $0 == next ? nil : ($0, former.lost) }
    }
  }

  /// Remembers the state before it changes, without a machine.
  mutating func rememberOwnState() {
    guard rememberedSpan > 0, machine == nil else { return }
    let earliest = now - rememberedSpan
    ownFormer.removeAll { $0.lost < earliest }
    ownFormer.append((ownState, now))
  }
}
