import Basics
import Rulebook

/// A line of a rulebook that can cite and mention: a guard, an effect, a field, a property …
struct RulePart: Sendable {
  /// The kind of the part and its owner: `guard of offer`.
  let what: String
  let text: String
  let line: Int
  let citations: [String]
  /// The names that it mentions, without those of its own arguments.
  let mentions: Set<String>
  let isProperty: Bool

  var statement: Statement {
    Statement(what: what, text: text, line: line, requirements: citations)
  }
}

/// The parts of a rulebook, in the order of its text.
struct RuleParts: Sendable {
  private(set) var parts: [RulePart] = []
  private let phrases: Phrases
  private var wording: Wording { phrases.wording }

  init(_ book: Syntax.Book, _ phrases: Phrases) {
    self.phrases = phrases
    for declaration in book.declarations { add(declaration) }
  }

  func citing(_ id: String) -> [RulePart] { parts.filter { $0.citations.contains(id) } }

  func mentioning(_ names: Set<String>) -> [RulePart] {
    parts.filter { !$0.mentions.isDisjoint(with: names) }
  }

  private mutating func add(_ declaration: Syntax.Declaration) {
    switch declaration.kind {
    case .omit, .sensitive: break
    case .type(let name, let definition, let citations):
      append(
        "type \(name.text)", Self.text(definition), name.span, citations)
    case .parameter(let name, let value, let citations):
      append("parameter \(name.text)", wording.text(value), name.span, citations, [value])
    case .entity(let name, let fields):
      for field in fields { add(field, "field \(name.text).\(field.name.text)") }
    case .state(let field): add(field, "state \(field.name.text)")
    case .message(let messages):
      for message in messages {
        append(
          "message \(message.name.text)",
          message.name.text + Phrases.parameters(message.parameters),
          message.name.span, [], types: message.parameters.map(\.type))
      }
    case .define(let name, let parameters, let body, let citations):
      append(
        "definition \(name.text)", wording.text(body), name.span, citations, [body],
        types: parameters.map(\.type), locals: parameters.map(\.name.text))
    case .every(let except, let clauses):
      let suffix = except.isEmpty ? "" : " except \(Phrases.list(except.map(\.text)))"
      for clause in clauses { add(clause, of: "every event\(suffix)", locals: []) }
    case .effect(let name, let parameters, let clauses):
      append(
        "effect \(name.text)", name.text + Phrases.parameters(parameters), declaration.span, [],
        types: parameters.map(\.type))
      for clause in clauses {
        add(clause, of: "effect \(name.text)", locals: parameters.map(\.name.text))
      }
    case .event(let event): add(event, at: declaration.span)
    case .property(let property): add(property)
    }
  }

  private mutating func add(_ event: Syntax.Event, at span: SourceSpan) {
    let locals = event.parameters.map(\.name.text) + event.results.map(\.name.text)
    append(
      "event \(event.name.text)", event.name.text + Phrases.parameters(event.parameters), span, [],
      types: event.parameters.map(\.type) + event.results.map(\.type))
    for clause in event.clauses { add(clause, of: event.name.text, locals: locals) }
  }

  private mutating func add(_ field: Syntax.Field, _ what: String) {
    var values: [Syntax.Expression] = []
    var initial = ""
    switch field.initial {
    case .value(let value):
      values.append(value)
      initial = ", at first \(wording.text(value))"
    case .any: initial = ", at first anything"
    case nil: break
    }
    append(
      what, Phrases.type(field.type) + initial, field.name.span, field.citations, values,
      types: [field.type])
  }

  private mutating func add(_ property: Syntax.Property) {
    var expressions: [Syntax.Expression] = []
    var locals: [String] = []
    func add(_ binders: [Syntax.Binder]) {
      expressions += binders.compactMap(\.collection)
      locals += binders.flatMap(\.names).map(\.text)
    }
    var text: String
    switch property.body {
    case .formula(let formula):
      expressions.append(formula)
      text = wording.text(formula)
    case .lasts(let binders, let filter, let condition, let limit):
      add(binders)
      expressions += [filter, condition, limit].compactMap(\.self)
      text = "\(wording.text(condition)) lasts at most \(wording.text(limit))"
    case .count(let binders, let filter):
      add(binders)
      expressions += [filter].compactMap(\.self)
      text = filter.map { "how often: \(wording.text($0))" } ?? "how many there are"
    }
    if let sentence = property.sentence?.value { text = sentence }
    append(
      "\(property.kind.rawValue) \(property.name.text)", text, property.name.span,
      property.citations, expressions, locals: locals, isProperty: true)
  }

  private mutating func add(_ clause: Syntax.Clause, of owner: String, locals: [String]) {
    func append(
      _ what: String, _ text: String, _ expressions: [Syntax.Expression], _ more: [String] = []
    ) {
      self.append(
        "\(what) of \(owner)", text, clause.span, clause.citations, expressions, names: more,
        locals: locals)
    }
    switch clause.kind {
    case .require(let condition): append("guard", wording.text(condition), [condition])
    case .due(let instant): append("instant", "due at \(wording.text(instant))", [instant])
    case .onRefusal(let notification):
      append(
        "refusal", phrases.clause(notification), notification.expressions,
        [notification.message.text])
    case .action(let action):
      append("change", phrases.clause(action), action.expressions, action.calledNames)
    case .cases(let rows):
      for row in rows {
        let text = row.condition.map { "if \(wording.text($0))" } ?? "otherwise"
        self.append(
          "case of \(owner)", text, row.span, row.citations, [row.condition].compactMap(\.self),
          locals: locals)
        for action in row.actions { add(action, of: owner, locals: locals) }
      }
    }
  }

  private mutating func append(
    _ what: String, _ text: String, _ span: SourceSpan, _ citations: [Syntax.Name],
    _ expressions: [Syntax.Expression] = [], types: [Syntax.TypeReference] = [],
    names: [String] = [], locals: [String] = [], isProperty: Bool = false
  ) {
    var mentions = Set(names)
    for expression in expressions { expression.forEach { mentions.formUnion($0.mentionedNames) } }
    mentions.subtract(locals)
    mentions.formUnion(types.flatMap(\.names).map(\.text))
    parts.append(
      RulePart(
        what: what, text: text, line: wording.line(span), citations: citations.map(\.text),
        mentions: mentions, isProperty: isProperty))
  }

  static func text(_ definition: Syntax.TypeDefinition) -> String {
    switch definition {
    case .enumeration(let cases): "one of \(Phrases.list(cases.map(\.text), "or"))"
    case .range(let lower, let upper, _): "a whole number from \(lower) to \(upper)"
    case .unit: "a unit: whole numbers of it"
    }
  }
}

extension Syntax.TypeReference {
  var names: [Syntax.Name] {
    switch self {
    case .plain(let name), .optional(let name), .queue(let name), .set(let name): [name]
    case .pairs(let key, let value, _): [key, value]
    }
  }
}

extension Syntax.Clause {
  /// The action, if the clause is one.
  var action: Syntax.Action? { if case .action(let action) = kind { action } else { nil } }
}

extension Syntax.Action {
  var expressions: [Syntax.Expression] {
    switch self {
    case .assign(let place, _, let value): [place, value]
    case .append(let member, let to), .move(let member, let to), .add(let member, let to),
      .remove(let member, let to):
      [member, to]
    case .perform(_, let arguments): arguments
    case .notify(let notification): notification.expressions
    case .notifyEach(let domain, let notification): domain.expressions + notification.expressions
    case .clear(let collection): [collection]
    case .each(let domain, let actions):
      domain.expressions
        + actions.compactMap(\.action).flatMap(\.expressions)
    }
  }

  /// The names of the effect that is performed, or the message that is sent.
  var calledNames: [String] {
    switch self {
    case .perform(let name, _): [name.text]
    case .notify(let notification): [notification.message.text]
    case .notifyEach(_, let notification): [notification.message.text]
    case .each(_, let actions):
      actions.compactMap(\.action).flatMap(\.calledNames)
    default: []
    }
  }
}

extension Syntax.Notification {
  var expressions: [Syntax.Expression] { [recipient] + arguments.compactMap(\.expression) }
}

extension Syntax.Node {
  /// Names of values, definitions, units, types and messages.
  fileprivate var mentionedNames: [String] {
    switch self {
    case .name(let name), .call(let name, _), .notified(_, let name, _): [name.text]
    case .number(_, let unit): unit.map { [$0.text] } ?? []
    case .quantified(_, let binders, _, _): binders.compactMap(\.typeName)
    case .pick(_, _, let pick): [pick.binder.typeName].compactMap(\.self)
    case .count(let binder, _): [binder.typeName].compactMap(\.self)
    default: []
    }
  }
}

extension Syntax.Binder {
  fileprivate var typeName: String? {
    if case .type(let name) = source { name.text } else { nil }
  }
}
