import Basics

extension Elaborator {
  func quantified(
    _ quantifier: Syntax.Quantifier, _ binders: [Syntax.Binder], _ filter: Syntax.Expression?,
    _ body: Syntax.Expression, _ scope: Scope
  ) -> Core.Expression? {
    guard case (var bound, let inner)? = bind(binders, scope) else { return nil }
    var bodyScope = inner
    var condition: Core.Expression?
    if let filter {
      guard let core = self.condition(filter, inner) else { return nil }
      condition = core
      bodyScope = self.scope(inner, after: core)
    }
    guard let core = self.condition(body, bodyScope) else { return nil }
    (bound, condition) = onlyOld(bound, condition)
    switch quantifier {
    case .all: return .quantified(.all, bound, condition: condition, body: core)
    case .some: return .quantified(.some, bound, condition: condition, body: core)
    case .no: return .not(.quantified(.some, bound, condition: condition, body: core))
    }
  }

  /// Lets a variable range over the entities of the state before if the condition says that it
  /// existed before the step.
  private func onlyOld(
    _ binders: [Core.Binder], _ condition: Core.Expression?
  ) -> ([Core.Binder], Core.Expression?) {
    guard let condition else { return (binders, nil) }
    var rest = condition.conjuncts
    let narrowed = binders.map { binder in
      let isOld: (Core.Expression) -> Bool = { $0.oldEntity == binder.variable }
      guard case .entity(let sort) = binder.variable.type.scalar,
        let position = rest.firstIndex(where: isOld)
      else { return binder }
      rest.removeAll(where: isOld)
      if case .members(let collection) = binder.domain {
        rest.insert(.member(.variable(binder.variable), of: collection), at: position)
      }
      return Core.Binder(binder.variable, .entities(sort, .before))
    }
    return (narrowed, rest.isEmpty ? nil : .all(rest))
  }

  /// Elaborates bound variables; each may be used in the source of the next.
  func bind(_ binders: [Syntax.Binder], _ scope: Scope) -> ([Core.Binder], Scope)? {
    var inner = scope
    inner.isUnderBinder = true
    var bound: [Core.Binder] = []
    guard scope.site != .constant else {
      if let first = binders.first?.names.first { _ = notConstant(first.span) }
      return nil
    }
    for binder in binders {
      guard let (type, domain) = domain(binder.source, inner) else { return nil }
      for name in binder.names {
        guard inner.locals[name.text] == nil, !names.values.contains(name.text) else {
          report(
            "duplicate-name", "'\(name.text)' has a meaning here already; choose another name",
            at: name.span)
          return nil
        }
        let variable = Core.Variable(id: freshVariable(), name: name.text, type: type)
        bound.append(Core.Binder(variable, domain))
        inner.locals[name.text] = .value(.variable(variable), type)
      }
    }
    return (bound, inner)
  }

  private func domain(
    _ source: Syntax.Binder.Source, _ scope: Scope
  ) -> (Core.ValueType, Core.Binder.Domain)? {
    switch source {
    case .collection(let expression):
      guard let (collection, kind) = collection(expression, scope) else { return nil }
      return (memberType(kind), .members(collection))
    case .type(let name):
      guard let type = namedType(name) else { return nil }
      switch type.scalar {
      case .entity(let id): return (Core.ValueType(type.scalar), .entities(id, scope.era))
      case .bool, .enumeration, .range:
        return (Core.ValueType(type.scalar), .values(type.scalar))
      case .int, .time, .duration, .unit:
        report(
          "endless-domain", "'\(name.text)' has no end: nothing could look at all its values",
          at: name.span)
        return nil
      }
    }
  }

  /// Elaborates `x is first t in q where P`.
  func pick(
    _ subject: Syntax.Expression, _ pick: Syntax.Pick, _ scope: Scope
  ) -> Core.Expression? {
    let elaboratedSubject = anyValue(subject, scope)
    guard let (bound, inner) = bind([pick.binder], scope), let binder = bound.first,
      let (subjectCore, type) = elaboratedSubject
    else { return nil }
    if pick.kind != .best {
      guard case .members(let collection) = binder.domain,
        case .queue = rules[collection.field].kind
      else {
        report(
          "queue-expected", "'\(pick.kind.rawValue)' needs a queue: 'x in zone.queue'",
          at: pick.span)
        return nil
      }
    }
    guard case .entity = binder.variable.type.scalar else {
      report("wrong-type", "'\(pick.kind.rawValue)' chooses among entities", at: pick.span)
      return nil
    }
    guard type.scalar == binder.variable.type.scalar else {
      typeMismatch(
        expected: Core.ValueType(binder.variable.type.scalar), type, at: subject.span)
      return nil
    }
    var condition: Core.Expression?
    if let filter = pick.condition {
      guard let core = self.condition(filter, inner) else { return nil }
      condition = core
    }
    let kind: Core.Extreme.Kind
    switch pick.kind {
    case .first: kind = .first
    case .last: kind = .last
    case .best:
      guard let key = pick.key,
        let (core, scalar) = certainValue(key, self.scope(inner, after: condition))
      else { return nil }
      guard scalar.isNumeric else {
        report("wrong-type", "'best … by' needs a number", at: key.span)
        return nil
      }
      kind = .best(key: core)
    }
    return .extreme(
      Core.Extreme(kind: kind, subject: subjectCore, binder: binder, condition: condition))
  }
}

extension Core.Expression {
  /// The variable of an expression `before(exists r)`: its entity existed before the step.
  fileprivate var oldEntity: Core.Variable? {
    guard
      case .quantified(.some, let binders, nil, .equal(.variable(let old), .variable(let one))) =
        self, binders.count == 1, binders[0].variable == old,
      case .entities(_, .before) = binders[0].domain
    else { return nil }
    return one
  }
}
