import Rulebook

/// Syntax trees as S-expressions, short enough to stand in a test.
enum Dump {
  static func expression(_ expression: Syntax.Expression) -> String { node(expression.node) }

  private static func list(_ parts: String?...) -> String {
    "(" + parts.compactMap { $0 }.joined(separator: " ") + ")"
  }

  private static func node(_ node: Syntax.Node) -> String {
    switch node {
    case .boolean(let value): "\(value)"
    case .number(let value, let unit): unit.map { "\(value)\($0.text)" } ?? "\(value)"
    case .none: "none"
    case .now: "now"
    case .name(let name): name.text
    case .call(let name, let values): list("call", name.text, arguments(values))
    case .member(let base, let name): "\(expression(base)).\(name.text)"
    case .pair(let base, let name, let key): "\(expression(base)).\(name.text)(\(expression(key)))"
    case .certain(let base): "\(expression(base))!"
    case .negative(let value): list("neg", expression(value))
    case .not(let value): list("not", expression(value))
    case .and(let a, let b): list("and", expression(a), expression(b))
    case .or(let a, let b): list("or", expression(a), expression(b))
    case .implies(let a, let b): list("implies", expression(a), expression(b))
    case .iff(let a, let b): list("iff", expression(a), expression(b))
    case .quantified(let quantifier, let bound, let range, let body):
      list(quantifier.rawValue, binders(bound), condition(range), expression(body))
    case .equality(let a, let negated, let b):
      list(negated ? "isnt" : "is", expression(a), expression(b))
    case .pick(let value, let negated, let pick):
      list(
        negated ? "isnt" : "is", expression(value),
        list(
          pick.kind.rawValue, binder(pick.binder), condition(pick.condition),
          pick.key.map { "by " + expression($0) }))
    case .membership(let value, let negated, let collection):
      list(negated ? "notin" : "in", expression(value), expression(collection))
    case .oneOf(let value, let negated, let values):
      list(
        negated ? "notin" : "in", expression(value),
        "{" + values.map(expression).joined(separator: " ") + "}")
    case .ahead(let a, let b, let queue):
      list("ahead", expression(a), expression(b), expression(queue))
    case .comparison(let first, let links):
      list(
        "chain", expression(first),
        links.map { "\($0.order.rawValue) \(expression($0.right))" }.joined(separator: " "))
    case .arithmetic(let operation, let a, let b):
      list(operation.rawValue, expression(a), expression(b))
    case .rounded(let value, let rounding): list("rounded", rounding.rawValue, expression(value))
    case .conditional(let condition, let a, let b):
      list("if", expression(condition), expression(a), expression(b))
    case .existed(let value): list("existed", expression(value))
    case .before(let value): list("before", expression(value))
    case .notified(let recipient, let message, let values):
      list("notified", expression(recipient), message.text, arguments(values))
    case .count(let bound, let range): list("count", binder(bound), condition(range))
    }
  }

  static func condition(_ expression: Syntax.Expression?) -> String? {
    expression.map { "where " + self.expression($0) }
  }

  static func arguments(_ arguments: [Syntax.Argument]) -> String? {
    arguments.isEmpty
      ? nil
      : arguments.map { argument in
        switch argument {
        case .any: "any"
        case .expression(let value): expression(value)
        }
      }.joined(separator: " ")
  }

  static func binders(_ binders: [Syntax.Binder]) -> String {
    "[" + binders.map(binder).joined(separator: ", ") + "]"
  }

  static func binder(_ binder: Syntax.Binder) -> String {
    let names = names(binder.names)
    return switch binder.source {
    case .type(let type): "\(names):\(type.text)"
    case .collection(let collection): "\(names) in \(expression(collection))"
    }
  }

  static func names(_ names: [Syntax.Name]) -> String {
    names.map(\.text).joined(separator: " ")
  }
}
