import Basics
import Findings
import Rulebook

/// A generator of every rulebook that differs from one in a single guard, instant, effect, message,
/// row, actor, initial value, or by the least step in a parameter or the end of a range.
struct MutantGenerator {
  let book: Syntax.Book
  let source: SourceText
  let rules: Core.Rules

  func mutants() -> [Mutant] {
    book.declarations.indices.flatMap { index -> [Mutant] in
      switch book.declarations[index].kind {
      case .every(let exceptions, let clauses):
        let events = Set(rules.events.map(\.name)).subtracting(exceptions.map(\.text))
        return ClauseEdit.all(of: clauses).compactMap { edit in
          mutant(edit, "every event", events, index, .every(except: exceptions, edit.rest))
        }
      case .effect(let name, let parameters, let clauses):
        return ClauseEdit.all(of: clauses).compactMap { edit in
          mutant(
            edit, "effect \(name.text)", users(of: name.text), index,
            .effect(name, parameters, edit.rest))
        }
      case .event(let event):
        return ClauseEdit.all(of: event.clauses).compactMap { edit in
          let changed = Syntax.Event(
            name: event.name, parameters: event.parameters, actor: event.actor,
            results: event.results, clauses: edit.rest)
          return mutant(
            edit, "event \(event.name.text)", [event.name.text], index, .event(changed))
        } + [otherActor(event, index)]
      case .entity(let name, let fields):
        return fields.indices.flatMap { position in
          changedField(fields[position], "\(name.text).\(fields[position].name.text)", index) {
            var changed = fields
            changed.replaceSubrange(position...position, with: $0.map { [$0] } ?? [])
            return .entity(name, changed)
          }
        }
      case .state(let field):
        return changedField(field, field.name.text, index) { $0.map { .state($0) } }
      case .parameter(let name, _, let citations): return parameter(name, citations)
      case .type(let name, .range(let lower, let upper, let span), let citations):
        return Self.neighbours(of: upper).map { change, end in
          mutant(
            change, "type \(name.text)", citations, span, "\(lower)...\(end)", nil,
            replacing(index, .type(name, .range(lower, end, span), citations: citations)))
        }
      case .type(let name, _, let citations):
        return citations.isEmpty
          ? []
          : [
            mutant(
              .withoutDeclaration, "type \(name.text)", citations, name.span,
              text(book.declarations[index].span), [], replacing(index, nil))
          ]
      case .define(let name, let parameters, let body, let citations):
        return conditions(of: body).map { span, rest in
          mutant(
            .withoutCondition, "define \(name.text)", citations, span, text(span), nil,
            replacing(index, .define(name, parameters, rest, citations: citations)))
        }
      case .omit, .sensitive, .message, .property: return []
      }
    }
  }

  private func mutant(
    _ edit: ClauseEdit, _ place: String, _ events: Set<String>, _ index: Int,
    _ kind: Syntax.Declaration.Kind
  ) -> Mutant? {
    let change: MutantResult.Change
    let citations: [Syntax.Name]
    let span: SourceSpan
    switch edit.piece {
    case .row(let row):
      change = .withoutRow
      citations = row.citations
      span = row.condition?.span ?? row.span
    case .clause(let clause):
      citations = clause.citations
      span = clause.span
      switch clause.kind {
      case .require: change = .withoutGuard
      case .due: change = .withoutDue
      case .action(.notify), .action(.notifyEach), .onRefusal: change = .withoutNotification
      case .action: change = .withoutEffect
      case .cases: return nil
      }
    }
    return mutant(
      change, place, citations, span, text(span), events, replacing(index, kind))
  }

  private func mutant(
    _ change: MutantResult.Change, _ place: String, _ citations: [Syntax.Name],
    _ span: SourceSpan, _ text: String, _ events: Set<String>?, _ book: Syntax.Book
  ) -> Mutant {
    Mutant(
      change: change, place: place, span: span, line: source.line(at: span.lower), text: text,
      citations: citations.map(\.text), book: book, events: events)
  }

  /// Returns the field with an open initial value, and, if it cites requirements, the rulebook
  /// without it. A ghost field is not changed: it serves only properties.
  private func changedField(
    _ field: Syntax.Field, _ place: String, _ index: Int,
    _ rebuilt: (Syntax.Field?) -> Syntax.Declaration.Kind?
  ) -> [Mutant] {
    guard field.mark != .ghost else { return [] }
    var mutants: [Mutant] = []
    if case .value(let value) = field.initial, field.type.isPairs {
      mutants = otherInitial(field, value, place, index, rebuilt)
    } else if case .value(let value) = field.initial {
      let opened = Syntax.Field(
        mark: field.mark, name: field.name, type: field.type, initial: .any(value.span),
        citations: field.citations)
      var opening = mutant(
        .withoutInitial, place, field.citations, value.span, "= \(text(value.span))",
        introducing(place), replacing(index, rebuilt(opened)))
      opening.concernsStart = true
      mutants.append(opening)
    } else if !field.citations.isEmpty {
      mutants.append(
        mutant(
          .withoutDeclaration, place, field.citations, field.name.span, field.name.text, [],
          replacing(index, rebuilt(nil))))
    }
    return mutants
  }

  /// The field of pairs with another value at first.
  private func otherInitial(
    _ field: Syntax.Field, _ value: Syntax.Expression, _ place: String, _ index: Int,
    _ rebuilt: (Syntax.Field?) -> Syntax.Declaration.Kind?
  ) -> [Mutant] {
    let part = rules.fields.first {
      place == "\(rules[$0.owner].name).\(field.name.text)" && $0.statedName == field.name.text
    }?.pair
    guard let (text, other) = part.map({ self.constant($0.value, value.span) }) else { return [] }
    let changed = Syntax.Field(
      mark: field.mark, name: field.name, type: field.type, initial: .value(other),
      citations: field.citations)
    var mutant = mutant(
      .otherInitial, place, field.citations, value.span, "= \(text)", nil,
      replacing(index, rebuilt(changed)))
    mutant.concernsStart = true
    return [mutant]
  }

  private func constant(
    _ literal: Core.Literal, _ span: SourceSpan
  ) -> (text: String, expression: Syntax.Expression) {
    let text: String
    let node: Syntax.Node
    switch literal {
    case .bool(let truth): (text, node) = ("\(truth)", .boolean(truth))
    case .number(let number, _): (text, node) = ("\(number)", .number(number, unit: nil))
    case .symbol(let index, let type):
      text = rules[type].cases[index]
      node = .name(Syntax.Name(text, span))
    case .none: (text, node) = ("none", .none)
    }
    return (text, Syntax.Expression(node, span))
  }

  /// The event as a decision of the server; a decision as an input. Two actors whose inputs may be
  /// refused are the same to every rule, so there is no mutant between them, and none that is an
  /// obligation, whose instant would have to be made up.
  private func otherActor(_ event: Syntax.Event, _ index: Int) -> Mutant {
    let source = rules.events.first { $0.name == event.name.text }?.source
    let inputs = rules.events.lazy.compactMap { event -> String? in
      if case .input(let actor) = event.source { actor } else { nil }
    }
    let actor = source == .system ? inputs.first ?? "somebody" : Core.Source.system.word
    let span = event.actor.span
    let changed = Syntax.Event(
      name: event.name, parameters: event.parameters, actor: Syntax.Name(actor, span),
      results: event.results, clauses: event.clauses.filter { !$0.isOfActor })
    var mutant = mutant(
      .otherActor, "event \(event.name.text)", [], span, "from \(actor)", [event.name.text],
      replacing(index, .event(changed)))
    mutant.concernsDecisions = true
    return mutant
  }

  /// The events that introduce entities with the field.
  private func introducing(_ place: String) -> Set<String> {
    let sort = rules.entities.firstIndex { place.hasPrefix($0.name + ".") }
    guard let sort else { return [] }
    let type = Core.Scalar.entity(Core.ID(sort))
    return Set(
      rules.events.filter { event in
        event.results.contains { $0.isNew && $0.variable.type.scalar == type }
      }.map(\.name))
  }

  /// Returns each of the conditions that `and` joins, with the rest without it.
  private func conditions(
    of body: Syntax.Expression
  ) -> [(span: SourceSpan, rest: Syntax.Expression)] {
    guard case .and(let a, let b) = body.node else { return [] }
    func joined(_ a: Syntax.Expression, _ b: Syntax.Expression) -> Syntax.Expression {
      Syntax.Expression(.and(a, b), body.span)
    }
    var left = conditions(of: a).map { ($0.span, joined($0.rest, b)) }
    if left.isEmpty { left = [(a.span, b)] }
    var right = conditions(of: b).map { ($0.span, joined(a, $0.rest)) }
    if right.isEmpty { right = [(b.span, a)] }
    return left + right
  }

  private func parameter(_ name: Syntax.Name, _ citations: [Syntax.Name]) -> [Mutant] {
    guard let parameter = rules.parameters.first(where: { $0.name == name.text }) else { return [] }
    let variants: [(change: MutantResult.Change, value: String)]
    switch parameter.value {
    case .bool(let value): variants = [(.inverted, "\(!value)")]
    case .number(let value, let scalar):
      let unit =
        switch scalar {
        case .duration: "ms"
        case .unit(let id): " \(rules[id].name)"
        default: ""
        }
      let values = Self.neighbours(of: value).filter { $0.value >= 0 }
      variants = values.map { ($0.change, "\($0.value)\(unit)") }
    case .symbol, .none: variants = []
    }
    return variants.map { change, value in
      Mutant(
        change: change, place: "parameter \(name.text)", span: name.span,
        line: source.line(at: name.span.lower), text: "= \(value)",
        citations: citations.map(\.text), book: book,
        settings: [Compilation.Setting(name: name.text, value: value)], events: nil)
    }
  }

  /// A number one more and one less; at an end of 64 bits there is but one.
  private static func neighbours(
    of number: Int64
  ) -> [(change: MutantResult.Change, value: Int64)] {
    let values = [
      (MutantResult.Change.raised, number.addingReportingOverflow(1)),
      (.lowered, number.subtractingReportingOverflow(1)),
    ]
    return values.filter { !$0.1.overflow }.map { ($0.0, $0.1.partialValue) }
  }

  /// The events that perform an effect, straight or by way of others.
  private func users(of effect: String) -> Set<String> {
    var effects: Set<String> = [effect]
    var events: Set<String> = []
    var size = 0
    while size < effects.count + events.count {
      size = effects.count + events.count
      for declaration in book.declarations {
        switch declaration.kind {
        case .effect(let name, _, let clauses) where clauses.perform(effects):
          effects.insert(name.text)
        case .event(let event) where event.clauses.perform(effects):
          events.insert(event.name.text)
        default: continue
        }
      }
    }
    return events
  }

  /// The rulebook with another declaration, or without one.
  private func replacing(_ index: Int, _ kind: Syntax.Declaration.Kind?) -> Syntax.Book {
    var declarations = book.declarations
    let span = declarations[index].span
    declarations.replaceSubrange(
      index...index, with: kind.map { [Syntax.Declaration($0, span)] } ?? [])
    return Syntax.Book(
      name: book.name, requirements: book.requirements, declarations: declarations)
  }

  private func text(_ span: SourceSpan) -> String { source.words(of: span) }
}

extension [Syntax.Clause] {
  fileprivate func perform(_ effects: Set<String>) -> Bool {
    contains { clause in
      switch clause.kind {
      case .action(.perform(let name, _)): effects.contains(name.text)
      case .cases(let rows): rows.contains { $0.actions.perform(effects) }
      default: false
      }
    }
  }
}

extension Syntax.Clause {
  /// True if only obligations, or only inputs, have such a clause.
  fileprivate var isOfActor: Bool {
    switch kind {
    case .due, .onRefusal: true
    case .require, .action, .cases: false
    }
  }
}

extension Syntax.TypeReference {
  /// True if it is a field of pairs, whose initial value cannot be left open.
  fileprivate var isPairs: Bool { if case .pairs = self { true } else { false } }
}
