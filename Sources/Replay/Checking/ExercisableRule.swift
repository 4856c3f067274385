import Rulebook

/// A rule that a trace can put to the test.
package struct ExercisableRule: Sendable, Hashable {
  /// The key of the rule in ``TraceResult/exercised``.
  package let key: String
  /// The name of the event or property in the rulebook; nil for guards, which have none.
  package let name: String?
  /// The ids of the requirements that it states.
  package let requirements: [String]
}

extension Core.Rules {
  /// The rules that a trace can exercise, in the order of the rulebook.
  package var exercisableRules: [ExercisableRule] {
    events.flatMap { event in
      [
        ExercisableRule(
          key: Exercise.key(event), name: event.name, requirements: event.citations)
      ]
        + event.guards.compactMap { condition in
          Exercise.key(condition, of: event).map {
            ExercisableRule(key: $0, name: nil, requirements: condition.citations)
          }
        }
    }
      + properties.filter(\.isJudgedOnTraces).map {
        ExercisableRule(key: Exercise.key($0), name: $0.name, requirements: $0.citations)
      }
  }

  /// The names of all that a trace can put to the test, in the order of the rules.
  package var exercisable: [String] { exercisableRules.map(\.key) }
}
