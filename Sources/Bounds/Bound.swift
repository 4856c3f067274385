public import Rulebook

/// A limit of time that a rulebook states: a condition that never lasts longer (`bounded`), or an
/// invariant which says that, while a condition holds, it is not later than a stored instant and
/// a length of time.
public struct Bound: Sendable {
  public enum Form: Sendable {
    case lasting(Core.Lasting)
    /// `all … where …: now <= start + …`: from that instant on, no longer than the terms together.
    case since(terms: [Core.Expression])
  }

  /// The position of the property.
  public let property: Int
  public let form: Form

  /// The limits that the rulebook states, in its order. Lemmas are for proofs only.
  public static func all(of rules: Core.Rules) -> [Bound] {
    rules.properties.indices.compactMap { index in
      let property = rules.properties[index]
      switch (property.kind, property.body) {
      case (.bounded, .lasts(let lasting)): return Bound(property: index, form: .lasting(lasting))
      case (.invariant, .always(let formula)):
        let terms = formula.deadlines.compactMap { rules.lengths(after: $0) }
        return terms.first.map { Bound(property: index, form: .since(terms: $0)) }
      default: return nil
      }
    }
  }
}

extension Core.Expression {
  /// What the present instant is said not to exceed, below quantifiers over everything.
  var deadlines: [Core.Expression] {
    switch self {
    case .quantified(.all, _, _, let body): body.deadlines
    case .and(let parts): parts.flatMap(\.deadlines)
    // An implication: only its conclusion.
    case .or(let parts): parts.last?.deadlines ?? []
    case .atMost(.now, let instant): [instant]
    default: []
    }
  }

  /// The summands.
  var summands: [Core.Expression] {
    if case .sum(let first, let second, _) = self { first.summands + second.summands } else { [self] }
  }
}

extension Core.Rules {
  /// The lengths of time of `start + …`; nil if it is not one stored instant and such lengths.
  func lengths(after instant: Core.Expression) -> [Core.Expression]? {
    let summands = instant.summands
    let lengths = summands.filter { !isStoredInstant($0) }
    guard lengths.count == summands.count - 1, !lengths.isEmpty,
      lengths.allSatisfy({ !$0.contains { $0 == .now || isStoredInstant($0) } })
    else { return nil }
    return lengths
  }

  private func isStoredInstant(_ expression: Core.Expression) -> Bool {
    switch expression {
    case .field(let field, _, _):
      if case .value(let type) = self[field].kind { type.scalar == .time } else { false }
    case .global(let global, _): self[global].type.scalar == .time
    case .certain(let inner): isStoredInstant(inner)
    default: false
    }
  }
}
