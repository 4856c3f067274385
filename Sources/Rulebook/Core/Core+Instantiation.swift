extension Core.Expression {
  /// Returns the expression with free variables replaced, bound ones renumbered, and its reads of
  /// `here` moved to `era`: a definition is written out this way where it is used.
  ///
  /// Arguments keep their own era, since they were read at the place of the use.
  /// - Parameter fresh: Returns an unused id for each bound variable.
  package func instantiated(
    _ arguments: [Int: Core.Expression], era: Core.Era, fresh: () -> Int
  ) -> Core.Expression {
    var instantiation = Instantiation(replacements: arguments, era: era)
    return instantiation.apply(self, fresh)
  }
}

private struct Instantiation {
  var replacements: [Int: Core.Expression]
  let era: Core.Era

  private func moved(_ old: Core.Era) -> Core.Era { old == .here ? era : old }

  mutating func apply(_ expression: Core.Expression, _ fresh: () -> Int) -> Core.Expression {
    switch expression {
    case .variable(let variable): return replacements[variable.id] ?? expression
    case .field(let id, let owner, let old):
      return .field(id, of: apply(owner, fresh), moved(old))
    case .global(let id, let old): return .global(id, moved(old))
    case .member(let e, let collection):
      return .member(apply(e, fresh), of: apply(collection, fresh))
    case .ahead(let a, let b, let collection):
      return .ahead(apply(a, fresh), of: apply(b, fresh), in: apply(collection, fresh))
    case .quantified(let quantifier, let binders, let condition, let body):
      let number = quantifier.mapNumber { apply($0, fresh) }
      let renamed = binders.map { apply($0, fresh) }
      return .quantified(
        number, renamed, condition: condition.map { apply($0, fresh) },
        body: apply(body, fresh))
    case .extreme(let extreme):
      let subject = apply(extreme.subject, fresh)
      let binder = apply(extreme.binder, fresh)
      return .extreme(
        Core.Extreme(
          kind: extreme.kind.mapKey { apply($0, fresh) }, subject: subject, binder: binder,
          condition: extreme.condition.map { apply($0, fresh) }))
    case .literal, .now: return expression
    case .isNone(let e): return .isNone(apply(e, fresh))
    case .certain(let e): return .certain(apply(e, fresh))
    case .not(let e): return .not(apply(e, fresh))
    case .and(let parts): return .and(parts.map { apply($0, fresh) })
    case .or(let parts): return .or(parts.map { apply($0, fresh) })
    case .equal(let a, let b): return .equal(apply(a, fresh), apply(b, fresh))
    case .less(let a, let b): return .less(apply(a, fresh), apply(b, fresh))
    case .atMost(let a, let b): return .atMost(apply(a, fresh), apply(b, fresh))
    case .sum(let a, let b, let type): return .sum(apply(a, fresh), apply(b, fresh), type)
    case .difference(let a, let b, let type):
      return .difference(apply(a, fresh), apply(b, fresh), type)
    case .product(let parts, let type): return .product(parts.map { apply($0, fresh) }, type)
    case .quotient(let dividends, let divisors, let rounding, let type):
      return .quotient(
        dividends.map { apply($0, fresh) }, over: divisors.map { apply($0, fresh) }, rounding, type)
    case .conditional(let c, let a, let b):
      return .conditional(apply(c, fresh), then: apply(a, fresh), otherwise: apply(b, fresh))
    case .notified(let recipient, let message, let arguments):
      return .notified(
        apply(recipient, fresh), message, arguments.map { $0.map { apply($0, fresh) } })
    }
  }

  private mutating func apply(
    _ collection: Core.Collection, _ fresh: () -> Int
  ) -> Core.Collection {
    Core.Collection(
      field: collection.field, owner: apply(collection.owner, fresh), era: moved(collection.era))
  }

  private mutating func apply(_ binder: Core.Binder, _ fresh: () -> Int) -> Core.Binder {
    let domain: Core.Binder.Domain =
      switch binder.domain {
      case .entities(let id, let old): .entities(id, moved(old))
      case .members(let collection): .members(apply(collection, fresh))
      case .values(let scalar): .values(scalar)
      }
    let renamed = Core.Variable(
      id: fresh(), name: binder.variable.name, type: binder.variable.type)
    replacements[binder.variable.id] = .variable(renamed)
    return Core.Binder(renamed, domain)
  }
}
