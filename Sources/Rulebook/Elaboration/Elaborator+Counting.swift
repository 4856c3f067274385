internal import Diagnostics

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

  /// The largest number of entities that a count distinguishes: each further one doubles the work
  /// of a proof.
  private static let mostCounted: Int64 = 6

  /// Elaborates `(count o: Order where P) < 3`, or the same with its sides exchanged, as the
  /// existence of that many different entities, which proofs and programs support; nil if neither
  /// side is a `count`.
  func countComparison(
    _ a: Syntax.Expression, _ comparison: CountComparison, _ b: Syntax.Expression, _ scope: Scope
  ) -> Counted? {
    if case .count(let binder, let condition) = a.node {
      return Counted(core: countComparison(binder, condition, comparison, b, scope, at: a.span))
    }
    guard case .count(let binder, let condition) = b.node else { return nil }
    return Counted(
      core: countComparison(binder, condition, comparison.turned, a, scope, at: b.span))
  }

  private func countComparison(
    _ binder: Syntax.Binder, _ filter: Syntax.Expression?, _ comparison: CountComparison,
    _ limit: Syntax.Expression, _ scope: Scope, at span: SourceSpan
  ) -> Core.Expression? {
    guard case .value(let core, let type)? = elaborate(limit, expecting: nil, scope),
      type.scalar.isPlainNumber, case .number(let number, _)? = fold(core)
    else {
      report(
        "count-limit", "a 'count' is compared with a constant: a number or a parameter",
        at: limit.span)
      return nil
    }
    func atLeast(_ number: Int64) -> Core.Expression? {
      self.atLeast(number, binder, filter, scope, at: limit.span)
    }
    switch comparison {
    case .order(.atLeast): return atLeast(number)
    case .order(.more): return atLeast(number + 1)
    case .order(.less): return atLeast(number).map { .negation(of: $0) }
    case .order(.atMost): return atLeast(number + 1).map { .negation(of: $0) }
    case .equal:
      guard let enough = atLeast(number), let tooMany = atLeast(number + 1) else { return nil }
      return .all([enough, .negation(of: tooMany)])
    }
  }

  /// Returns the formula that at least a number of entities exist: one, another, and so on, each
  /// restricted where it is bound.
  private func atLeast(
    _ number: Int64, _ binder: Syntax.Binder, _ filter: Syntax.Expression?, _ scope: Scope,
    at span: SourceSpan
  ) -> Core.Expression? {
    guard number <= Self.mostCounted else {
      report(
        "count-limit",
        "more than \(Self.mostCounted) entities would have to be told apart: keep the number in a "
          + "field instead",
        at: span)
      return nil
    }
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
