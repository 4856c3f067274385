import Rulebook
import Semantics
import Traces

/// The changes that a repair makes.
extension Judge {
  /// Returns true if an entity has joined a queue at an unknown instant: then its position there is
  /// unknown too.
  func leavesOrderOpen(
    _ repair: Repair, before record: TraceEvent, _ ahead: Lookahead
  ) -> Bool {
    let event: Core.ID<Core.Event>
    switch repair {
    case .unrecorded(let occurrence, _): event = occurrence.event
    case .advanced(let position):
      guard case .line(.event(let other)) = ahead[position] else { return false }
      event = other.event
    default: return false
    }
    return rules[event].updates.contains { update in
      switch update.action {
      case .append, .move: true
      case .assign, .remove, .add, .notify: false
      }
    }
  }

  /// Returns the entities whose state is known to have been wrong, while the right one is not
  /// known.
  func leavesOpen(_ repair: Repair) -> Set<EntityKey> {
    if case .corrected = repair { Set(changed(by: repair)) } else { [] }
  }

  /// Returns the entities whose state a repair changes. A zone whose queue it changes is not among
  /// them: it stays the same for all others.
  func changed(by repair: Repair) -> [EntityKey] {
    switch repair {
    case .late(.event(let event, let arguments)):
      return EntityKey.all(rules[event].parameters, arguments).filter {
        rules[$0.sort].isIntroduced
      }
    case .unrecorded(let occurrence, _):
      return occurrence.entities(rules).filter { !hasQueue($0) }
    case .corrected(let correction):
      guard case .field(let field, let owner) = correction.place else { return [] }
      switch (correction.content, rules[field].kind) {
      case (.members(let members), .queue(let sort)), (.members(let members), .set(let sort)):
        let known = world.members(of: field, owner: Int(owner))
        return Set(known).symmetricDifference(members).sorted().map {
          EntityKey(sort: sort, number: $0)
        }
      default: return [EntityKey(sort: rules[field].owner, number: owner)]
      }
    case .revised(let revision): return changed(by: revision)
    case .believed, .ignored, .born, .happened, .earlier, .hidden, .advanced, .exchanged,
      .meant,
      .late:
      return []
    }
  }

  /// Returns the places that a repair changes; nil: they are not known.
  func placesChanged(by repair: Repair) -> Set<Core.Location>? {
    switch repair {
    case .late(.event(let event, _)): rules[event].written
    case .unrecorded(let occurrence, _): rules[occurrence.event].written
    default: nil
    }
  }
}
