import Basics
import Rulebook

/// An explainer, in words, of the rules about a name.
///
/// Formulas are in the rulebook's own words; related rules (a field and all that changes it, an
/// event and the properties about it) are found in the core, where definitions and effects are
/// written out.
package struct Explainer: Sendable {
  let rules: Core.Rules
  let book: Syntax.Book
  let phrases: Phrases
  let parts: RuleParts
  let events: [DeclaredEvent]
  let sentenceOf: [String: String]
  let machines: StateMachineBuilder
  /// The conditions of guards, by the place of their clause.
  private let conditions: [SourceSpan: String]
  /// The formulas of properties, by name.
  private let formulas: [String: String]

  struct DeclaredEvent: Sendable {
    let id: Core.ID<Core.Event>
    let syntax: Syntax.Event
    let core: Core.Event
    let span: SourceSpan
    let changes: EventChanges
  }

  var wording: Wording { phrases.wording }

  /// Prepares explanations.
  /// - Parameters:
  ///   - rules: The result of compiling.
  ///   - book: The result of parsing the same text.
  package init(_ rules: Core.Rules, book: Syntax.Book, source: SourceText) {
    self.rules = rules
    self.book = book
    phrases = Phrases(wording: Wording(source: source))
    parts = RuleParts(book, phrases)
    machines = StateMachineBuilder(rules)
    sentenceOf = Dictionary(
      rules.requirements.map { ($0.id, $0.text) }, uniquingKeysWith: { first, _ in first })
    var effects: [String: EventChanges.Effect] = [:]
    var formulas: [String: String] = [:]
    var clauses: [Syntax.Clause] = []
    for declaration in book.declarations {
      switch declaration.kind {
      case .effect(let name, let parameters, let clauses):
        effects[name.text] = EventChanges.Effect(
          parameters: parameters.map(\.name.text), clauses: clauses)
      case .event(let event): clauses += event.clauses
      case .every(_, let guards): clauses += guards
      case .property(let property):
        formulas[property.name.text] = phrases.wording.text(property.body)
      default: break
      }
    }
    self.formulas = formulas
    var conditions: [SourceSpan: String] = [:]
    for clause in clauses {
      if case .require(let condition) = clause.kind {
        conditions[clause.span] = phrases.wording.text(condition)
      }
    }
    self.conditions = conditions
    let symbols = Set(rules.enumerations.flatMap(\.cases))
    var events: [DeclaredEvent] = []
    for declaration in book.declarations {
      guard case .event(let syntax) = declaration.kind,
        let index = rules.events.firstIndex(where: { $0.name == syntax.name.text })
      else { continue }
      events.append(
        DeclaredEvent(
          id: Core.ID(index), syntax: syntax, core: rules.events[index], span: declaration.span,
          changes: EventChanges(
            syntax, rules.events[index], effects, symbols: symbols, phrases)))
    }
    self.events = events
  }

  /// The error that a name has no meaning in the rulebook.
  package struct UnknownName: Error, Hashable {
    /// The name that was asked for.
    package let name: String
    /// The nearest known name; nil if none is near enough.
    package let nearest: String?

    /// The message for a person, with the nearest name.
    package var message: String {
      "the rulebook has nothing called '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
  }

  /// Returns everything that the rulebook says about a name, or the overview if none is given.
  ///
  /// If several things have the name (a property and a message, fields of two entities), all of
  /// them are explained.
  package func explain(_ name: String?) throws(UnknownName) -> ExplanationDocument {
    guard let name else { return document(overview: overview(), []) }
    let found = subjects(named: name)
    guard !found.isEmpty else {
      throw UnknownName(name: name, nearest: nearestName(to: name, among: names))
    }
    return document(overview: nil, found)
  }

  private func document(overview: Overview?, _ subjects: [Subject]) -> ExplanationDocument {
    ExplanationDocument(
      rulebook: rules.name, digest: rules.digest, overview: overview, subjects: subjects)
  }

  /// The names that can be explained, in the order of the rulebook; requirements last.
  package var names: [String] {
    var names: [String] = []
    for declaration in book.declarations {
      switch declaration.kind {
      case .omit, .sensitive, .every: break
      case .type(let name, .enumeration(let cases), _):
        names.append(name.text)
        names += cases.map(\.text)
      case .type(let name, _, _), .parameter(let name, _, _), .define(let name, _, _, _),
        .effect(let name, _, _):
        names.append(name.text)
      case .entity(let name, let fields):
        names.append(name.text)
        names += fields.flatMap { ["\(name.text).\($0.name.text)", $0.name.text] }
      case .state(let field): names.append(field.name.text)
      case .message(let messages): names += messages.map(\.name.text)
      case .event(let event): names.append(event.name.text)
      case .property(let property): names.append(property.name.text)
      }
    }
    return (names + rules.requirements.map(\.id)).uniqued
  }

  private func subjects(named name: String) -> [Subject] {
    var found: [Subject] = []
    for declaration in book.declarations {
      let span = declaration.span
      switch declaration.kind {
      case .omit, .sensitive, .every: break
      case .type(let type, let definition, let citations) where type.text == name:
        found.append(self.type(type, definition, citations))
      case .parameter(let parameter, let value, let citations) where parameter.text == name:
        found.append(self.parameter(parameter, value, citations))
      case .define(let definition, let parameters, let body, let citations)
      where definition.text == name:
        found.append(self.definition(definition, parameters, body, citations))
      case .effect(let effect, let parameters, let clauses) where effect.text == name:
        found.append(self.effect(effect, parameters, clauses))
      case .entity(let entity, let fields):
        if entity.text == name { found.append(self.entity(entity, fields)) }
        for field in fields
        where [field.name.text, "\(entity.text).\(field.name.text)"].contains(name) {
          if let subject = self.field(field, of: entity) { found.append(subject) }
        }
      case .state(let field) where field.name.text == name:
        if let subject = state(field) { found.append(subject) }
      case .message(let messages):
        found += messages.filter { $0.name.text == name }.map(self.message)
      case .event(let event) where event.name.text == name:
        found += events.filter { $0.span == span }.map(self.event)
      case .property(let property) where property.name.text == name:
        found.append(self.property(property))
      default: break
      }
    }
    if let requirement = requirement(name) { found.append(requirement) }
    return found.isEmpty ? types(withCase: name) : found
  }

  /// Returns the types that have a value of this name: called only if nothing else has it.
  private func types(withCase name: String) -> [Subject] {
    book.declarations.compactMap { declaration in
      guard case .type(let type, let definition, let citations) = declaration.kind,
        case .enumeration(let cases) = definition, cases.contains(where: { $0.text == name })
      else { return nil }
      return self.type(type, definition, citations)
    }
  }

  /// Returns the guard as it is written, without comments.
  func text(_ rule: Core.Guard) -> String { conditions[rule.span] ?? rule.text }

  /// Returns its sentence, or its formula as it is written.
  func text(_ assumption: Core.Assumption) -> String {
    assumption.sentence ?? formulas[assumption.name] ?? assumption.text
  }

  /// Returns its sentence, or its formula as it is written.
  func text(_ property: Core.Property) -> String {
    property.sentence ?? formulas[property.name] ?? property.text
  }

  /// Returns the ids, each once, with their sentences.
  func bearings(_ ids: [String]) -> [Bearing] {
    ids.uniqued.map { Bearing(id: $0, sentence: sentenceOf[$0] ?? "") }
  }

  func section(_ role: Section.Role, _ statements: [Statement]) -> [Section] {
    statements.isEmpty ? [] : [Section(role: role, statements: statements)]
  }

  /// Returns the parts that mention one of the names, without those that belong to `owner`.
  func uses(of names: Set<String>, except owner: String) -> [Section] {
    section(.uses, parts.mentioning(names).filter { $0.what != owner }.map(\.statement))
  }
}
