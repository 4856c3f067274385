import Rulebook
import Semantics

/// The values worth trying where the rules leave one open (`= any`): every truth value, case and
/// entity; for a range all or some; for other numbers and lengths of time a few that the rules
/// mention; for instants 0.
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
        let values = Self.choices(type, of: field, in: state, evaluator)
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

  /// Returns a few of the numbers: 0, those with which the rules compare the field, the numbers just
  /// below and above these, then those nearest to 0.
  static func few(of numbers: Set<Int64>, comparedWith compared: Set<Int64>) -> [Int64] {
    func rank(_ number: Int64) -> (Int, UInt64, Int64) {
      let isNear = compared.contains(number &- 1) || compared.contains(number &+ 1)
      let group = number == 0 ? 0 : compared.contains(number) ? 1 : isNear ? 2 : 3
      return (group, number.magnitude, number)
    }
    return Array(numbers.sorted { rank($0) < rank($1) }.prefix(mostNumbers))
  }

  /// Returns a few lengths of time for a field: 0, and those that the rules compare it with.
  static func lengths(of field: Core.ID<Core.Field>?, _ evaluator: Evaluator) -> [Int64] {
    let compared = field.map(evaluator.numbersCompared) ?? []
    let around = compared.flatMap { [$0 &- 1, $0, $0 &+ 1] }
    return few(of: Set(around + [0]), comparedWith: compared)
  }

  /// Returns the choices in order; empty only if there is no entity to name.
  ///
  /// - Parameter field: The open field; nil: it is not known, or no field.
  static func choices(
    _ type: Core.ValueType, of field: Core.ID<Core.Field>? = nil, in state: State,
    _ evaluator: Evaluator
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
      let compared = field.map(evaluator.numbersCompared) ?? []
      return none + few(of: Set(numbers), comparedWith: compared).map { .number($0) }
    case .duration: return none + lengths(of: field, evaluator).map { .number($0) }
    case .time: return none + [.number(0)]
    }
  }
}
