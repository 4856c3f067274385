import Rulebook
import Semantics

extension Explainer {
  func overview() -> Overview {
    let entities = book.declarations.compactMap { declaration -> Overview.Entity? in
      guard case .entity(let name, let fields) = declaration.kind else { return nil }
      let core = rules.entities.first { $0.name == name.text }
      return Overview.Entity(
        name: name.text, isIntroduced: core?.isIntroduced ?? false,
        fields: fields.map { overview($0, isCollection: Self.isCollection($0.type)) })
    }
    let states = book.declarations.compactMap { declaration -> Overview.Field? in
      guard case .state(let field) = declaration.kind else { return nil }
      return overview(field, isCollection: false)
    }
    let text = ExpressionText(rules)
    let cited = Set(parts.parts.flatMap(\.citations))
    return Overview(
      entities: entities, states: states, causes: causes(), properties: counts(),
      parameters: rules.parameters.map {
        Overview.Parameter(
          name: $0.name, value: text.text(.literal($0.value)), requirements: $0.citations)
      }, machines: machines.machines(), cited: cited.count,
      omitted: Set(rules.omissions.flatMap(\.ids)).count)
  }

  private func overview(_ field: Syntax.Field, isCollection: Bool) -> Overview.Field {
    let initial: String?
    switch field.initial {
    case .value(let value): initial = wording.text(value)
    case .any: initial = "any"
    case nil: initial = isCollection ? "empty" : nil
    }
    return Overview.Field(
      name: field.name.text, type: Phrases.type(field.type), initial: initial,
      isGhost: field.mark == .ghost)
  }

  private static func isCollection(_ type: Syntax.TypeReference) -> Bool {
    switch type {
    case .queue, .set: true
    case .plain, .optional, .pairs: false
    }
  }

  /// Returns inputs by actor in the order of the rulebook, then decisions, obligations, facts.
  private func causes() -> [Overview.Cause] {
    var actors: [String] = []
    for event in rules.events {
      if case .input(let actor) = event.source, !actors.contains(actor) { actors.append(actor) }
    }
    let inputs = actors.map { (Core.Source.input(actor: $0), $0, "may be refused") }
    let others: [(Core.Source, String, String)] = [
      (.system, "system", "the server decides"), (.clock, "clock", "the server must, when due"),
      (.world, "world", "facts, never refused"),
    ]
    return (inputs + others).compactMap { source, name, meaning in
      let events = rules.events.filter { $0.source == source }.map(\.name)
      return events.isEmpty
        ? nil : Overview.Cause(source: name, meaning: meaning, events: events)
    }
  }

  private func counts() -> [Overview.Count] {
    var counts: [Overview.Count] = []
    for kind in Syntax.Property.Kind.allCases {
      let count = book.declarations.count { declaration in
        if case .property(let property) = declaration.kind { property.kind == kind } else { false }
      }
      if count > 0 { counts.append(Overview.Count(kind: kind.rawValue, count: count)) }
    }
    return counts
  }
}
