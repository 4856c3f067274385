import Rulebook

/// The lengths of time that the rules compare or add with each field: those worth a bound.
struct Companions: Sendable {
  private var durations: [Core.ID<Core.Field>: Set<Int64>] = [:]

  init(_ rules: Core.Rules) {
    for event in rules.events {
      for condition in event.guards.map(\.condition) + event.assumptions.map(\.condition) {
        add(condition, to: [])
      }
      if let due = event.due { add(due.instant, to: []) }
      for update in event.updates {
        add(update.condition, to: [])
        if case .assign(.field(let field, _), let value) = update.action { add(value, to: [field]) }
      }
    }
    for property in rules.properties {
      if case .lasts(let lasting) = property.body {
        add(lasting, rules)
      } else {
        for formula in property.body.formulas { add(formula, to: []) }
      }
    }
  }

  subscript(fields: [Core.ID<Core.Field>]) -> Set<Int64> {
    fields.reduce(into: []) { $0.formUnion(durations[$1] ?? []) }
  }

  /// Adds the limit of a lasting condition: any instant of its entity may be the beginning.
  private mutating func add(_ lasting: Core.Lasting, _ rules: Core.Rules) {
    add(lasting.condition, to: [])
    for binder in lasting.binders {
      guard case .entity(let sort) = binder.variable.type.scalar else { continue }
      for field in rules[sort].fields { durations[field, default: []].insert(lasting.limit) }
    }
  }

  /// Adds the lengths of time in an expression. Connectives are taken apart; the fields and lengths
  /// in each part belong together.
  private mutating func add(_ expression: Core.Expression, to fields: [Core.ID<Core.Field>]) {
    if fields.isEmpty, expression.isConnective {
      for child in expression.children { add(child, to: []) }
      return
    }
    var all = fields
    var lengths: Set<Int64> = []
    expression.forEach { node in
      switch node {
      case .field(let field, _, _): all.append(field)
      case .literal(.number(let value, .duration)): lengths.insert(value)
      default: break
      }
    }
    for field in all { durations[field, default: []].formUnion(lengths) }
  }
}

extension Core.Expression {
  fileprivate var isConnective: Bool {
    switch self {
    case .not, .and, .or, .quantified, .conditional: true
    default: false
    }
  }
}
