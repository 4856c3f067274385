import Basics

extension Elaborator {
  private static let bool = Core.ValueType(.bool)

  /// Resolves the names and types of one expression. Returns nil after a report.
  func elaborate(
    _ expression: Syntax.Expression, expecting expected: Core.ValueType?, _ scope: Scope
  ) -> Elaborated? {
    guard spend(1, at: expression.span) else { return nil }
    func truth(_ core: Core.Expression?) -> Elaborated? { core.map { .value($0, Self.bool) } }
    switch expression.node {
    case .boolean(let value): return truth(.literal(.bool(value)))
    case .number(let number, let unit): return literal(number, unit, at: expression.span)
    case .none: return Elaborated.none
    case .now:
      guard scope.site != .constant else { return notConstant(expression.span) }
      return .value(.now, Core.ValueType(.time))
    case .name(let name): return resolve(name, scope)
    case .call(let name, let arguments): return call(name, arguments, scope, expression.span)
    case .member(let owner, let name): return member(owner, name, scope)
    case .pair(let owner, let name, let key): return pairValue(owner, name, key, scope)
    case .certain(let inner): return certain(inner, scope, at: expression.span)
    case .not(let inner): return truth(condition(inner, scope).map(Core.Expression.negation))
    case .and(let a, let b):
      return truth(both(a, b, scope, conjunction))
    case .or(let a, let b):
      return truth(both(a, b, being: false, scope, disjunction))
    case .implies(let a, let b):
      return truth(both(a, b, scope) { disjunction(.negation(of: $0), $1) })
    case .iff(let a, let b):
      let a = condition(a, scope)
      let b = condition(b, scope)
      guard let a, let b else { return nil }
      return truth(.equal(a, b))
    case .quantified(let quantifier, let binders, let filter, let body):
      return truth(quantified(quantifier, binders, filter, body, scope))
    case .equality(let a, let isNegated, let b):
      return truth(equality(a, b, scope).map { isNegated ? .negation(of: $0) : $0 })
    case .pick(let subject, let isNegated, let pick):
      return truth(self.pick(subject, pick, scope).map { isNegated ? .negation(of: $0) : $0 })
    case .membership(let element, let isNegated, let collection):
      return truth(
        membership(element, collection, scope).map { isNegated ? .negation(of: $0) : $0 })
    case .oneOf(let element, let isNegated, let values):
      let parts = values.map { equality(element, $0, scope) }
      guard !parts.contains(where: { $0 == nil }) else { return nil }
      let core = Core.Expression.any(parts.compactMap(\.self))
      return truth(isNegated ? .negation(of: core) : core)
    case .ahead(let a, let b, let queue): return truth(ahead(a, b, queue, scope))
    case .comparison(let first, let links): return truth(comparison(first, links, scope))
    case .arithmetic, .negative, .rounded: return arithmetic(expression, scope)
    case .conditional(let condition, let then, let otherwise):
      return conditional(condition, then, otherwise, expected, scope)
    case .before(let inner): return before(inner, scope, at: expression.span)
    case .existed(let entity): return truth(existed(entity, scope, at: expression.span))
    case .notified(let recipient, let message, let arguments):
      return truth(notified(recipient, message, arguments, scope, at: expression.span))
    case .count:
      report(
        "count-here",
        "a 'count' is compared with a constant, or is the measure of a 'measure'",
        at: expression.span)
      return nil
    }
  }

  /// Elaborates two conditions of which the second is reached where the first has the given truth
  /// value. If one is wrong, the other is still elaborated, to report its own mistakes.
  private func both(
    _ a: Syntax.Expression, _ b: Syntax.Expression, being truth: Bool = true, _ scope: Scope,
    _ whole: (Core.Expression, Core.Expression) -> Core.Expression
  ) -> Core.Expression? {
    var behind = scope
    let first = condition(a, being: truth, narrowing: &behind)
    let second = condition(b, behind)
    guard let first, let second else { return nil }
    return whole(first, second)
  }

  /// Elaborates a condition; the scope becomes that of a place that is reached only where it has
  /// the given truth value. If a part is wrong, the rest still narrows, so that one mistake does
  /// not cause false reports in what is right.
  func condition(
    _ expression: Syntax.Expression, being truth: Bool = true, narrowing scope: inout Scope
  ) -> Core.Expression? {
    let parts: (Syntax.Expression, Syntax.Expression)
    switch (expression.node, truth) {
    case (.and(let a, let b), true), (.or(let a, let b), false): parts = (a, b)
    default:
      let core = condition(expression, scope)
      scope = self.scope(scope, after: core, being: truth)
      return core
    }
    guard spend(1, at: expression.span) else { return nil }
    var behind = scope
    let first = condition(parts.0, being: truth, narrowing: &behind)
    let second = condition(parts.1, being: truth, narrowing: &behind)
    guard let first, let second else {
      scope = behind
      return nil
    }
    let core = truth ? conjunction(first, second) : disjunction(first, second)
    scope = self.scope(scope, after: core, being: truth)
    return core
  }

  /// Returns the conjunction, not folded to `false` where that would lose what narrowing learns
  /// from it: the value of a parameter must not decide whether a rulebook compiles.
  private func conjunction(_ a: Core.Expression, _ b: Core.Expression) -> Core.Expression {
    let whole = Core.Expression.and([a, b])
    return facts(whole, when: true).isEmpty ? .all([a, b]) : unfolded(.all([a, b]), whole)
  }

  private func disjunction(_ a: Core.Expression, _ b: Core.Expression) -> Core.Expression {
    let whole = Core.Expression.or([a, b])
    return facts(whole, when: false).isEmpty ? .any([a, b]) : unfolded(.any([a, b]), whole)
  }

  private func unfolded(
    _ folded: Core.Expression, _ whole: Core.Expression
  ) -> Core.Expression {
    if case .literal = folded { whole } else { folded }
  }

  /// Elaborates one side after the other is wrong, to report its own mistakes.
  private func poison(
    _ other: Syntax.Expression, _ scope: Scope, _ type: Core.ValueType?
  ) -> Elaborated? {
    let elaborated = elaborate(other, expecting: type, scope)
    if let elaborated, let type { _ = value(of: elaborated, as: type, scope, at: other.span) }
    return nil
  }

  func notConstant(_ span: SourceSpan) -> Elaborated? {
    report(
      "not-constant", "this is no constant: only values and parameters can stand here", at: span)
    return nil
  }

  private func literal(_ number: Int64, _ unit: Syntax.Name?, at span: SourceSpan) -> Elaborated? {
    guard let unit else { return .value(.literal(.number(number, .int)), Core.ValueType(.int)) }
    if let factor = Duration.milliseconds[unit.text] {
      let product = number.multipliedReportingOverflow(by: factor)
      guard !product.overflow else {
        report("number-too-large", "the duration is too large", at: span)
        return nil
      }
      return .value(
        .literal(.number(product.partialValue, .duration)), Core.ValueType(.duration))
    }
    guard case .unit(let id)? = names.types[unit.text] else {
      reporter.unknown(
        "unit", unit, among: Duration.milliseconds.keys.sorted() + rules.units.map(\.name))
      return nil
    }
    names.used.insert(unit.text)
    return .value(.literal(.number(number, .unit(id))), Core.ValueType(.unit(id)))
  }

  private func resolve(_ name: Syntax.Name, _ scope: Scope) -> Elaborated? {
    if let local = scope.locals[name.text] { return local }
    if let value = names.parameters[name.text] {
      names.used.insert(name.text)
      return .value(.literal(value), value.type)
    }
    if let id = names.globals[name.text] {
      guard scope.site != .constant else { return notConstant(name.span) }
      return .value(.global(id, scope.era), rules[id].type)
    }
    if names.definitions[name.text] != nil { return call(name, [], scope, name.span) }
    guard names.values.contains(name.text) else { return .caseName(name) }
    // Declared below, or declared wrongly and then reported there.
    if scope.site == .constant, !names.broken.contains(.value(name.text)) {
      report(
        "not-constant", "'\(name.text)' is no parameter above this: a constant uses only those",
        at: name.span)
    }
    return nil
  }

  private func member(
    _ owner: Syntax.Expression, _ name: Syntax.Name, _ scope: Scope
  ) -> Elaborated? {
    guard let (core, entity) = self.owner(owner, of: name, scope) else { return nil }
    if let pairs = names.pairs[entity]?[name.text] {
      let key = rules.name(of: memberType(rules[pairs].kind))
      report(
        "pair-expected",
        "'\(name.text)' has a value for each \(key): say of which, as in "
          + "'\(text(owner.span)).\(name.text)(\(key.lowercased()))'", at: name.span)
      return nil
    }
    guard let id = names.fields[entity]?[name.text] else {
      unknownField(name, of: entity)
      return nil
    }
    switch rules[id].kind {
    case .value(let type):
      names.readFields.insert(id)
      return .value(.field(id, of: core, scope.era), type)
    case .queue, .set:
      return .collection(Core.Collection(field: id, owner: core, era: scope.era), rules[id].kind)
    }
  }

  /// Elaborates the entity that has the field, and returns it with its sort.
  func owner(
    _ owner: Syntax.Expression, of field: Syntax.Name, _ scope: Scope
  ) -> (Core.Expression, Core.ID<Core.Entity>)? {
    guard let (core, scalar) = certainValue(owner, scope) else { return nil }
    if case .entity(let entity) = scalar { return (core, entity) }
    report(
      "no-fields", "\(rules.name(of: scalar)) has no fields, so no '\(field.text)'", at: field.span)
    return nil
  }

  func unknownField(_ name: Syntax.Name, of entity: Core.ID<Core.Entity>) {
    guard !names.broken.contains(.field(name.text, of: entity)) else { return }
    let known = [names.fields, names.pairs].flatMap { $0[entity, default: [:]].keys }
    let hint =
      nearestName(to: name.text, among: known.sorted()).map { "; did you mean '\($0)'?" } ?? ""
    report("unknown-name", "\(rules[entity].name) has no '\(name.text)'\(hint)", at: name.span)
  }

  /// Elaborates `p!`: not none because an invariant, which is proved, says so.
  private func certain(
    _ inner: Syntax.Expression, _ scope: Scope, at span: SourceSpan
  ) -> Elaborated? {
    guard let (core, type) = anyValue(inner, scope) else { return nil }
    guard type.isOptional else {
      report("never-none", "'\(text(inner.span))' is never none; drop the '!'", at: span)
      return nil
    }
    guard scope.site == .effect || scope.site == .guardOrDue else {
      report(
        "certain-in-property",
        "'!' is for events; say '\(text(inner.span)) is not none and …' here", at: span)
      return nil
    }
    guard !scope.isUnderBinder else {
      report(
        "certain-under-binder",
        "'!' cannot stand under a quantifier; say '\(text(inner.span)) is not none and …'",
        at: span)
      return nil
    }
    if !scope.facts.contains(core) {
      definedness.append(
        Core.Definedness(
          condition: .all(scope.premises), fact: .negation(of: .isNone(core)),
          text: "\(text(inner.span)) is not none", span: span))
    }
    return .value(.certain(core), Core.ValueType(type.scalar))
  }

  private func before(
    _ inner: Syntax.Expression, _ scope: Scope, at span: SourceSpan
  ) -> Elaborated? {
    guard scope.allowsBefore else {
      let why =
        scope.site == .step
        ? "'before' stands inside another 'before'"
        : "'before' is for properties of steps; elsewhere everything is read in one state"
      report("before-here", why, at: span)
      return nil
    }
    var earlier = scope
    earlier.era = .before
    return elaborate(inner, expecting: nil, earlier)
  }

  /// Elaborates the test that the entity existed before the step.
  private func existed(
    _ entity: Syntax.Expression, _ scope: Scope, at span: SourceSpan
  ) -> Core.Expression? {
    guard scope.allowsBefore else {
      report("before-here", "'before' is for properties of steps", at: span)
      return nil
    }
    guard let (core, scalar) = certainValue(entity, scope) else { return nil }
    guard case .entity(let sort) = scalar else {
      report("not-an-entity", "only an entity exists or does not", at: entity.span)
      return nil
    }
    let old = Core.Variable(id: freshVariable(), name: "old", type: Core.ValueType(scalar))
    return .quantified(
      .some, [Core.Binder(old, .entities(sort, .before))], condition: nil,
      body: .equal(.variable(old), core))
  }

  private func conditional(
    _ condition: Syntax.Expression, _ then: Syntax.Expression, _ otherwise: Syntax.Expression,
    _ expected: Core.ValueType?, _ scope: Scope
  ) -> Elaborated? {
    guard let test = self.condition(condition, scope) else { return nil }
    let thenScope = self.scope(scope, after: test)
    let elseScope = self.scope(scope, after: test, being: false)
    // Each part is elaborated once, whatever type is expected: twice would double at every nesting.
    guard let first = elaborate(then, expecting: expected, thenScope) else {
      return poison(otherwise, elseScope, expected)
    }
    guard let type = expected ?? anyValue(of: first, thenScope, at: then.span)?.1 else {
      return nil
    }
    let a = value(of: first, as: type, thenScope, at: then.span)
    let b = value(otherwise, of: type, elseScope)
    guard let a, let b else { return nil }
    return .value(.conditional(test, then: a, otherwise: b), type)
  }
}

/// The units of time of the language.
enum Duration {
  /// The milliseconds of each unit.
  static let milliseconds: [String: Int64] = [
    "ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000, "day": 86_400_000, "days": 86_400_000,
  ]
}
