import Rulebook

extension Bound {
  /// Returns the rules with the number as the limit, less one millisecond: a run that breaks it
  /// attains the number. nil if there is no number, or a condition never lasts.
  package func shortOfItsNumber(in rules: Core.Rules) -> Core.Rules? {
    guard let number = number(in: rules) else { return nil }
    switch form {
    case .lasting(let lasting):
      guard number > 0 else { return nil }
      let less = Core.Lasting(
        binders: lasting.binders, condition: lasting.condition, limit: number - 1)
      return replacing(by: .lasts(less), in: rules)
    case .since:
      let least = Core.Expression.literal(.number(1, .duration))
      let most = caps(in: rules).reduce(into: [:]) { $0[$1.counter] = $1.most }
      return changingDeadline(in: rules) {
        .atMost(.now, .difference($0.fixing(most), least, .time))
      }
    }
  }

  /// Returns the rules in which the formula says that its instant is never reached, unless it
  /// allows no time at all: a run that breaks it takes as long as the formula says.
  package func neverReached(in rules: Core.Rules) -> Core.Rules? {
    guard case .since(let terms) = form, let first = terms.first else { return nil }
    let length = terms.dropFirst().reduce(first) { .sum($0, $1, .duration) }
    let nothing = Core.Expression.atMost(length, .literal(.number(0, .duration)))
    return changingDeadline(in: rules) { .any([nothing, .less(.now, $0)]) }
  }

  private func changingDeadline(
    in rules: Core.Rules, _ comparison: (Core.Expression) -> Core.Expression
  ) -> Core.Rules? {
    guard case .always(let formula) = rules.properties[property].body else { return nil }
    let changed = formula.changingDeadline { instant in
      rules.startAndLengths(of: instant) == nil ? nil : comparison(instant)
    }
    guard let changed else { return nil }
    return replacing(by: .always(changed), in: rules)
  }

  private func replacing(by body: Core.Property.Body, in rules: Core.Rules) -> Core.Rules {
    var changed = rules
    changed.properties[property].body = body
    return changed
  }
}

extension Core.Expression {
  /// Returns the formula with another deadline in place of the one that is the limit: the first, as
  /// in ``Bound/all(of:)``. A run that attains another deadline attains nothing of this one. nil:
  /// there is none.
  fileprivate func changingDeadline(
    _ change: (Core.Expression) -> Core.Expression?
  ) -> Core.Expression? {
    switch self {
    case .quantified(.all, let binders, let condition, let body):
      return body.changingDeadline(change).map {
        .quantified(.all, binders, condition: condition, body: $0)
      }
    case .and(var parts):
      for (index, part) in parts.enumerated() {
        guard let changed = part.changingDeadline(change) else { continue }
        parts[index] = changed
        return .and(parts)
      }
      return nil
    case .or(let parts):
      return parts.last?.changingDeadline(change).map { .or(parts.dropLast() + [$0]) }
    case .atMost(.now, let instant): return change(instant)
    default: return nil
    }
  }

  /// Returns the expression with numbers in place of counters.
  fileprivate func fixing(_ numbers: [Core.ID<Core.Field>: Int64]) -> Core.Expression {
    rewritten { part in
      guard case .field(let field, _, _) = part, let number = numbers[field] else { return part }
      return .literal(.number(number, .int))
    }
  }
}
