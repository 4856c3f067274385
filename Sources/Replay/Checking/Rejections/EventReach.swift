import Rulebook
import Semantics

/// The places that one event, with any arguments, may change.
struct EventReach: Sendable {
  /// The places of owners that it names.
  let ofNamed: [(place: Core.Location, owner: Core.Variable)]
  /// The places of other owners, and all of the entities that it introduces.
  let ofOthers: Set<Core.Location>
  /// The places, of any owner, that later effects derive from any of these.
  let made: Set<Core.Location>
  /// The union of these places.
  let all: Set<Core.Location>

  init(_ event: Core.Event, _ rules: Core.Rules, _ effects: Effects) {
    var ofNamed: [(place: Core.Location, owner: Core.Variable)] = []
    var ofOthers: Set<Core.Location> = []
    for update in event.updates {
      guard let place = update.action.written else { continue }
      if case .assign(.field(_, .variable(let owner)), _) = update.action {
        ofNamed.append((place, owner))
      } else {
        ofOthers.insert(place)
      }
    }
    for result in event.results where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else { continue }
      for (index, field) in rules.fields.enumerated() where field.owner == sort {
        ofOthers.insert(.field(Core.ID(index)))
      }
    }
    let written = ofOthers.union(ofNamed.map(\.place))
    (self.ofNamed, self.ofOthers) = (ofNamed, ofOthers)
    made = effects.made(of: written)
    all = written.union(made)
  }
}
