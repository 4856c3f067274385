import Basics
import Rulebook
import Semantics

extension Explainer {
  func event(_ event: DeclaredEvent) -> Subject {
    let refusals = refusals(event)
    let sections =
      section(.guards, guards(event)) + section(.assumptions, assumptions(event))
      + section(.due, due(event)) + section(.changes, event.changes.statements)
      + section(.refusal, refusals) + section(.stepProperties, stepProperties(of: event))
      + section(.properties, stateProperties(of: event))
    return Subject(
      kind: .event, name: event.core.name, declaration: declaration(event.syntax),
      line: wording.line(event.span), sentences: sentences(event), sections: sections,
      machines: machines.machines().compactMap { $0.part(of: event.core.name) },
      requirements: bearings(
        event.core.citations + caseCitations(event.syntax.clauses)
          + refusals.flatMap(\.requirements)))
  }

  /// Returns the ids at cases, including cases in which nothing changes, which the core does not
  /// keep.
  private func caseCitations(_ clauses: [Syntax.Clause]) -> [String] {
    clauses.flatMap { clause -> [String] in
      guard case .cases(let rows) = clause.kind else { return [] }
      return rows.flatMap { $0.citations.map(\.text) + caseCitations($0.actions) }
    }
  }

  private func declaration(_ event: Syntax.Event) -> String {
    let results = event.results.map { result in
      "\(result.isNew ? "new " : "")\(result.name.text): \(Phrases.type(result.type))"
    }
    let list = event.parameters.map { "\($0.name.text): \(Phrases.type($0.type))" }
    return "\(event.name.text)(\(list.joined(separator: ", "))) from \(event.actor.text)"
      + (results.isEmpty ? "" : " -> \(results.joined(separator: ", "))")
  }

  private func sentences(_ event: DeclaredEvent) -> [String] {
    var sentences: [String] = []
    let hasGuards = !event.core.guards.isEmpty
    switch event.core.source {
    case .input(let actor):
      sentences.append("An input from the \(actor).")
      sentences.append(
        hasGuards
          ? "It is accepted exactly when every guard holds, and refused otherwise; a refused input changes nothing."
          : "It has no guards: it is always accepted.")
    case .system:
      sentences.append("A decision of the server.")
      sentences.append(
        hasGuards
          ? "The server may make it where every guard holds, and nowhere else."
          : "It has no guards: the server may make it at any time.")
    case .clock:
      sentences.append("An obligation of the server.")
      sentences.append(
        "Where every guard holds it must happen once its instant has come, before time goes on.")
    case .world:
      sentences.append("A fact of the world: it happens, and nobody can refuse it.")
    }
    sentences += results(event.core)
    return sentences
  }

  private func results(_ event: Core.Event) -> [String] {
    let new = event.results.filter(\.isNew).map { result in
      "\(result.variable.name) (\(rules.name(of: result.variable.type)))"
    }
    let chosen = event.results.filter { !$0.isNew }.map { result in
      "\(result.variable.name) (\(rules.name(of: result.variable.type)))"
    }
    var sentences: [String] = []
    if !new.isEmpty { sentences.append("It introduces \(Phrases.list(new)).") }
    if !chosen.isEmpty { sentences.append("The server chooses \(Phrases.list(chosen)).") }
    return sentences
  }

  private func guards(_ event: DeclaredEvent) -> [Statement] {
    event.core.guards.map { rule in
      let isOwn = event.span.lower <= rule.span.lower && rule.span.upper <= event.span.upper
      return Statement(
        what: isOwn ? nil : "asked of every event", text: text(rule),
        line: wording.line(rule.span), requirements: rule.citations)
    }
  }

  private func assumptions(_ event: DeclaredEvent) -> [Statement] {
    event.core.assumptions.map { rule in
      Statement(
        what: rule.name, text: text(rule),
        line: wording.line(rule.span), requirements: rule.citations)
    }
  }

  func due(_ event: DeclaredEvent) -> [Statement] {
    event.syntax.clauses.compactMap { clause in
      guard case .due(let instant) = clause.kind else { return nil }
      return Statement(
        text: wording.text(instant), line: wording.line(clause.span),
        requirements: clause.citations.map(\.text))
    }
  }

  private func refusals(_ event: DeclaredEvent) -> [Statement] {
    event.syntax.clauses.compactMap { clause in
      guard case .onRefusal(let notification) = clause.kind else { return nil }
      return Statement(
        text: phrases.clause(notification), line: wording.line(clause.span),
        requirements: clause.citations.map(\.text))
    }
  }

  private func stepProperties(of event: DeclaredEvent) -> [Statement] {
    rules.properties.filter { property in
      switch property.body {
      case .step(let formulas), .reachStep(let formulas):
        formulas.contains { $0.event == event.id }
      default: false
      }
    }.map(statement)
  }

  /// Returns the properties of states that read the places that the event writes.
  private func stateProperties(of event: DeclaredEvent) -> [Statement] {
    let written = Set(event.core.updates.compactMap(\.action.written))
    return rules.properties.compactMap { property in
      switch property.body {
      case .step, .reachStep: return nil
      default: break
      }
      let shared = property.locations.intersection(written)
      guard !shared.isEmpty else { return nil }
      var statement = statement(property)
      let names = shared.map { $0.name(in: rules) }.uniqued.sorted()
      statement.text += " (reads \(Phrases.list(names)))"
      return statement
    }
  }

  /// Returns a property in one line: its sentence, or its formula.
  func statement(_ property: Core.Property) -> Statement {
    Statement(
      what: "\(property.kind.rawValue) \(property.name)",
      text: text(property), line: wording.line(property.span),
      requirements: property.citations)
  }
}
