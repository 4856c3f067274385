import Basics
import Findings
import Rulebook

/// Rulebooks in which an event has a further effect. A property about places that an event does
/// *not* change can notice only these: leaving pieces out never breaks it.
struct Additions {
  let book: Syntax.Book
  let rules: Core.Rules
  let source: SourceText

  /// Returns the changes by which an event of a step property also assigns an enumerated field of
  /// one of its arguments: on every occurrence, or where its cases say that nothing is assigned.
  func mutants(against property: Core.Property) -> [Mutant] {
    guard case .step(let formulas) = property.body, property.kind == .step else { return [] }
    return formulas.flatMap { mutants(of: rules[$0.event], against: property) }
  }

  private func mutants(of event: Core.Event, against property: Core.Property) -> [Mutant] {
    guard
      let index = book.declarations.firstIndex(where: { $0.isEvent(event.name) }),
      case .event(let syntax) = book.declarations[index].kind
    else { return [] }
    return event.parameters.flatMap { parameter -> [Mutant] in
      guard case .entity(let sort) = parameter.type.scalar, !parameter.type.isOptional else {
        return []
      }
      return rules[sort].fields.flatMap { field in
        values(of: field).flatMap { value in
          let text = "\(parameter.name).\(rules[field].name) = \(value)"
          let action = Self.assignment(parameter.name, rules[field].name, value, syntax.name.span)
          return additions(of: action, to: syntax, isWritten: event.assigns(field)).map { clauses in
            Mutant(
              change: .added, place: "event \(event.name)", span: syntax.name.span,
              line: source.line(at: syntax.name.span.lower), text: text,
              citations: property.citations,
              book: replacing(index, syntax, clauses), events: [event.name])
          }
        }
      }
    }
  }

  /// The values of an enumerated field that serves more than properties.
  private func values(of field: Core.ID<Core.Field>) -> [String] {
    guard case .value(let type) = rules[field].kind, case .enumeration(let id) = type.scalar,
      !rules[field].isGhost
    else { return [] }
    return rules[id].cases
  }

  private func additions(
    of action: Syntax.Clause, to event: Syntax.Event, isWritten: Bool
  ) -> [[Syntax.Clause]] {
    guard isWritten else {
      let start = event.clauses.firstIndex { !$0.isCondition } ?? event.clauses.count
      return [event.clauses[..<start] + [action] + event.clauses[start...]]
    }
    return event.clauses.indices.flatMap { index -> [[Syntax.Clause]] in
      let clause = event.clauses[index]
      guard case .cases(let rows) = clause.kind else { return [] }
      return rows.indices.filter { rows[$0].actions.isEmpty }.map { position in
        var changed = rows
        let row = rows[position]
        changed[position] = Syntax.Clause.Row(
          condition: row.condition, actions: [action], citations: row.citations, span: row.span)
        var clauses = event.clauses
        clauses[index] = Syntax.Clause(
          .cases(changed), citations: clause.citations, span: clause.span)
        return clauses
      }
    }
  }

  private static func assignment(
    _ parameter: String, _ field: String, _ value: String, _ span: SourceSpan
  ) -> Syntax.Clause {
    func name(_ text: String) -> Syntax.Expression {
      Syntax.Expression(.name(Syntax.Name(text, span)), span)
    }
    let place = Syntax.Expression(.member(name(parameter), Syntax.Name(field, span)), span)
    return Syntax.Clause(.action(.assign(place, .set, name(value))), citations: [], span: span)
  }

  private func replacing(
    _ index: Int, _ event: Syntax.Event, _ clauses: [Syntax.Clause]
  ) -> Syntax.Book {
    var declarations = book.declarations
    let changed = Syntax.Event(
      name: event.name, parameters: event.parameters, actor: event.actor, results: event.results,
      clauses: clauses)
    declarations[index] = Syntax.Declaration(.event(changed), declarations[index].span)
    return Syntax.Book(
      name: book.name, requirements: book.requirements, declarations: declarations)
  }
}

extension Syntax.Declaration {
  fileprivate func isEvent(_ name: String) -> Bool {
    if case .event(let event) = kind { event.name.text == name } else { false }
  }
}

extension Syntax.Clause {
  /// Guards and instants stand before everything else.
  fileprivate var isCondition: Bool {
    switch kind {
    case .require, .due: true
    case .action, .cases, .onRefusal: false
    }
  }
}

extension Core.Event {
  fileprivate func assigns(_ field: Core.ID<Core.Field>) -> Bool {
    updates.contains { update in
      if case .assign(.field(let assigned, _), _) = update.action {
        assigned == field
      } else {
        false
      }
    }
  }
}
