public import Rulebook

extension Bound {
  /// What a counter never exceeds, and which property says so.
  public struct Cap: Sendable {
    public let counter: Core.ID<Core.Field>
    public let most: Int64
    public let property: Int
  }

  /// The counters in the formula that no property caps, without repetition.
  public func uncapped(in rules: Core.Rules) -> [Core.ID<Core.Field>] {
    let caps = Set(caps(in: rules).map(\.counter))
    return counters.filter { !caps.contains($0) }
  }

  /// The caps of the counters in the formula: the least that an invariant or lemma states of all.
  public func caps(in rules: Core.Rules) -> [Cap] {
    counters.compactMap { counter in
      rules.statedCaps.filter { $0.counter == counter }.min { $0.most < $1.most }
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

  var counters: [Core.ID<Core.Field>] {
    guard case .since(let terms) = form else { return [] }
    var found: [Core.ID<Core.Field>] = []
    for term in terms {
      _ = term.contains { part in
        if case .field(let field, _, _) = part, !found.contains(field) { found.append(field) }
        return false
      }
    }
    return found
  }
}

extension Core.Rules {
  /// `all x: x.f <= n` among the invariants and lemmas.
  var statedCaps: [Bound.Cap] {
    properties.enumerated().flatMap { index, property -> [Bound.Cap] in
      guard property.kind == .invariant || property.kind == .lemma,
        case .always(.quantified(.all, _, condition: nil, let body)) = property.body
      else { return [] }
      return body.conjuncts.compactMap { part in
        guard case .atMost(.field(let field, .variable, _), .literal(.number(let most, .int))) = part
        else { return nil }
        return Bound.Cap(counter: field, most: most, property: index)
      }
    }
  }
}

extension Core.Expression {
  fileprivate var conjuncts: [Core.Expression] {
    if case .and(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
  }

  /// The greatest value if no counter exceeds its cap, of numbers that are not negative.
  fileprivate func most(_ caps: [Core.ID<Core.Field>: Int64]) -> Int64? {
    switch self {
    case .literal(.number(let number, _)): return number >= 0 ? number : nil
    case .field(let field, _, _): return caps[field]
    case .sum(let first, let second, _):
      guard let first = first.most(caps), let second = second.most(caps) else { return nil }
      let (sum, overflow) = first.addingReportingOverflow(second)
      return overflow ? nil : sum
    case .product(let factors, _):
      var product: Int64 = 1
      for factor in factors {
        guard let most = factor.most(caps) else { return nil }
        let (next, overflow) = product.multipliedReportingOverflow(by: most)
        guard !overflow else { return nil }
        product = next
      }
      return product
    default: return nil
    }
  }
}
