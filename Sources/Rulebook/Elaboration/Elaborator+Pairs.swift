import Basics

/// Fields of pairs are written out as sets: one for each value but the default.
extension Elaborator {
  /// The most values that a field of pairs can have: each but the default is a set of its own.
  private static let mostPairValues = 16

  /// Declares the sets of `sharing: (Group) -> Presence = inactive`; nil after a report.
  func declarePairs(
    _ field: Syntax.Field, of owner: Core.ID<Core.Entity>, _ key: Syntax.Name,
    _ value: Syntax.Name, isOptional: Bool
  ) -> [Core.ID<Core.Field>] {
    guard let sort = entity(key), let scalar = namedType(value)?.scalar,
      let values = pairValues(scalar, isOptional: isOptional, at: value.span),
      let given = pairDefault(field, Core.ValueType(scalar, isOptional: isOptional)),
      let initial = values.first(where: given.isSame)
    else {
      names.broken.insert(.field(field.name.text, of: owner))
      return []
    }
    if field.isUnique || field.mark == .fixed {
      report(
        "pairs-marked", "a field of pairs is neither unique nor fixed", at: field.name.span)
    }
    let type = Core.ValueType(scalar, isOptional: isOptional)
    let citations = cite(field.citations)
    let first = Core.ID<Core.Field>(rules.fields.count)
    for (position, value) in values.filter({ $0 != initial }).enumerated() {
      rules.fields.append(
        Core.Field(
          owner: owner, name: "\(field.name.text).\(name(ofPairValue: value))",
          kind: .set(of: sort), initial: .given, isGhost: field.mark == .ghost,
          citations: citations, span: field.name.span,
          pair: Core.PairPart(
            name: field.name.text, position: position, type: type, value: value, initial: initial)))
    }
    names.pairs[owner, default: [:]][field.name.text] = first
    return (first.index..<rules.fields.count).map { Core.ID($0) }
  }

  /// Returns all values of the type, `none` last; nil after a report.
  private func pairValues(
    _ scalar: Core.Scalar, isOptional: Bool, at span: SourceSpan
  ) -> [Core.Literal]? {
    var values: [Core.Literal] = []
    switch scalar {
    case .bool: values = [.bool(true), .bool(false)]
    case .enumeration(let id): values = rules[id].cases.indices.map { .symbol($0, of: id) }
    case .range(let id):
      let range = rules[id]
      let (width, overflow) = range.upper.subtractingReportingOverflow(range.lower)
      if !overflow, width < Self.mostPairValues {
        values = (range.lower...range.upper).map { .number($0, scalar) }
      }
    case .int, .time, .duration, .unit, .entity: break
    }
    if isOptional, !values.isEmpty { values.append(.none(scalar)) }
    if (2...Self.mostPairValues).contains(values.count) { return values }
    report(
      "pair-values",
      "a field of pairs holds a Bool, or a value of an enumeration or a range of 2 to "
        + "\(Self.mostPairValues); for \(rules.name(of: scalar)) introduce an entity for the pair",
      at: span)
    return nil
  }

  private func pairDefault(_ field: Syntax.Field, _ type: Core.ValueType) -> Core.Literal? {
    if case .value(let expression) = field.initial { return constant(expression, type) }
    report(
      "no-default",
      "give '\(field.name.text)' a value, which every pair has at first", at: field.name.span)
    return nil
  }

  private func name(ofPairValue value: Core.Literal) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .number(let number, _): "\(number)"
    case .symbol(let index, let id): rules[id].cases[index]
    case .none: "none"
    }
  }

  /// A field of pairs and the two entities of a pair.
  private struct Pair {
    let owner: Core.Expression
    let key: Core.Expression
    let parts: [(field: Core.ID<Core.Field>, part: Core.PairPart)]
  }

  private func pair(
    _ owner: Syntax.Expression, _ name: Syntax.Name, _ key: Syntax.Expression, _ scope: Scope
  ) -> Pair? {
    guard let (owner, entity) = self.owner(owner, of: name, scope) else { return nil }
    guard let first = names.pairs[entity]?[name.text] else {
      if names.fields[entity]?[name.text] == nil {
        unknownField(name, of: entity)
      } else {
        report(
          "no-pairs",
          "'\(name.text)' is no field of pairs: nothing stands in parentheses behind it",
          at: name.span)
      }
      return nil
    }
    guard let key = value(key, of: memberType(rules[first].kind), scope) else { return nil }
    return Pair(owner: owner, key: key, parts: rules.parts(ofPairs: first))
  }

  /// Elaborates `user.sharing(group)`.
  func pairValue(
    _ owner: Syntax.Expression, _ name: Syntax.Name, _ key: Syntax.Expression, _ scope: Scope
  ) -> Elaborated? {
    guard let pair = pair(owner, name, key, scope), let first = pair.parts.first else {
      return nil
    }
    names.readFields.formUnion(pair.parts.map(\.field))
    let value = rules.pairValue(first.field, of: pair.owner, pair.key, scope.era)
    let isTruth = first.part.type == Core.ValueType(.bool)
    return .value(isTruth ? isValue(value, .bool(true)) : value, first.part.type)
  }

  /// Elaborates `user.sharing(group) = active`: the group joins the set of the value and leaves the
  /// others.
  func assignPair(
    _ place: Syntax.Expression, _ sign: Syntax.Action.Assignment, _ expression: Syntax.Expression,
    when conditions: [Core.Expression], _ scope: Scope, at span: SourceSpan, citations: [String]
  ) -> [Core.Update] {
    guard case .pair(let owner, let name, let key) = place.node,
      let pair = pair(owner, name, key, scope), let type = pair.parts.first?.part.type,
      let value = assigned(place, sign, expression, type, scope, at: span)
    else { return [] }
    return pair.parts.flatMap { field, part in
      let collection = Core.Collection(field: field, owner: pair.owner, era: .here)
      let holds = isValue(value, part.value)
      let cases: [(Core.Expression, Core.Action)] = [
        (holds, .add(pair.key, to: collection)),
        (.negation(of: holds), .remove(pair.key, from: collection)),
      ]
      return cases.filter { $0.0 != .false }.map { condition, action in
        Core.Update(
          condition: .all(conditions + [condition]), action: action, citations: citations,
          span: span)
      }
    }
  }

  /// Returns the equality of two values. If one is the value of a pair and the other a constant, it
  /// is a formula about the sets of the pair, which proofs and indices support.
  func equal(_ a: Core.Expression, _ b: Core.Expression) -> Core.Expression {
    switch (a, b) {
    case (_, .literal(let literal)) where rules.isPairValue(a): isValue(a, literal)
    case (.literal(let literal), _) where rules.isPairValue(b): isValue(b, literal)
    default: .equal(a, b)
    }
  }

  private func isValue(_ value: Core.Expression, _ literal: Core.Literal) -> Core.Expression {
    switch (value, literal) {
    case (.literal(let other), _): return other.isSame(as: literal) ? .true : .false
    case (.conditional(let test, let then, let otherwise), _) where rules.isPairValue(value):
      let rest = isValue(otherwise, literal)
      return isValue(then, literal) == .true
        ? .any([test, rest]) : .all([.negation(of: test), rest])
    case (_, .none): return isOptional(value) ? .isNone(value) : .false
    case (_, .bool(let truth)) where !isOptional(value):
      return truth ? value : .negation(of: value)
    default: return .equal(value, .literal(literal))
    }
  }
}

extension Core.Literal {
  /// Returns true if both are one value, of a range as of `Int`.
  fileprivate func isSame(as other: Core.Literal) -> Bool {
    switch (self, other) {
    case (.number(let a, _), .number(let b, _)): a == b
    case (.none, .none): true
    default: self == other
    }
  }
}

extension Syntax.Expression {
  /// True if the expression is the place of a pair.
  var isPair: Bool { if case .pair = node { true } else { false } }
}
