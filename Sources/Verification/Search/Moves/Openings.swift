import Rulebook
import Semantics

/// The values worth trying where the rules leave one open (`= any`): every truth value, case and
/// entity; for a range all or some; for other numbers a few that the rules mention; for instants 0.
struct Openings {
  /// The combinations of a choice for every open field of the entities that an event introduces.
  let all: [[FieldChoice]]

  init(_ evaluator: Evaluator, _ slice: Slice, _ event: Core.ID<Core.Event>, in state: State) {
    var all: [[FieldChoice]] = [[]]
    var positions: [Core.ID<Core.Entity>: Int] = [:]
    let rules = slice.rules
    for result in rules[event].results where result.isNew {
      guard case .entity(let sort) = result.variable.type.scalar else { continue }
      let position = positions[sort, default: 0]
      positions[sort] = position + 1
      for field in rules[sort].fields where slice.fields.contains(field) {
        guard case .value(let type) = rules[field].kind, rules[field].initial == .any else {
          continue
        }
        let values = Self.choices(type, in: state, evaluator)
        all = all.flatMap { start in
          values.map { start + [FieldChoice(field: field, position: position, value: $0)] }
        }
      }
    }
    self.all = all
  }

  /// The greatest number of values for a number that has no range: each at least doubles the starts
  /// of a search.
  static let mostNumbers = 4

  /// Returns the numbers of a range: all if they are few, or else its ends and those at which
  /// something in the rules changes.
  static func numbers(of id: Core.ID<Core.Range>, _ evaluator: Evaluator) -> [Int64] {
    let range = evaluator.rules[id].lower...evaluator.rules[id].upper
    return evaluator.numbersOfRules(.range(id), nil).fixed.filter(range.contains).sorted()
  }

  /// Returns the choices in order; empty only if there is no entity to name.
  static func choices(
    _ type: Core.ValueType, in state: State, _ evaluator: Evaluator
  ) -> [Value] {
    let none: [Value] = type.isOptional ? [.none] : []
    switch type.scalar {
    case .bool, .enumeration, .entity: return evaluator.candidates(for: type, in: state)
    case .range(let id):
      return none + numbers(of: id, evaluator).map { .number($0) }
    case .int, .unit:
      let candidates = evaluator.candidates(for: Core.ValueType(type.scalar), in: state)
      let numbers = candidates.compactMap {
        if case .number(let number) = $0 { number } else { nil }
      }
      let nearest = numbers.sorted { ($0.magnitude, $0) < ($1.magnitude, $1) }
      return none + nearest.prefix(mostNumbers).map { .number($0) }
    case .time, .duration: return none + [.number(0)]
    }
  }
}
