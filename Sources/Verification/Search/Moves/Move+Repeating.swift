import Rulebook
import Semantics

/// The changes under which a move is repeated: a delay, and other entities.
struct Repetition {
  let later: Int64
  /// The sort whose entities are exchanged with others.
  var sort: Core.ID<Core.Entity>?
  var names: [Int32: Int32] = [:]

  func value(_ value: Value, _ type: Core.ValueType) -> Value {
    switch value {
    case .number(let number) where type.scalar == .time: .number(number &+ later)
    case .entity(let entity) where sort.map { type.scalar == .entity($0) } ?? false:
      .entity(names[entity] ?? entity)
    default: value
    }
  }
}

extension Move {
  func repeated(_ repetition: Repetition, _ rules: Core.Rules) -> Move {
    switch self {
    case .passage(let instant): return .passage(to: instant &+ repetition.later)
    case .event(let id, let arguments, let results, let openings):
      let event = rules[id]
      return .event(
        id,
        arguments: zip(event.parameters, arguments).map { repetition.value($1, $0.type) },
        results: zip(event.results, results).map { repetition.value($1, $0.variable.type) },
        openings: openings.map { opening in
          guard case .value(let type) = rules[opening.field].kind else { return opening }
          return FieldChoice(
            field: opening.field, position: opening.position,
            value: repetition.value(opening.value, type))
        })
    }
  }
}
