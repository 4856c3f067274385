import Rulebook
import Semantics

/// An event with its arguments.
struct Occurrence: Hashable {
  var event: Core.ID<Core.Event>
  var arguments: [Value]

  /// Returns the entities that the event is about.
  func entities(_ rules: Core.Rules) -> [EntityKey] {
    EntityKey.all(rules[event].parameters, arguments)
  }
}
