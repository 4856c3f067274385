public import Rulebook

extension Bound {
  /// What a counter never exceeds, and what says so.
  public struct Cap: Sendable {
    /// A field of numbers that the formula reads.
    public let counter: Core.ID<Core.Field>
    /// Included: the counter may reach it.
    public let most: Int64
    /// The position of a property; nil: the counter's type.
    public let property: Int?
  }

  /// The counters in the formula that nothing caps, without repetition.
  public func uncapped(in rules: Core.Rules) -> [Core.ID<Core.Field>] {
    let caps = Set(caps(in: rules).map(\.counter))
    return counters.filter { !caps.contains($0) }
  }

  /// The caps of the counters in the formula: the least that its type, an invariant or a lemma
  /// states of all.
  public func caps(in rules: Core.Rules) -> [Cap] {
    counters.compactMap { counter in
      rules.caps(of: counter).min { $0.most < $1.most }
    }
  }

  /// The limit in milliseconds; nil if some counter has no cap, or the formula is not one of
  /// sums and products.
  public func number(in rules: Core.Rules) -> Int64? {
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
  /// The end of the range that is its type, and `all x: x.f <= n` among the invariants and lemmas.
  /// Of a member of a queue it says nothing about who is in none, and with a second binder nothing
  /// as long as there is nobody for that to mean.
  fileprivate func caps(of counter: Core.ID<Core.Field>) -> [Bound.Cap] {
    var caps: [Bound.Cap] = []
    if case .value(let type) = self[counter].kind, case .range(let range) = type.scalar {
      caps.append(Bound.Cap(counter: counter, most: self[range].upper, property: nil))
    }
    for (index, property) in properties.enumerated() {
      guard property.kind == .invariant || property.kind == .lemma,
        case .always(.quantified(.all, let binders, condition: nil, let body)) = property.body,
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
  /// The greatest value if no counter exceeds its cap; nil if that does not follow.
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
      // Only numbers that are known and not negative keep the greatest the greatest.
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
