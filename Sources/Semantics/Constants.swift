import Rulebook

/// The numbers of the rules: the values at which a condition may change its truth.
struct Constants: Sendable {
  /// The numbers by the scalar type that the rules give them, ascending.
  private let numbers: [Core.Scalar: [Int64]]
  /// The lengths of time that matter to the arguments of each event.
  let lengths: [LengthsOfEvent]
  let compared: ComparedNumbers

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
    let compared = ComparedNumbers(rules)
    self.compared = compared
    found.merge(compared.ofRanges) { $0.union($1) }
    numbers = found.mapValues { $0.sorted() }
    lengths = rules.events.indices.map { LengthsOfEvent(Core.ID($0), rules, compared) }
  }

  func numbers(of scalar: Core.Scalar) -> [Int64] { numbers[scalar] ?? [] }
}

/// The numbers that are compared with something, in all conditions and values of the rules.
struct ComparedNumbers: Sendable {
  /// The plain numbers that stand in a comparison with a value of a range.
  private(set) var ofRanges: [Core.Scalar: Set<Int64>] = [:]
  /// The numbers of the field's type that stand in a comparison with it; for an instant the lengths
  /// of time.
  private(set) var ofFields: [Core.ID<Core.Field>: Set<Int64>] = [:]

  init(_ rules: Core.Rules) {
    let all = rules.events.flatMap(\.expressions) + rules.properties.flatMap(\.body.expressions)
    for expression in all {
      expression.forEachComparison { note($0, rules) }
    }
  }

  private mutating func note(_ comparison: Core.Expression, _ rules: Core.Rules) {
    var numbers: [Core.Scalar: Set<Int64>] = [:]
    comparison.forEach { part in
      if case .literal(.number(let number, let scalar)) = part {
        numbers[scalar, default: []].insert(number)
      }
    }
    guard !numbers.isEmpty else { return }
    comparison.forEach { part in
      switch part {
      case .field, .variable, .global: break
      default: return
      }
      let scalar = rules.type(of: part).scalar
      if case .range = scalar, let plain = numbers[.int] {
        ofRanges[scalar, default: []].formUnion(plain)
      }
      if case .field(let field, _, _) = part,
        let own = numbers[scalar == .time ? .duration : scalar]
      {
        ofFields[field, default: []].formUnion(own)
      }
    }
  }
}

/// The lengths of time worth trying for the arguments of an event, ascending: those of its guards,
/// its assumptions and its due instant; those with which a property of its steps compares the
/// argument; and those with which anything compares a field that keeps the argument.
struct LengthsOfEvent: Sendable {
  /// For lengths of time.
  let durations: [Int64]
  /// For instants: the distances from the present. If the event is given several instants, one may
  /// have to be some distance after another, so the sums of two lengths are among them.
  let distances: [Int64]

  /// The greatest number of lengths of which the sums are tried too.
  private static let mostSummed = 6

  init(_ id: Core.ID<Core.Event>, _ rules: Core.Rules, _ compared: ComparedNumbers) {
    let event = rules[id]
    var ofConditions = Set(event.guards.flatMap(\.condition.lengthsOfTime))
    ofConditions.formUnion(event.assumptions.flatMap(\.condition.lengthsOfTime))
    ofConditions.formUnion(event.due?.instant.lengthsOfTime ?? [])
    let variables = event.parameters + event.results.map(\.variable)
    func lengths(_ scalar: Core.Scalar) -> (lengths: Set<Int64>, variables: Set<Int>) {
      let chosen = Set(variables.filter { $0.type.scalar == scalar }.map(\.id))
      guard !chosen.isEmpty else { return (ofConditions, []) }
      var found = ofConditions
      for update in event.updates {
        guard case .assign(.field(let field, _), let value) = update.action,
          value.readsAny(of: chosen)
        else { continue }
        found.formUnion(compared.ofFields[field] ?? [])
      }
      for formula in rules.stepFormulas(of: id) {
        formula.forEachComparison {
          if $0.readsAny(of: chosen) { found.formUnion($0.lengthsOfTime) }
        }
      }
      return (found, chosen)
    }
    durations = lengths(.duration).lengths.sorted()
    var (found, chosen) = lengths(.time)
    if chosen.count > 1, found.count <= Self.mostSummed {
      let single = found.filter { $0 > 0 }
      for a in single {
        for b in single {
          let (sum, overflow) = a.addingReportingOverflow(b)
          if !overflow { found.insert(sum) }
        }
      }
    }
    distances = found.sorted()
  }
}

extension Core.Expression {
  /// Visits the comparisons of two values in the expression.
  fileprivate func forEachComparison(_ visit: (Core.Expression) -> Void) {
    forEach { part in
      switch part {
      case .less, .atMost, .equal: visit(part)
      default: break
      }
    }
  }

  /// The lengths of time in the expression.
  fileprivate var lengthsOfTime: Set<Int64> {
    var found: Set<Int64> = []
    forEach { if case .literal(.number(let number, .duration)) = $0 { found.insert(number) } }
    return found
  }

  /// Returns true if the expression reads one of the variables.
  fileprivate func readsAny(of variables: Set<Int>) -> Bool {
    contains {
      if case .variable(let variable) = $0 { variables.contains(variable.id) } else { false }
    }
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
