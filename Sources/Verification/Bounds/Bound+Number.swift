import Rulebook

extension Bound {
  /// An upper limit of a counter, and the rule that states it.
  package struct Cap: Sendable {
    /// A field of numbers that the formula reads.
    package let counter: Core.ID<Core.Field>
    /// The greatest value, which the counter may reach.
    package let most: Int64
    /// The position of the property that states it; nil: the counter's type.
    package let property: Int?
  }

  /// Returns the counters in the formula without a cap, each once.
  package func uncapped(in rules: Core.Rules) -> [Core.ID<Core.Field>] {
    let caps = Set(caps(in: rules).map(\.counter))
    return counters.filter { !caps.contains($0) }
  }

  /// Returns the caps of the counters in the formula: the least that its type, an invariant or a
  /// lemma states for all entities.
  package func caps(in rules: Core.Rules) -> [Cap] {
    counters.compactMap { counter in
      rules.caps(of: counter).min { $0.most < $1.most }
    }
  }

  /// Returns the limit in milliseconds; nil if some counter has no cap, or the formula does not
  /// consist of sums and products.
  package func number(in rules: Core.Rules) -> Int64? {
    switch form {
    case .lasting(let lasting): return lasting.limit
    case .since(let terms):
      let caps = Dictionary(
        self.caps(in: rules).map { ($0.counter, $0.most) }, uniquingKeysWith: min)
      var sum: Int64 = 0
      for term in terms {
        guard let most = term.most(caps) else { return nil }
        let (next, overflow) = sum.addingReportingOverflow(most)
        guard !overflow else { return nil }
        sum = next
      }
      return sum
    }
  }

  private var counters: [Core.ID<Core.Field>] {
    guard case .since(let terms) = form else { return [] }
    var found: [Core.ID<Core.Field>] = []
    for term in terms {
      term.forEach { part in
        if case .field(let field, _, _) = part, !found.contains(field) { found.append(field) }
      }
    }
    return found
  }
}

extension Core.Rules {
  /// Returns the end of the range that is the counter's type, and the limits `all x: x.f <= n`
  /// among the invariants and lemmas. A limit for members of a queue says nothing about other
  /// entities, and one with a second binder says nothing while there is no entity to bind.
  fileprivate func caps(of counter: Core.ID<Core.Field>) -> [Bound.Cap] {
    var caps: [Bound.Cap] = []
    if case .value(let type) = self[counter].kind, case .range(let range) = type.scalar {
      caps.append(Bound.Cap(counter: counter, most: self[range].upper, property: nil))
    }
    for (index, property) in properties.enumerated() {
      guard case .quantified(.all, let binders, condition: nil, let body) = property.stateClaim,
        binders.count == 1, let everybody = binders.first,
        case .entities(self[counter].owner, _) = everybody.domain
      else { continue }
      let capped = Core.Expression.field(counter, of: .variable(everybody.variable), .here)
      for part in body.conjuncts {
        guard case .atMost(capped, .literal(.number(let most, .int))) = part else { continue }
        caps.append(Bound.Cap(counter: counter, most: most, property: index))
      }
    }
    return caps
  }
}

extension Core.Expression {
  /// Returns the greatest value if no counter exceeds its cap; nil if that does not follow.
  fileprivate func most(_ caps: [Core.ID<Core.Field>: Int64]) -> Int64? {
    switch self {
    case .literal(.number(let number, _)): return number
    case .field(let field, _, _): return caps[field]
    case .sum(let first, let second, _):
      guard let first = first.most(caps), let second = second.most(caps) else { return nil }
      let (sum, overflow) = first.addingReportingOverflow(second)
      return overflow ? nil : sum
    case .difference(let first, .literal(.number(let less, _)), _):
      guard let most = first.most(caps) else { return nil }
      let (difference, overflow) = most.subtractingReportingOverflow(less)
      return overflow ? nil : difference
    case .product(let factors, _):
      // A product of greatest values is the greatest only if all factors are known and not
      // negative.
      var product: Int64 = 1
      var isKnown = true
      for factor in factors {
        guard let most = factor.most(caps) else { return nil }
        if case .literal = factor {
          guard most >= 0 else { return nil }
        } else {
          guard isKnown else { return nil }
          isKnown = false
        }
        let (next, overflow) = product.multipliedReportingOverflow(by: most)
        guard !overflow else { return nil }
        product = next
      }
      return product
    default: return nil
    }
  }
}
