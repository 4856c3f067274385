import Rulebook

extension Dump {
  static func declaration(_ declaration: Syntax.Declaration) -> String {
    switch declaration.kind {
    case .omit(let ids, let reason): "omit\(citations(ids)) '\(reason.value)'"
    case .type(let name, let definition, let ids):
      "type \(name.text) \(self.definition(definition))\(citations(ids))"
    case .sensitive(let types): "sensitive \(names(types))"
    case .parameter(let name, let value, let ids):
      "parameter \(name.text) \(expression(value))\(citations(ids))"
    case .entity(let name, let fields): lines("entity \(name.text)", fields.map(field))
    case .state(let field): "state \(self.field(field))"
    case .message(let messages):
      "message " + messages.map { $0.name.text + parameters($0.parameters) }.joined(separator: ", ")
    case .define(let name, let parameters, let value, let ids):
      "define \(name.text)\(self.parameters(parameters)) \(expression(value))\(citations(ids))"
    case .every(let excepted, let clauses):
      lines("every except [\(names(excepted))]", clauses.map(clause))
    case .effect(let name, let parameters, let clauses):
      lines("effect \(name.text)\(self.parameters(parameters))", clauses.map(clause))
    case .event(let event):
      lines(
        "event \(event.name.text)\(parameters(event.parameters)) from \(event.actor.text)"
          + (event.results.isEmpty ? "" : " -> ")
          + event.results.map { ($0.isNew ? "new " : "") + "\($0.name.text):\(type($0.type))" }
          .joined(separator: ", "),
        event.clauses.map(clause))
    case .property(let property): self.property(property)
    }
  }

  private static func lines(_ head: String, _ rest: [String]) -> String {
    ([head] + rest.map { "  " + $0 }).joined(separator: "\n")
  }

  static func citations(_ ids: [Syntax.Name]) -> String {
    ids.isEmpty ? "" : " [\(names(ids))]"
  }

  private static func definition(_ definition: Syntax.TypeDefinition) -> String {
    switch definition {
    case .enumeration(let values): values.map(\.text).joined(separator: "|")
    case .range(let low, let high, _): "\(low)...\(high)"
    case .unit: "unit"
    }
  }

  private static func type(_ type: Syntax.TypeReference) -> String {
    switch type {
    case .plain(let name): name.text
    case .optional(let name): name.text + "?"
    case .queue(let name): "Queue<\(name.text)>"
    case .set(let name): "Set<\(name.text)>"
    case .pairs(let key, let value, let isOptional):
      "(\(key.text))->\(value.text)\(isOptional ? "?" : "")"
    }
  }

  private static func parameters(_ parameters: [Syntax.Parameter]) -> String {
    "(" + parameters.map { "\($0.name.text):\(type($0.type))" }.joined(separator: ", ") + ")"
  }

  private static func field(_ field: Syntax.Field) -> String {
    let mark = (field.isUnique ? "unique " : "") + (field.mark.map { "\($0.rawValue) " } ?? "")
    let initial =
      switch field.initial {
      case nil: ""
      case .any: " = any"
      case .value(let value): " = \(expression(value))"
      }
    return "\(mark)\(field.name.text):\(type(field.type))\(initial)\(citations(field.citations))"
  }

  private static func property(_ property: Syntax.Property) -> String {
    let events =
      switch property.events {
      case nil: ""
      case .every: " of every"
      case .named(let events): " of \(names(events))"
      }
    let body =
      switch property.body {
      case .formula(let formula): expression(formula)
      case .lasts(let bound, let range, let lasting, let limit):
        "(lasts "
          + [binders(bound), condition(range), expression(lasting), expression(limit)]
          .compactMap { $0 }.joined(separator: " ") + ")"
      case .count(let bound, let range):
        "(count " + [binders(bound), condition(range)].compactMap { $0 }.joined(separator: " ")
          + ")"
      }
    return "\(property.kind.rawValue) \(property.name.text)\(events)"
      + citations(property.citations) + (property.sentence.map { " '\($0.value)'" } ?? "")
      + " \(body)"
  }

  static func clause(_ clause: Syntax.Clause) -> String {
    let body =
      switch clause.kind {
      case .require(let condition): "require \(expression(condition))"
      case .due(let instant): "due \(expression(instant))"
      case .action(let action): self.action(action)
      case .cases(let rows): rows.map(row).joined(separator: "; ")
      case .onRefusal(let notification): "refusal \(self.notification(notification))"
      }
    return body + citations(clause.citations)
  }

  private static func row(_ row: Syntax.Clause.Row) -> String {
    (row.condition.map { "case \(expression($0))" } ?? "otherwise") + citations(row.citations)
      + " {" + row.actions.map(clause).joined(separator: ", ") + "}"
  }

  private static func action(_ action: Syntax.Action) -> String {
    switch action {
    case .assign(let target, let sign, let value):
      "\(expression(target)) \(sign.rawValue) \(expression(value))"
    case .append(let member, let queue): "append \(expression(member)) to \(expression(queue))"
    case .move(let member, let queue): "move \(expression(member)) to \(expression(queue))"
    case .add(let member, let set): "add \(expression(member)) to \(expression(set))"
    case .remove(let member, let from): "remove \(expression(member)) from \(expression(from))"
    case .perform(let effect, let values):
      "perform \(effect.text)(\(values.map(expression).joined(separator: " ")))"
    case .notify(let notification): "notify \(self.notification(notification))"
    case .notifyEach(let domain, let notification):
      "notify \(self.domain(domain)) \(self.notification(notification))"
    case .clear(let collection): "clear \(expression(collection))"
    case .each(let domain, let actions):
      "\(self.domain(domain)) {" + actions.map(clause).joined(separator: ", ") + "}"
    }
  }

  private static func domain(_ domain: Syntax.Domain) -> String {
    ["each", binders([domain.binder]), condition(domain.condition)].compactMap { $0 }
      .joined(separator: " ")
  }

  private static func notification(_ notification: Syntax.Notification) -> String {
    "\(expression(notification.recipient)) \(notification.message.text)"
      + "(\(arguments(notification.arguments) ?? ""))"
  }
}
