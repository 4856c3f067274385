import Rulebook

/// The condition of a row of cases, split at `and`, so that two rows can be compared: the parts
/// that they share, and whether both can apply.
struct CaseCondition: Hashable, Sendable {
  /// One of the conditions that `and` joins.
  struct Part: Hashable, Sendable {
    /// The text between other parts.
    let text: String
    /// The expression that it compares with constants, and these; a condition without a comparison
    /// is compared with `true`.
    let subject: String
    let values: Set<String>
    /// True if the subject is none of the values.
    let isNegated: Bool

    /// Returns true if both cannot hold at once, as far as the texts show.
    func contradicts(_ other: Part) -> Bool {
      guard subject == other.subject else { return false }
      return switch (isNegated, other.isNegated) {
      case (false, false): values.isDisjoint(with: other.values)
      case (false, true): values.isSubset(of: other.values)
      case (true, false): other.values.isSubset(of: values)
      case (true, true): false
      }
    }
  }

  let text: String
  let parts: [Part]

  /// Splits a condition.
  /// - Parameters:
  ///   - names: The texts that replace the parameters of an effect.
  ///   - symbols: The values of all enumerations.
  init(
    _ expression: Syntax.Expression, _ wording: Wording, replacing names: [String: String],
    symbols: Set<String>
  ) {
    text = wording.text(expression, replacing: names)
    var parts: [Part] = []
    func collect(_ expression: Syntax.Expression) {
      if case .and(let left, let right) = expression.node {
        collect(left)
        collect(right)
      } else {
        parts.append(Part(expression, wording, names, symbols))
      }
    }
    collect(expression)
    self.parts = parts
  }
}

extension CaseCondition.Part {
  fileprivate init(
    _ expression: Syntax.Expression, _ wording: Wording, _ names: [String: String],
    _ symbols: Set<String>
  ) {
    func text(_ expression: Syntax.Expression) -> String {
      wording.text(expression, replacing: names)
    }
    /// Returns the name of a constant; nil for any other expression, whose values are unknown.
    func constant(_ expression: Syntax.Expression) -> String? {
      switch expression.node {
      case .none: "none"
      case .name(let name) where symbols.contains(name.text): name.text
      default: nil
      }
    }
    let whole = text(expression)
    switch expression.node {
    case .equality(let left, let negated, let right):
      if let value = constant(right) {
        self.init(text: whole, subject: text(left), values: [value], isNegated: negated)
        return
      }
    case .oneOf(let left, let negated, let values):
      let constants = values.compactMap(constant)
      if constants.count == values.count {
        self.init(text: whole, subject: text(left), values: Set(constants), isNegated: negated)
        return
      }
    case .not(let inner):
      self.init(text: whole, subject: text(inner), values: ["true"], isNegated: true)
      return
    case .or, .implies, .iff, .quantified, .conditional:
      self.init(text: "(\(whole))", subject: whole, values: ["true"], isNegated: false)
      return
    default: break
    }
    self.init(text: whole, subject: whole, values: ["true"], isNegated: false)
  }
}

extension [CaseCondition] {
  /// Returns the conditions of the rows above that matter where a condition holds: without those
  /// that cannot hold with it, without the parts that it states itself, and without those that are
  /// weaker than another.
  func remaining(below condition: CaseCondition?) -> [String] {
    let own = condition?.parts ?? []
    let open = filter { above in
      !above.parts.contains { part in own.contains { $0.contradicts(part) } }
    }.map { above in above.parts.filter { !own.contains($0) } }
    let needed = open.indices.filter { index in
      !open.indices.contains { other in
        let (mine, others) = (Set(open[index]), Set(open[other]))
        return others.isStrictSubset(of: mine) || others == mine && other < index
      }
    }
    return needed.map { index in open[index].map(\.text).joined(separator: " and ") }
      .filter { !$0.isEmpty }
  }
}
