import Rulebook
import Semantics

/// Fields of entities and states of the service.
extension Explainer {
  func field(_ field: Syntax.Field, of entity: Syntax.Name) -> Subject? {
    guard
      let index = rules.fields.firstIndex(where: {
        $0.statedName == field.name.text && rules[$0.owner].name == entity.text
      })
    else { return nil }
    let core = rules.fields[index]
    var sentences = [initial(field, isIntroduced: rules[core.owner].isIntroduced)]
    switch core.kind {
    case .set(let of) where core.pair != nil:
      sentences = ["One value for each \(rules[of].name). " + sentences[0]]
    case .queue(let of):
      sentences = [
        "A queue: entities of \(rules[of].name) in order, each at most once. It starts empty."
      ]
    case .set(let of): sentences = ["A set of entities of \(rules[of].name). It starts empty."]
    case .value: break
    }
    return place(
      .field(Core.ID(index)), .field, field, sentences,
      machine: machines.machine(Core.ID<Core.Field>(index)))
  }

  func state(_ field: Syntax.Field) -> Subject? {
    guard let index = rules.globals.firstIndex(where: { $0.name == field.name.text }) else {
      return nil
    }
    return place(
      .global(Core.ID(index)), .state, field, [initial(field, isIntroduced: false)],
      machine: machines.machine(Core.ID<Core.Global>(index)))
  }

  private func initial(_ field: Syntax.Field, isIntroduced: Bool) -> String {
    switch field.initial {
    case .value(let value): "It starts as \(wording.text(value))."
    case .any: "It may start as anything."
    case nil: "The event that introduces the entity gives it."
    }
  }

  private func place(
    _ place: Core.Location, _ kind: Subject.Kind, _ field: Syntax.Field, _ sentences: [String],
    machine: StateMachine?
  ) -> Subject {
    let name = place.name(in: rules)
    var sentences = sentences
    let writers = writers(of: place)
    if field.mark == .ghost {
      sentences.append("A ghost: only properties read it.")
    }
    if writers.isEmpty { sentences.append("No event changes it.") }
    return Subject(
      kind: kind, name: name, declaration: "\(name): \(Phrases.type(field.type))",
      line: wording.line(field.name.span), sentences: sentences,
      sections: section(.writers, writers) + section(.readers, readers(of: place))
        + section(
          .properties, rules.properties.filter { $0.locations.contains(place) }.map(statement)),
      machines: machine.map { [$0] } ?? [], requirements: bearings(field.citations.map(\.text)))
  }

  /// Returns the effects that change the place, each with its event and the cases in which it
  /// happens.
  private func writers(of place: Core.Location) -> [Statement] {
    events.flatMap { event in
      event.changes.changes.filter { $0.update.action.written == place }.map { change in
        statement(change, of: "\(event.core.name) (\(event.core.source.word))")
      }
    }
  }

  private func statement(_ change: EventChanges.Change, of what: String) -> Statement {
    Statement(
      what: what, text: change.sentence, line: wording.line(change.update.span),
      requirements: change.update.citations.uniqued)
  }

  /// Returns the guards, instants, effects and notifications that read the place, also through
  /// definitions.
  private func readers(of place: Core.Location) -> [Statement] {
    events.flatMap { event -> [Statement] in
      var found: [Statement] = []
      let name = event.core.name
      for rule in event.core.guards where rule.condition.locations.contains(place) {
        found.append(
          Statement(
            what: "guard of \(name)", text: text(rule),
            line: wording.line(rule.span), requirements: rule.citations))
      }
      for rule in event.core.assumptions where rule.condition.locations.contains(place) {
        found.append(
          Statement(
            what: "assumption at \(name)", text: text(rule),
            line: wording.line(rule.span), requirements: rule.citations))
      }
      if let due = event.core.due, due.instant.locations.contains(place) {
        found += self.due(event).map { statement in
          var statement = statement
          statement.what = "instant of \(name)"
          statement.text = "due at \(statement.text)"
          return statement
        }
      }
      return found + effects(of: event, reading: place)
    }
  }

  private func effects(of event: DeclaredEvent, reading place: Core.Location) -> [Statement] {
    var found: [Statement] = []
    for change in event.changes.changes {
      if change.update.condition.locations.contains(place), let innermost = change.cases.last {
        let statement = Statement(
          what: "case of \(event.core.name)", text: change.condition, line: innermost.line)
        if !found.contains(statement) { found.append(statement) }
      }
      if change.update.action.readExpressions.contains(where: { $0.locations.contains(place) }) {
        found.append(statement(change, of: "change of \(event.core.name)"))
      }
    }
    let read = event.core.refusal.flatMap(\.readExpressions)
    guard read.contains(where: { $0.locations.contains(place) }) else { return found }
    for clause in event.syntax.clauses {
      guard case .onRefusal(let notification) = clause.kind else { continue }
      found.append(
        Statement(
          what: "refusal of \(event.core.name)", text: phrases.clause(notification),
          line: wording.line(clause.span), requirements: clause.citations.map(\.text)))
    }
    return found
  }
}
