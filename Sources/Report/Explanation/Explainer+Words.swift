import Rulebook
import Semantics

/// The subjects other than events and state: types, parameters, entities, messages, definitions,
/// effects, properties, requirements.
extension Explainer {
  func type(
    _ name: Syntax.Name, _ definition: Syntax.TypeDefinition, _ citations: [Syntax.Name]
  ) -> Subject {
    var names: Set = [name.text]
    if case .enumeration(let cases) = definition { names.formUnion(cases.map(\.text)) }
    return Subject(
      kind: .type, name: name.text, declaration: "type \(name.text)", line: wording.line(name.span),
      sentences: [sentence(RuleParts.text(definition))] + sensitivity(name.text),
      sections: uses(of: names, except: "type \(name.text)"),
      machines: machines.machines().filter { $0.type == name.text },
      requirements: bearings(citations.map(\.text)))
  }

  func parameter(
    _ name: Syntax.Name, _ value: Syntax.Expression, _ citations: [Syntax.Name]
  ) -> Subject {
    let written = wording.text(value)
    let actual = rules.parameters.first { $0.name == name.text }.map {
      ExpressionText(rules).text(.literal($0.value))
    }
    return Subject(
      kind: .parameter, name: name.text, declaration: "parameter \(name.text) = \(written)",
      line: wording.line(name.span), sentences: ["A constant; its value is \(actual ?? written)."],
      sections: uses(of: [name.text], except: "parameter \(name.text)"), machines: [],
      requirements: bearings(citations.map(\.text)))
  }

  func entity(_ name: Syntax.Name, _ fields: [Syntax.Field]) -> Subject {
    let prefix = "field \(name.text)."
    let isIntroduced = rules.entities.first { $0.name == name.text }?.isIntroduced ?? false
    let creators = events.filter { event in
      event.core.results.contains { $0.isNew && rules.name(of: $0.variable.type) == name.text }
    }.map(\.core.name)
    let sentence =
      isIntroduced
      ? "None exists at the start; introduced by \(Phrases.list(creators))."
      : "All exist from the start, any number of them."
    let own = parts.parts.filter { $0.what.hasPrefix(prefix) }
    let others = parts.mentioning([name.text]).filter { !$0.what.hasPrefix(prefix) }
    return Subject(
      kind: .entity, name: name.text, declaration: "entity \(name.text)",
      line: wording.line(name.span), sentences: [sentence] + sensitivity(name.text),
      sections: section(.fields, own.map(\.statement)) + section(.uses, others.map(\.statement)),
      machines: machines.machines().filter { $0.place.hasPrefix("\(name.text).") },
      requirements: bearings(fields.flatMap { $0.citations.map(\.text) }))
  }

  func message(_ message: Syntax.Message) -> Subject {
    let name = message.name.text
    return Subject(
      kind: .message, name: name,
      declaration: "message \(name)\(Phrases.parameters(message.parameters))",
      line: wording.line(message.name.span), sentences: senders(of: name),
      sections: uses(of: [name], except: "message \(name)"), machines: [], requirements: [])
  }

  /// Returns the events that send the message, also through effects.
  private func senders(of message: String) -> [String] {
    func isIt(_ notification: Core.Notification) -> Bool {
      rules[notification.message].name == message
    }
    let senders = events.filter { event in
      event.core.updates.contains { update in
        if case .notify(let notification) = update.action { isIt(notification) } else { false }
      }
    }
    let refusers = events.filter { $0.core.refusal.contains(where: isIt) }
    var parts: [String] = []
    if !senders.isEmpty { parts.append("sent by \(Phrases.list(senders.map(\.core.name)))") }
    if !refusers.isEmpty {
      parts.append("sent when \(Phrases.list(refusers.map(\.core.name), "or")) is refused")
    }
    return [sentence(parts.isEmpty ? "nothing sends it" : Phrases.list(parts))]
  }

  func definition(
    _ name: Syntax.Name, _ parameters: [Syntax.Parameter], _ body: Syntax.Expression,
    _ citations: [Syntax.Name]
  ) -> Subject {
    Subject(
      kind: .definition, name: name.text,
      declaration: "define \(name.text)\(Phrases.parameters(parameters))",
      line: wording.line(name.span), sentences: ["It means: \(wording.text(body))"],
      sections: uses(of: [name.text], except: "definition \(name.text)"), machines: [],
      requirements: bearings(citations.map(\.text)))
  }

  func effect(
    _ name: Syntax.Name, _ parameters: [Syntax.Parameter], _ clauses: [Syntax.Clause]
  ) -> Subject {
    let changes = statements(clauses)
    return Subject(
      kind: .effect, name: name.text,
      declaration: "effect \(name.text)\(Phrases.parameters(parameters))",
      line: wording.line(name.span), sentences: ["What several events do in common, said once."],
      sections: section(.changes, changes) + uses(of: [name.text], except: "effect \(name.text)"),
      machines: [], requirements: bearings(changes.flatMap(\.allRequirements)))
  }

  private func statements(_ clauses: [Syntax.Clause]) -> [Statement] {
    clauses.flatMap { clause -> [Statement] in
      switch clause.kind {
      case .require, .due, .onRefusal: return []
      case .action(let action):
        return [
          Statement(
            text: phrases.clause(action), line: wording.line(clause.span),
            requirements: clause.citations.map(\.text))
        ]
      case .cases(let rows):
        return rows.enumerated().map { index, row in
          let condition = row.condition.map { "if \(wording.text($0))" }
          let text = [index > 0 ? "otherwise" : nil, condition].compactMap(\.self)
          return Statement(
            text: text.joined(separator: ", "), line: wording.line(row.span),
            requirements: row.citations.map(\.text), inner: statements(row.actions))
        }
      }
    }
  }

  func property(_ property: Syntax.Property) -> Subject {
    let events: String
    switch property.events {
    case .every: events = " \(property.joint) every event"
    case .named(let names): events = " \(property.joint) \(Phrases.list(names.map(\.text)))"
    case nil: events = ""
    }
    let core = rules.properties.first { $0.name == property.name.text }
    let assumed = self.events.flatMap(\.core.assumptions).first { $0.name == property.name.text }
    let places = (core?.locations ?? assumed?.condition.locations ?? []).map { $0.name(in: rules) }
      .sorted()
    var sentences = property.sentence.map { [$0.value] } ?? []
    sentences.append(property.kind.meaning)
    sentences.append("It says: \(wording.text(property.body))")
    if !places.isEmpty { sentences.append("It reads \(Phrases.list(places)).") }
    return Subject(
      kind: .property, name: property.name.text,
      declaration: "\(property.kind.rawValue) \(property.name.text)\(events)",
      line: wording.line(property.name.span), sentences: sentences, sections: [], machines: [],
      requirements: bearings(property.citations.map(\.text)))
  }

  func requirement(_ id: String) -> Subject? {
    guard let requirement = rules.requirements.first(where: { $0.id == id }) else { return nil }
    var sentences = [requirement.text]
    for declaration in book.declarations {
      guard case .omit(let ids, let reason) = declaration.kind,
        ids.contains(where: { $0.text == id })
      else { continue }
      sentences.append("Omitted at line \(wording.line(declaration.span)): \(reason.value)")
    }
    return Subject(
      kind: .requirement, name: id,
      declaration: "\(id) (\(requirement.kind), source \(requirement.source))", line: nil,
      sentences: sentences, sections: section(.citations, parts.citing(id).map(\.statement)),
      machines: [], requirements: [])
  }

  private func sensitivity(_ name: String) -> [String] {
    for case .sensitive(let names) in book.declarations.map(\.kind)
    where names.contains(where: { $0.text == name }) {
      return ["It is sensitive: reports never show its values in clear."]
    }
    return []
  }

  private func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension Statement {
  /// The requirements of the statement and of those inside it.
  var allRequirements: [String] { requirements + inner.flatMap(\.allRequirements) }
}

extension Syntax.Property {
  /// The word that joins the property to its events.
  fileprivate var joint: String { kind == .assume ? "at" : "after" }
}

extension Syntax.Property.Kind {
  var meaning: String {
    switch self {
    case .invariant: "An invariant: it holds in every reachable state."
    case .lemma: "A lemma: it holds in every reachable state, and other proofs lean on it."
    case .step: "A property of steps: it holds of every such event."
    case .reach: "A witness is wanted: some run of the service gets there."
    case .assume: "An assumption: proofs may use it, and every verdict that does names it."
    case .axiom: "An axiom."
    case .bounded: "A bound: what it speaks of never lasts longer."
    case .prompt: "A duty of the server: time does not go on past the bound."
    case .measure: "A measure: each step of the server that takes no time makes it fall."
    }
  }
}
