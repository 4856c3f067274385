public import Rulebook

/// A rule that a trace can put to the test.
public struct ExercisableRule: Sendable, Hashable {
  /// The key of the rule in ``TraceResult/exercised``.
  public let key: String
  /// The name of the event or property in the rulebook; nil for guards, which have none.
  public let name: String?
  /// The ids of the requirements that it states.
  public let requirements: [String]
}

extension Core.Rules {
  /// The rules that a trace can exercise, in the order of the rulebook.
  public var exercisableRules: [ExercisableRule] {
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
  public var exercisable: [String] { exercisableRules.map(\.key) }
}
