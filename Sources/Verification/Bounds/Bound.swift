import Rulebook

/// A limit of time that a rulebook states: a condition that never lasts longer (`bounded`), or an
/// invariant which says that, while a condition holds, now is not later than a stored instant plus
/// a length of time.
package struct Bound: Sendable {
  /// The form in which the rulebook states the limit.
  package enum Form: Sendable {
    case lasting(Core.Lasting)
    /// `all … where …: now <= start + …`: no longer after the start than the sum of the terms.
    case since(terms: [Core.Expression])
  }

  /// The position of the property.
  package let property: Int
  /// The form of the statement, which decides how the limit is computed.
  package let form: Form
  /// The limited wait: its entities, its condition and its start.
  package let wait: Wait

  /// Returns the limits that the rulebook states, in its order. Lemmas are for proofs only.
  package static func all(of rules: Core.Rules) -> [Bound] {
    rules.properties.indices.compactMap { index in
      let property = rules.properties[index]
      switch (property.kind, property.body) {
      case (.bounded, .lasts(let lasting)):
        let wait = Wait(
          property: index, binders: lasting.binders, condition: lasting.condition)
        return Bound(property: index, form: .lasting(lasting), wait: wait)
      case (.invariant, .always(let formula)):
        guard let deadline = formula.deadline(in: rules) else { return nil }
        let wait = Wait(
          property: index, binders: deadline.binders, condition: .all(deadline.conditions),
          start: deadline.start)
        return Bound(property: index, form: .since(terms: deadline.terms), wait: wait)
      default: return nil
      }
    }
  }
}

/// `all BINDERS where CONDITIONS: now <= START + TERMS`
private struct StatedDeadline {
  var binders: [Core.Binder] = []
  var conditions: [Core.Expression] = []
  let start: Core.Expression
  let terms: [Core.Expression]
}

extension Core.Expression {
  /// Returns the first deadline below universal quantifiers.
  fileprivate func deadline(in rules: Core.Rules) -> StatedDeadline? {
    switch self {
    case .quantified(.all, let binders, let condition, let body):
      guard var found = body.deadline(in: rules) else { return nil }
      found.binders = binders + found.binders
      found.conditions = (condition.map { [$0] } ?? []) + found.conditions
      return found
    case .and(let parts): return parts.lazy.compactMap { $0.deadline(in: rules) }.first
    // An implication: only its conclusion has a deadline.
    case .or(let parts):
      guard var found = parts.last?.deadline(in: rules) else { return nil }
      found.conditions = parts.dropLast().map { .negation(of: $0) } + found.conditions
      return found
    case .atMost(.now, let instant):
      guard let (start, terms) = rules.startAndLengths(of: instant) else { return nil }
      return StatedDeadline(start: start, terms: terms)
    default: return nil
    }
  }

  /// The summands.
  fileprivate var summands: [Core.Expression] {
    guard case .sum(let first, let second, _) = self else { return [self] }
    return first.summands + second.summands
  }
}

extension Core.Rules {
  /// Returns the stored instant and the lengths of time of `start + …`; nil if it is another sum.
  func startAndLengths(
    of instant: Core.Expression
  ) -> (start: Core.Expression, lengths: [Core.Expression])? {
    let summands = instant.summands
    let starts = summands.filter(isStoredInstant)
    let lengths = summands.filter { !isStoredInstant($0) }
    guard starts.count == 1, let start = starts.first, !lengths.isEmpty,
      lengths.allSatisfy({ !$0.contains { $0 == .now || isStoredInstant($0) } })
    else { return nil }
    return (start, lengths)
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
