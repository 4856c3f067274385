import Basics

extension Elaborator {
  /// Declares the parameters in the order of the text; each may use those before it.
  func declareParameters(_ settings: [Compilation.Setting]) {
    for declaration in book.declarations {
      guard case .parameter(let name, let expression, let citations) = declaration.kind else {
        continue
      }
      let cited = cite(citations)
      guard let value = constant(expression, nil) else {
        names.broken.insert(.value(name.text))
        continue
      }
      let chosen = settings.last { $0.name == name.text }.map { setting(value, $0, name) } ?? value
      names.parameters[name.text] = chosen
      rules.parameters.append(
        Core.Parameter(name: name.text, value: chosen, citations: cited, span: name.span))
    }
    let known = rules.parameters.map(\.name)
    for setting in settings
    where !known.contains(setting.name) && !names.broken.contains(.value(setting.name)) {
      let hint = nearestName(to: setting.name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      report("unknown-parameter", "--set: unknown parameter '\(setting.name)'\(hint)", at: nil)
    }
  }

  /// Returns the value that the command line gives instead; of the same type, and not negative.
  private func setting(
    _ value: Core.Literal, _ setting: Compilation.Setting, _ name: Syntax.Name
  ) -> Core.Literal {
    let type = rules.name(of: value.type)
    func refuse(_ why: String) -> Core.Literal {
      let shown = "\(setting.name)=\(setting.value)"
      report(
        "bad-setting", "--set \(shown): \(why)", at: nil,
        notes: [Diagnostic.Note("the parameter is declared here", at: name.span)])
      return value
    }
    let units = Set(rules.units.map(\.name))
    let text = SourceText(path: "--set", text: setting.value)
    let (parsed, diagnostics) = Parser.parseExpression(text, units: units)
    guard let parsed, !diagnostics.containsError else {
      return refuse("expected a value of type \(type)")
    }
    // The mistake lies in the setting, so places in the rulebook would mislead.
    let elaborated = reporter.silently {
      elaborate(parsed, expecting: value.type, Scope(site: .constant))
    }
    guard case .value(let expression, _)? = elaborated, let literal = fold(expression) else {
      return refuse("expected a value of type \(type)")
    }
    guard literal.type == value.type else {
      return refuse("expected a value of type \(type), this is \(rules.name(of: literal.type))")
    }
    if case .number(let number, _) = literal, number < 0 {
      return refuse("a parameter is not negative")
    }
    return literal
  }

  /// Returns the value of a constant expression, of the expected type if there is one.
  func constant(_ expression: Syntax.Expression, _ expected: Core.ValueType?) -> Core.Literal? {
    let scope = Scope(site: .constant)
    let core: Core.Expression?
    if let expected {
      core = self.value(expression, of: expected, scope)
    } else {
      core = anyValue(expression, scope)?.0
    }
    guard let core else { return nil }
    guard let literal = fold(core) else {
      if core.isArithmetic {
        report("number-too-large", "the number is too large", at: expression.span)
      } else {
        report(
          "not-constant", "a constant is a value, or a sum, product or quotient of such",
          at: expression.span)
      }
      return nil
    }
    return literal
  }

  /// Returns the value of an expression over literals; nil if it is not constant or out of range.
  func fold(_ expression: Core.Expression) -> Core.Literal? {
    func number(_ e: Core.Expression) -> Int64? {
      if case .number(let value, _)? = fold(e) { value } else { nil }
    }
    func make(_ value: (partialValue: Int64, overflow: Bool), _ type: Core.Scalar) -> Core.Literal?
    {
      value.overflow ? nil : .number(value.partialValue, type)
    }
    func product(_ parts: [Core.Expression]) -> Int64? {
      var result: Int64 = 1
      for part in parts {
        guard let factor = number(part) else { return nil }
        let (product, isTooLarge) = result.multipliedReportingOverflow(by: factor)
        if isTooLarge { return nil }
        result = product
      }
      return result
    }
    switch expression {
    case .literal(let literal): return literal
    case .sum(let a, let b, let type):
      guard let a = number(a), let b = number(b) else { return nil }
      return make(a.addingReportingOverflow(b), type)
    case .difference(let a, let b, let type):
      guard let a = number(a), let b = number(b) else { return nil }
      return make(a.subtractingReportingOverflow(b), type)
    case .product(let parts, let type): return product(parts).map { .number($0, type) }
    case .quotient(let dividends, let divisors, let rounding, let type):
      guard let above = product(dividends), let below = product(divisors), below > 0 else {
        return nil
      }
      let (quotient, remainder) = above.quotientAndRemainder(dividingBy: below)
      let correction: Int64 =
        switch rounding {
        case .down: remainder < 0 ? -1 : 0
        case .up: remainder > 0 ? 1 : 0
        }
      return make(quotient.addingReportingOverflow(correction), type)
    case .less(let a, let b):
      guard let a = number(a), let b = number(b) else { return nil }
      return .bool(a < b)
    case .atMost(let a, let b):
      guard let a = number(a), let b = number(b) else { return nil }
      return .bool(a <= b)
    case .not(let e):
      guard case .bool(let value)? = fold(e) else { return nil }
      return .bool(!value)
    default: return nil
    }
  }
}

extension Core.Expression {
  /// True if the expression consists of numbers alone: if it has no value, it is out of range.
  fileprivate var isArithmetic: Bool {
    switch self {
    case .literal(.number): true
    case .sum, .difference, .product, .quotient: children.allSatisfy(\.isArithmetic)
    default: false
    }
  }
}
