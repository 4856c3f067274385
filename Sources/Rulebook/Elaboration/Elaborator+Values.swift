import Basics

extension Elaborator {
  /// Elaborates an expression as a value of the type that its context expects.
  func value(
    _ expression: Syntax.Expression, of type: Core.ValueType, _ scope: Scope
  ) -> Core.Expression? {
    elaborate(expression, expecting: type, scope).flatMap {
      value(of: $0, as: type, scope, at: expression.span)
    }
  }

  /// Converts an elaborated expression to a value of the type that its context expects; nil after a
  /// report.
  func value(
    of elaborated: Elaborated, as type: Core.ValueType, _ scope: Scope, at span: SourceSpan
  ) -> Core.Expression? {
    switch elaborated {
    case .none:
      if type.isOptional { return .literal(.none(type.scalar)) }
      report(
        "never-none", "a value of type \(rules.name(of: type)) is expected here: it is never none",
        at: span)
      return nil
    case .caseName(let name): return caseValue(name, type.scalar, scope)
    case .collection:
      report("value-expected", "a value is expected here, this is a queue or a set", at: span)
      return nil
    case .value(let core, let actual):
      guard actual.scalar == type.scalar || fits(core, actual.scalar, into: type.scalar) else {
        typeMismatch(expected: type, actual, at: span)
        return nil
      }
      if actual.isOptional, !type.isOptional { return narrowed(core, scope, at: span) }
      return core
    }
  }

  /// Elaborates an expression as a value of its own type; nil after a report.
  func anyValue(
    _ expression: Syntax.Expression, _ scope: Scope
  ) -> (Core.Expression, Core.ValueType)? {
    elaborate(expression, expecting: nil, scope).flatMap {
      anyValue(of: $0, scope, at: expression.span)
    }
  }

  func anyValue(
    of elaborated: Elaborated, _ scope: Scope, at span: SourceSpan
  ) -> (Core.Expression, Core.ValueType)? {
    switch elaborated {
    case .value(let core, let type): return (core, type)
    case .none: report("value-expected", "'none' cannot stand here", at: span)
    case .caseName(let name): unknownName(name, scope)
    case .collection:
      report(
        "value-expected",
        "a value is expected here, this is a queue or a set: 'each' and 'notify each' go through "
          + "its members", at: span)
    }
    return nil
  }

  /// Elaborates a value that is not none: narrowed if it is optional.
  func certainValue(
    _ expression: Syntax.Expression, _ scope: Scope
  ) -> (Core.Expression, Core.Scalar)? {
    guard let (core, type) = anyValue(expression, scope) else { return nil }
    guard type.isOptional else { return (core, type.scalar) }
    return narrowed(core, scope, at: expression.span).map { ($0, type.scalar) }
  }

  func condition(_ expression: Syntax.Expression, _ scope: Scope) -> Core.Expression? {
    value(expression, of: Core.ValueType(.bool), scope)
  }

  /// Returns the value of an optional that is known not to be none here; nil after a report.
  func narrowed(_ core: Core.Expression, _ scope: Scope, at span: SourceSpan) -> Core.Expression? {
    if scope.facts.contains(core) { return .certain(core) }
    let words = text(span)
    let hint =
      scope.site == .effect || scope.site == .guardOrDue
      ? ": say 'require \(words) is not none', or '\(words)!' if an invariant knows it"
      : ": say '\(words) is not none and …'"
    report("may-be-none", "'\(words)' may be none here\(hint)", at: span)
    return nil
  }

  /// Resolves an otherwise unknown name as a value of the enumeration that its context expects.
  func caseValue(
    _ name: Syntax.Name, _ scalar: Core.Scalar, _ scope: Scope
  ) -> Core.Expression? {
    guard case .enumeration(let id) = scalar else {
      unknownName(name, scope)
      return nil
    }
    guard let index = rules[id].cases.firstIndex(of: name.text) else {
      unknownName(name, scope, expecting: rules[id])
      return nil
    }
    return .literal(.symbol(index, of: id))
  }

  func typeMismatch(expected: Core.ValueType, _ actual: Core.ValueType, at span: SourceSpan) {
    var hint = unitHint(expected.scalar, actual.scalar)
    if case .range(let range) = expected.scalar, actual.scalar == .int {
      hint = ": it takes whole numbers from \(rules[range].lower) to \(rules[range].upper)"
    }
    report(
      "wrong-type",
      "expected \(rules.name(of: expected)), this is \(rules.name(of: actual))\(hint)", at: span)
  }

  /// Reports a comparison of two values of different types.
  func cannotCompare(_ a: Core.Scalar, _ b: Core.Scalar, at span: SourceSpan) {
    let hint = b == .int ? unitHint(a, b) : unitHint(b, a)
    report(
      "wrong-type", "\(rules.name(of: a)) is compared with \(rules.name(of: b))\(hint)", at: span)
  }

  /// Returns a hint for a number without its unit, the most likely mistake where a unit is
  /// expected.
  private func unitHint(_ expected: Core.Scalar, _ actual: Core.Scalar) -> String {
    switch (expected, actual) {
    case (.unit(let unit), .int): ": write the unit, as in '5 \(rules[unit].name)'"
    case (.duration, .int): ": write the unit, as in '5 min'"
    default: ""
    }
  }

  /// Returns true if a whole number may stand where another kind of whole number is expected: a
  /// range where Int is expected, and a literal where a range that contains it is expected.
  private func fits(
    _ core: Core.Expression, _ actual: Core.Scalar, into expected: Core.Scalar
  ) -> Bool {
    switch (actual, expected) {
    case (.range, .int): return true
    case (.int, .range(let id)):
      guard case .number(let number, _)? = fold(core) else { return false }
      return rules[id].lower <= number && number <= rules[id].upper
    default: return false
    }
  }

  func isOptional(_ expression: Core.Expression) -> Bool { rules.type(of: expression).isOptional }

  /// Returns the optional paths that are not none where the condition has the given truth value.
  func facts(_ condition: Core.Expression, when truth: Bool) -> Set<Core.Expression> {
    condition.facts(when: truth, isOptional: isOptional)
  }

  /// Returns the scope of a place that is reached only where the condition has the given truth
  /// value.
  func scope(
    _ scope: Scope, after condition: Core.Expression?, being truth: Bool = true
  ) -> Scope {
    guard let condition,
      spend(scope.premises.count + scope.facts.count, at: nil)
    else { return scope }
    var result = scope
    result.facts.formUnion(facts(condition, when: truth))
    result.premises.append(truth ? condition : .negation(of: condition))
    return result
  }

  func unknownName(
    _ name: Syntax.Name, _ scope: Scope, expecting enumeration: Core.Enumeration? = nil
  ) {
    if scope.hiddenResults.contains(name.text) {
      report(
        "result-in-guard",
        "'\(name.text)' is chosen by the server after the guards: a guard cannot mention it",
        at: name.span)
      return
    }
    let owner = rules.enumerations.first { $0.cases.contains(name.text) }
    var known = enumeration?.cases ?? []
    known += scope.locals.keys.sorted()
    known += names.values.sorted()
    switch (owner, enumeration) {
    case (let owner?, let enumeration?):
      report(
        "wrong-type",
        "'\(name.text)' is a value of \(owner.name), here a value of \(enumeration.name) is "
          + "expected", at: name.span)
    case (let owner?, nil):
      report(
        "wrong-type",
        "'\(name.text)' is a value of \(owner.name); nothing of that type is expected here",
        at: name.span)
    case (nil, let enumeration?) where nearestName(to: name.text, among: known) == nil:
      report(
        "unknown-name",
        "unknown name '\(name.text)'; the values of \(enumeration.name) are "
          + enumeration.cases.joined(separator: ", "), at: name.span)
    default: reporter.unknown("name", name, among: known)
    }
  }
}
