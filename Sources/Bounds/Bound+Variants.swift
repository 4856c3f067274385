public import Rulebook

extension Bound {
  /// The rules with the number as the limit, but for one millisecond: a run that breaks it attains
  /// the number. nil where there is no number, or a condition never lasts.
  public func shortOfItsNumber(in rules: Core.Rules) -> Core.Rules? {
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

  /// The rules in which the formula says that its instant is never reached, unless it allows no
  /// time at all: a run that breaks it takes as long as the formula says.
  public func neverReached(in rules: Core.Rules) -> Core.Rules? {
    guard case .since(let terms) = form, let first = terms.first else { return nil }
    let length = terms.dropFirst().reduce(first) { .sum($0, $1, .duration) }
    let nothing = Core.Expression.atMost(length, .literal(.number(0, .duration)))
    return changingDeadline(in: rules) { .any([nothing, .less(.now, $0)]) }
  }

  private func changingDeadline(
    in rules: Core.Rules, _ comparison: (Core.Expression) -> Core.Expression
  ) -> Core.Rules? {
    guard case .always(let formula) = rules.properties[property].body else { return nil }
    let changed = formula.changingDeadlines { instant in
      rules.startAndLengths(of: instant) == nil ? .atMost(.now, instant) : comparison(instant)
    }
    return replacing(by: .always(changed), in: rules)
  }

  private func replacing(by body: Core.Property.Body, in rules: Core.Rules) -> Core.Rules {
    var changed = rules
    let old = rules.properties[property]
    changed.properties[property] = Core.Property(
      kind: old.kind, name: old.name, citations: old.citations, sentence: old.sentence, body: body,
      text: old.text, span: old.span)
    return changed
  }
}

extension Core.Expression {
  fileprivate func changingDeadlines(
    _ change: (Core.Expression) -> Core.Expression
  ) -> Core.Expression {
    switch self {
    case .quantified(.all, let binders, let condition, let body):
      .quantified(.all, binders, condition: condition, body: body.changingDeadlines(change))
    case .and(let parts): .and(parts.map { $0.changingDeadlines(change) })
    case .or(let parts):
      .or(parts.dropLast() + parts.suffix(1).map { $0.changingDeadlines(change) })
    case .atMost(.now, let instant): change(instant)
    default: self
    }
  }

  /// With numbers in place of counters.
  fileprivate func fixing(_ numbers: [Core.ID<Core.Field>: Int64]) -> Core.Expression {
    switch self {
    case .field(let field, _, _): numbers[field].map { .literal(.number($0, .int)) } ?? self
    case .sum(let first, let second, let scalar):
      .sum(first.fixing(numbers), second.fixing(numbers), scalar)
    case .product(let factors, let scalar): .product(factors.map { $0.fixing(numbers) }, scalar)
    default: self
    }
  }
}
