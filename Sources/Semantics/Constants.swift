import Rulebook

/// The numbers of the rules: the values at which a condition may change its truth.
struct Constants: Sendable {
  /// The numbers by the scalar type that the rules give them, ascending.
  private let numbers: [Core.Scalar: [Int64]]
  /// The lengths of time in the guards, the assumptions and the due instant of each event.
  let durationsOfEvent: [[Int64]]

  init(_ rules: Core.Rules) {
    var found: [Core.Scalar: Set<Int64>] = [:]
    func note(_ literal: Core.Literal) {
      if case .number(let number, let scalar) = literal {
        found[scalar, default: []].insert(number)
      }
    }
    func note(in expressions: [Core.Expression]) {
      for expression in expressions {
        expression.forEach { if case .literal(let literal) = $0 { note(literal) } }
      }
    }
    for initial in rules.fields.map(\.initial) + rules.globals.map(\.initial) {
      if case .value(let literal) = initial { note(literal) }
    }
    for parameter in rules.parameters { note(parameter.value) }
    for event in rules.events { note(in: event.expressions) }
    for property in rules.properties {
      note(in: property.body.expressions)
      if case .lasts(let lasting) = property.body { note(.number(lasting.limit, .duration)) }
    }
    numbers = found.mapValues { $0.sorted() }
    durationsOfEvent = rules.events.map(Self.durations)
  }

  func numbers(of scalar: Core.Scalar) -> [Int64] { numbers[scalar] ?? [] }

  private static func durations(of event: Core.Event) -> [Int64] {
    var found: Set<Int64> = []
    let conditions = event.guards.map(\.condition) + event.assumptions.map(\.condition)
    for expression in conditions + (event.due.map { [$0.instant] } ?? []) {
      expression.forEach {
        if case .literal(.number(let number, .duration)) = $0 { found.insert(number) }
      }
    }
    return found.sorted()
  }
}

extension Tables {
  /// Returns the numbers of a scalar type that the state holds.
  func stored(_ scalar: Core.Scalar, in state: State) -> Set<Int64> {
    var found: Set<Int64> = []
    for (index, field) in rules.fields.enumerated() {
      guard case .value(let type) = field.kind, type.scalar == scalar else { continue }
      for case .number(let number) in state.columns[index] { found.insert(number) }
    }
    for (index, global) in rules.globals.enumerated() where global.type.scalar == scalar {
      if case .number(let number) = state.globals[index] { found.insert(number) }
    }
    return found
  }
}

extension Set<Int64> {
  /// Inserts the sum, if it is a number of 64 bits, and its neighbours.
  mutating func insertAround(_ a: Int64, plus b: Int64 = 0) {
    let (sum, overflow) = a.addingReportingOverflow(b)
    guard !overflow else { return }
    for offset: Int64 in [-1, 0, 1] {
      let (number, overflow) = sum.addingReportingOverflow(offset)
      if !overflow { insert(number) }
    }
  }
}
