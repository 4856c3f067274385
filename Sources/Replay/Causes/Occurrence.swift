import Rulebook
import Semantics
import Traces

/// An event with its arguments.
struct Occurrence: Hashable {
  var event: Core.ID<Core.Event>
  var arguments: [Value]

  /// Returns the entities that the event is about.
  func entities(_ rules: Core.Rules) -> [EntityKey] {
    EntityKey.all(rules[event].parameters, arguments)
  }
}

extension Judge {
  /// Returns true if a line records this event, as far as its names are known.
  func isRecord(_ record: TraceEvent, of occurrence: Occurrence) -> Bool {
    record.event == occurrence.event && isSame(occurrence.arguments, record)
  }
}
