import Basics

extension Elaborator {
  /// The comparison of a number of entities with a constant.
  enum CountComparison {
    case equal
    case order(Syntax.Order)
  }

  /// The core of a comparison with `count`; none after a message.
  struct Counted {
    let core: Core.Expression?
  }

  /// The largest number of entities that a count tells apart: each further one doubles the work of a
  /// proof. Above it, and compared with what is not a constant, entities are counted.
  private static let mostToldApart: Int64 = 6

  /// Elaborates `(count o: Order where P) < 3`, or the same with its sides exchanged; nil if neither
  /// side is a `count`.
  func countComparison(
    _ a: Syntax.Expression, _ comparison: CountComparison, _ b: Syntax.Expression, _ scope: Scope
  ) -> Counted? {
    if case .count(let binder, let condition) = a.node {
      return Counted(core: countComparison(binder, condition, comparison, b, scope))
    }
    guard case .count(let binder, let condition) = b.node else { return nil }
    return Counted(
      core: countComparison(binder, condition, comparison.turned, a, scope))
  }

  private func countComparison(
    _ binder: Syntax.Binder, _ filter: Syntax.Expression?, _ comparison: CountComparison,
    _ limit: Syntax.Expression, _ scope: Scope
  ) -> Core.Expression? {
    let limitSpan = limit.span
    guard let (limit, type) = certainValue(limit, scope) else { return nil }
    guard type.isPlainNumber else {
      report("count-limit", "a 'count' is compared with a number without unit", at: limitSpan)
      return nil
    }
    func atLeast(_ more: Int64) -> Core.Expression? {
      guard case .number(let number, _)? = fold(limit) else {
        let wanted = more == 0 ? limit : .sum(limit, .literal(.number(more, .int)), .int)
        return self.atLeast(wanted, binder, filter, scope, at: limitSpan)
      }
      let (wanted, overflow) = number.addingReportingOverflow(more)
      // Nothing has so many.
      if overflow { return .false }
      return wanted <= Self.mostToldApart
        ? different(wanted, binder, filter, scope, at: limitSpan)
        : self.atLeast(.literal(.number(wanted, .int)), binder, filter, scope, at: limitSpan)
    }
    switch comparison {
    case .order(.atLeast): return atLeast(0)
    case .order(.more): return atLeast(1)
    case .order(.less): return atLeast(0).map { .negation(of: $0) }
    case .order(.atMost): return atLeast(1).map { .negation(of: $0) }
    case .equal:
      guard let enough = atLeast(0), let tooMany = atLeast(1) else { return nil }
      return .all([enough, .negation(of: tooMany)])
    }
  }

  /// Returns the formula that at least a number of different entities exist: one, another, and so
  /// on, each restricted where it is bound.
  private func different(
    _ number: Int64, _ binder: Syntax.Binder, _ filter: Syntax.Expression?, _ scope: Scope,
    at span: SourceSpan
  ) -> Core.Expression? {
    var chosen: [(binder: Core.Binder, parts: [Core.Expression])] = []
    for _ in 0..<max(0, number) {
      guard spend(1 + chosen.count, at: span), let (bound, inner) = bind([binder], scope),
        let one = bound.first, bound.count == 1
      else { return nil }
      var parts: [Core.Expression] = []
      if let filter {
        guard let core = condition(filter, inner) else { return nil }
        parts.append(core)
      }
      for other in chosen {
        parts.append(
          .negation(
            of: .equal(.variable(one.variable), .variable(other.binder.variable))))
      }
      chosen.append((one, parts))
    }
    return chosen.reversed().reduce(Core.Expression.true) { rest, next in
      .quantified(.some, [next.binder], condition: nil, body: .all(next.parts + [rest]))
    }
  }

  /// A number of those for which the condition holds, which proofs know by what events do to it.
  private func atLeast(
    _ number: Core.Expression, _ binder: Syntax.Binder, _ filter: Syntax.Expression?,
    _ scope: Scope, at span: SourceSpan
  ) -> Core.Expression? {
    guard let (bound, inner) = bind([binder], scope), let one = bound.first, bound.count == 1
    else { return nil }
    var body = Core.Expression.true
    if let filter {
      guard let core = condition(filter, inner) else { return nil }
      body = core
    }
    var reading = CountedReading(of: one.variable, in: rules, fixed: names.fixedFields)
    reading.visit(one.domain)
    reading.visit(body)
    guard let fault = reading.fault else {
      return .quantified(.atLeast(number), [one], condition: nil, body: body)
    }
    report(
      "count-reads",
      "where a 'count' is compared with more than \(Self.mostToldApart), or with what is no "
        + "constant, its condition \(fault)",
      at: filter?.span ?? span)
    return nil
  }
}

/// Finds what the condition of a count reads that events could change without writing to what is
/// counted.
private struct CountedReading {
  private let variable: Core.Variable
  private let rules: Core.Rules
  private let fixed: Set<Core.ID<Core.Field>>
  /// The fault; nil: there is none.
  private(set) var fault: String?
  private var era: Core.Era?

  init(of variable: Core.Variable, in rules: Core.Rules, fixed: Set<Core.ID<Core.Field>>) {
    self.variable = variable
    self.rules = rules
    self.fixed = fixed
  }

  mutating func visit(_ domain: Core.Binder.Domain) {
    switch domain {
    case .entities(_, let era): note(era)
    case .members(let collection): note(collection.era)
    case .values: fault = "is about entities, not about values of a type"
    }
  }

  mutating func visit(_ expression: Core.Expression) {
    if expression.readsNow { fault = "does not read 'now'" }
    guard expression.mentions(variable) else { return visitOther(expression) }
    switch expression {
    case .field(let field, let owner, let era):
      note(era)
      if owner != .variable(variable), owner != .certain(.variable(variable)),
        !fixed.contains(field)
      {
        fault = "reads fields of what is counted, and others only if they are fixed"
      }
    case .member(_, let collection):
      note(collection.era)
      if collection.owner != .variable(variable), collection.owner.mentions(variable) {
        fault = "does not look at other entities"
      }
    case .quantified, .extreme, .ahead, .notified: fault = "does not look at other entities"
    case .literal, .variable, .now, .global, .isNone, .certain, .not, .and, .or, .equal, .less,
      .atMost, .sum, .difference, .product, .quotient, .conditional:
      break
    }
    for child in expression.children { visit(child) }
  }

  /// Visits a part that does not depend on the entity: it is evaluated once, before the count.
  private mutating func visitOther(_ expression: Core.Expression) {
    if case .literal = expression { return }
    if rules.type(of: expression).isOptional {
      fault = "compares with what may be none only where that is known not to be none"
    }
  }

  private mutating func note(_ other: Core.Era) {
    if era ?? other != other { fault = "reads one state, before the step or after it" }
    era = other
  }
}

extension Elaborator.CountComparison {
  /// The comparison with its sides exchanged.
  fileprivate var turned: Self {
    switch self {
    case .equal: .equal
    case .order(.less): .order(.more)
    case .order(.more): .order(.less)
    case .order(.atMost): .order(.atLeast)
    case .order(.atLeast): .order(.atMost)
    }
  }
}
