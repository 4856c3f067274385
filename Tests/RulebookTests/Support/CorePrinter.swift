import Rulebook

/// Core expressions as short text: reads of the state before end in `'`, the value of an optional
/// known not to be none in `!`, variables carry their number.
struct CorePrinter {
  let rules: Core.Rules

  init(_ rules: Core.Rules) { self.rules = rules }

  func literal(_ literal: Core.Literal) -> String {
    switch literal {
    case .bool(let value): "\(value)"
    case .number(let value, .duration): "\(value)ms"
    case .number(let value, .unit(let id)): "\(value) \(rules[id].name)"
    case .number(let value, _): "\(value)"
    case .symbol(let index, let id): rules[id].cases[index]
    case .none: "none"
    }
  }

  func variable(_ variable: Core.Variable) -> String { "\(variable.name)#\(variable.id)" }

  private func mark(_ era: Core.Era) -> String { era == .before ? "'" : "" }

  private func collection(_ collection: Core.Collection) -> String {
    "\(print(collection.owner)).\(rules[collection.field].name)\(mark(collection.era))"
  }

  private func binder(_ binder: Core.Binder) -> String {
    let domain =
      switch binder.domain {
      case .entities(let id, let era): rules[id].name + mark(era)
      case .members(let members): collection(members)
      case .values(let scalar): rules.name(of: scalar)
      }
    return "\(variable(binder.variable)):\(domain)"
  }

  private func list(_ parts: [Core.Expression], _ separator: String) -> String {
    parts.map(print).joined(separator: separator)
  }

  private func arguments(_ arguments: [Core.Expression?]) -> String {
    "(" + arguments.map { $0.map(print) ?? "any" }.joined(separator: ", ") + ")"
  }

  func print(_ expression: Core.Expression) -> String {
    switch expression {
    case .literal(let value): literal(value)
    case .variable(let value): variable(value)
    case .now: "now"
    case .field(let id, let owner, let era): "\(print(owner)).\(rules[id].name)\(mark(era))"
    case .global(let id, let era): "\(rules[id].name)\(mark(era))"
    case .isNone(let inner): "none?(\(print(inner)))"
    case .certain(let inner): "\(print(inner))!"
    case .not(let inner): "¬\(print(inner))"
    case .and(let parts): "(\(list(parts, " ∧ ")))"
    case .or(let parts): "(\(list(parts, " ∨ ")))"
    case .equal(let a, let b): "(\(print(a)) = \(print(b)))"
    case .less(let a, let b): "(\(print(a)) < \(print(b)))"
    case .atMost(let a, let b): "(\(print(a)) ≤ \(print(b)))"
    case .sum(let a, let b, _): "(\(print(a)) + \(print(b)))"
    case .difference(let a, let b, _): "(\(print(a)) - \(print(b)))"
    case .product(let parts, let type): "(\(list(parts, " × "))):\(rules.name(of: type))"
    case .quotient(let above, let below, let rounding, let type):
      "\(rounding == .down ? "⌊" : "⌈")\(list(above, " × ")) / \(list(below, " × "))"
        + "\(rounding == .down ? "⌋" : "⌉"):\(rules.name(of: type))"
    case .conditional(let test, let a, let b): "(\(print(test)) ? \(print(a)) : \(print(b)))"
    case .quantified(let quantifier, let binders, let condition, let body):
      (quantifier == .all ? "∀" : "∃") + binders.map(binder).joined(separator: ",")
        + (condition.map { " | \(print($0))" } ?? "") + ". \(print(body))"
    case .member(let element, let members): "\(print(element)) ∈ \(collection(members))"
    case .ahead(let a, let b, let queue): "\(print(a)) ◁ \(print(b)) ∈ \(collection(queue))"
    case .extreme(let extreme): self.extreme(extreme)
    case .notified(let recipient, let message, let values):
      "notified(\(print(recipient)), \(rules[message].name)\(arguments(values)))"
    }
  }

  private func extreme(_ extreme: Core.Extreme) -> String {
    let kind =
      switch extreme.kind {
      case .first: "first"
      case .last: "last"
      case .best(let key): "best[\(print(key))]"
      }
    return "\(print(extreme.subject)) \(kind) \(binder(extreme.binder))"
      + (extreme.condition.map { " | \(print($0))" } ?? "")
  }

  func update(_ update: Core.Update) -> String {
    let condition = update.condition == .literal(.bool(true)) ? "" : "\(print(update.condition)) ⇒ "
    return condition + action(update.action)
  }

  func notification(_ notification: Core.Notification) -> String {
    "notify \(print(notification.recipient)) \(rules[notification.message].name)"
      + arguments(notification.arguments)
  }

  private func action(_ action: Core.Action) -> String {
    switch action {
    case .assign(.field(let id, let owner), let value):
      "\(print(owner)).\(rules[id].name) := \(print(value))"
    case .assign(.global(let id), let value): "\(rules[id].name) := \(print(value))"
    case .append(let member, let queue): "append \(print(member)) to \(collection(queue))"
    case .move(let member, let queue): "move \(print(member)) in \(collection(queue))"
    case .remove(let member, let members): "remove \(print(member)) from \(collection(members))"
    case .add(let member, let set): "add \(print(member)) to \(collection(set))"
    case .notify(let notification): self.notification(notification)
    }
  }
}
