internal import Rulebook
internal import Semantics
internal import Traces

/// An event with its arguments.
struct Occurrence: Hashable {
  let event: Core.ID<Core.Event>
  let arguments: [Value]

  /// Whom it is about.
  func entities(_ rules: Core.Rules) -> [EntityKey] {
    EntityKey.all(rules[event].parameters, arguments)
  }
}

extension Judge {
  /// Whether a line says that this happened, as far as its names are known without learning.
  func isRecord(_ record: TraceEvent, of occurrence: Occurrence) -> Bool {
    record.event == occurrence.event && isSame(occurrence.arguments, record)
  }
}
