import Rulebook

/// Core expressions as a rulebook would write them, for the reports that take a formula apart.
package struct ExpressionText: Sendable {
  private let rules: Core.Rules
  private let names: EntityNames
  private let parameters: [Core.Literal: String]

  /// Makes a writer for expressions of the rules.
  /// - Parameter parameters: The values that are shown by the name of a parameter.
  package init(_ rules: Core.Rules, calling parameters: [Core.Literal: String] = [:]) {
    self.rules = rules
    names = EntityNames(rules)
    self.parameters = parameters
  }

  /// Returns the text on one line; values of sensitive types are not in clear.
  package func text(_ expression: Core.Expression) -> String { write(expression) }

  private func write(_ expression: Core.Expression) -> String {
    switch expression {
    case .literal(let literal): return parameters[literal] ?? write(literal)
    case .variable(let variable): return variable.name
    case .now: return "now"
    case .field(let id, let owner, let era): return aged("\(write(owner)).\(rules[id].name)", era)
    case .global(let id, let era): return aged(rules[id].name, era)
    case .isNone(let e): return "\(write(e)) is none"
    case .certain(let e): return write(e)
    case .not(.isNone(let e)): return "\(write(e)) is not none"
    case .not(.equal(let a, let b)) where !isFormula(a) && !isFormula(b):
      return "\(write(a)) is not \(write(b))"
    case .not(.member(let e, let collection)) where rules[collection.field].pair != nil:
      return write(pair: e, collection, isValue: false)
    case .not(.member(let e, let collection)): return "\(write(e)) not in \(write(collection))"
    case .not(.quantified(.some, let binders, let condition, let body)):
      return quantified("no", binders, condition, body)
    case .not(.quantified(.atLeast(let number), let binders, _, let body)):
      return counted(binders, body) + " < \(write(number))"
    case .not(let e): return "not \(inner(e))"
    case .and(let parts): return parts.map(inner).joined(separator: " and ")
    case .or(let parts): return disjunction(parts)
    case .equal(let a, let b):
      return "\(inner(a)) \(isFormula(a) || isFormula(b) ? "iff" : "is") \(inner(b))"
    case .less(let a, let b): return "\(write(a)) < \(write(b))"
    case .atMost(let a, let b): return "\(write(a)) <= \(write(b))"
    case .sum(let a, let b, _): return "\(write(a)) + \(write(b))"
    case .difference(let a, let b, _): return "\(write(a)) - \(inner(b))"
    case .product(let parts, _): return parts.map(inner).joined(separator: " * ")
    case .quotient(let dividends, let divisors, let rounding, _):
      let line = dividends.map(inner).joined(separator: " * ")
      return line + divisors.map { " / \(inner($0))" }.joined() + " rounded \(rounding)"
    case .conditional(let c, let a, let b):
      if let (other, collection) = rules.pair(of: expression) { return write(other, collection) }
      return "if \(write(c)) then \(write(a)) else \(write(b))"
    case .quantified(.atLeast(let number), let binders, _, let body):
      return counted(binders, body) + " >= \(write(number))"
    case .quantified(let quantifier, let binders, let condition, let body):
      return quantified(quantifier == .all ? "all" : "some", binders, condition, body)
    case .member(let e, let collection) where rules[collection.field].pair != nil:
      return write(pair: e, collection, isValue: true)
    case .member(let e, let collection): return "\(write(e)) in \(write(collection))"
    case .ahead(let a, let b, let queue):
      return "\(write(a)) ahead of \(write(b)) in \(write(queue))"
    case .extreme(let extreme): return write(extreme)
    case .notified(let recipient, let message, let arguments):
      let list = arguments.map { $0.map(write) ?? "any" }.joined(separator: ", ")
      return
        "notified(\(write(recipient)), \(rules[message].name)\(list.isEmpty ? "" : "(\(list))"))"
    }
  }

  /// Returns true if the expression is composed of values, and so is no value with a name.
  private func isFormula(_ expression: Core.Expression) -> Bool {
    switch expression {
    case .not(let e), .certain(let e): isFormula(e)
    case .isNone, .and, .or, .equal, .less, .atMost, .quantified, .member, .ahead, .extreme,
      .notified:
      true
    case .literal, .variable, .now, .field, .global, .sum, .difference, .product, .quotient,
      .conditional:
      false
    }
  }

  private func inner(_ expression: Core.Expression) -> String {
    switch expression {
    case .and, .or, .quantified, .conditional, .sum, .difference, .equal, .extreme:
      "(\(write(expression)))"
    default: write(expression)
    }
  }

  /// Returns `a implies b` if premises are negated disjuncts.
  private func disjunction(_ parts: [Core.Expression]) -> String {
    var premises: [Core.Expression] = []
    var others: [Core.Expression] = []
    for part in parts {
      if case .not(let premise) = part { premises.append(premise) } else { others.append(part) }
    }
    guard !premises.isEmpty, !others.isEmpty else {
      return parts.map(inner).joined(separator: " or ")
    }
    return premises.map(inner).joined(separator: " and ") + " implies "
      + others.map(inner).joined(separator: " or ")
  }

  private func quantified(
    _ word: String, _ binders: [Core.Binder], _ condition: Core.Expression?,
    _ body: Core.Expression
  ) -> String {
    let condition = condition.map { " where \(write($0))" } ?? ""
    return "\(word) \(binders.map(write).joined(separator: ", "))\(condition): \(write(body))"
  }

  /// A count has one binder, and its whole condition as the body.
  private func counted(_ binders: [Core.Binder], _ body: Core.Expression) -> String {
    let condition = body == .true ? "" : " where \(write(body))"
    return "(count \(binders.map(write).joined(separator: ", "))\(condition))"
  }

  private func write(_ binder: Core.Binder) -> String {
    switch binder.domain {
    case .entities(let id, _): "\(binder.variable.name): \(rules[id].name)"
    case .values(let scalar): "\(binder.variable.name): \(rules.name(of: scalar))"
    case .members(let collection): "\(binder.variable.name) in \(write(collection))"
    }
  }

  private func write(_ extreme: Core.Extreme) -> String {
    let kind: String
    var key = ""
    switch extreme.kind {
    case .first: kind = "first"
    case .last: kind = "last"
    case .best(let by):
      kind = "best"
      key = " by \(write(by))"
    }
    let source: String
    switch extreme.binder.domain {
    case .members(let collection): source = " in \(write(collection))"
    case .entities(let id, _): source = ": \(rules[id].name)"
    case .values(let scalar): source = ": \(rules.name(of: scalar))"
    }
    let condition = extreme.condition.map { " where \(write($0))" } ?? ""
    return
      "\(write(extreme.subject)) is \(kind) \(extreme.binder.variable.name)\(source)\(condition)\(key)"
  }

  private func write(_ collection: Core.Collection) -> String {
    aged("\(write(collection.owner)).\(rules[collection.field].name)", collection.era)
  }

  /// Returns `user.sharing(group)`.
  private func write(_ other: Core.Expression, _ collection: Core.Collection) -> String {
    let name = rules[collection.field].statedName
    return aged("\(write(collection.owner)).\(name)(\(write(other)))", collection.era)
  }

  /// Returns `user.sharing(group) is active`.
  private func write(
    pair other: Core.Expression, _ collection: Core.Collection, isValue: Bool
  ) -> String {
    let value = rules[collection.field].pair.map { write($0.value) } ?? ""
    return "\(write(other, collection)) is \(isValue ? "" : "not ")\(value)"
  }

  private func aged(_ text: String, _ era: Core.Era) -> String {
    era == .before ? "before(\(text))" : text
  }

  private func write(_ literal: Core.Literal) -> String {
    switch literal {
    case .bool(let value): "\(value)"
    case .number(let number, let scalar): names.value(.number(number), scalar)
    case .symbol(let index, let id): names.value(.symbol(Int32(index)), .enumeration(id))
    case .none: "none"
    }
  }
}
