import Rulebook

extension Syntax.Book {
  /// Returns the rules with everything that an event shares with others written out for it alone:
  /// the guards of every event, and the effects that it performs. A piece can then be taken out of
  /// this event and of no other.
  func isolating(_ name: String) -> Syntax.Book {
    var isolation = Isolation(event: name)
    for declaration in declarations { isolation.collect(declaration) }
    return Syntax.Book(
      name: self.name, requirements: requirements,
      declarations: declarations.flatMap { isolation.rewritten($0) })
  }
}

/// The names of an event's own copies of effects: no text can contain such a name.
enum IsolatedName {
  private static let mark = " "

  static func of(_ name: Syntax.Name, _ event: String) -> Syntax.Name {
    Syntax.Name(name.text + mark + event, name.span)
  }

  /// Returns the name as the rulebook has it.
  static func shown(_ text: String) -> String {
    text.split(separator: " ").prefix(2).joined(separator: " ")
  }
}

private struct Isolation {
  let event: String
  private var effects: Set<String> = []
  private var shared: [Syntax.Clause] = []

  init(event: String) { self.event = event }

  mutating func collect(_ declaration: Syntax.Declaration) {
    switch declaration.kind {
    case .effect(let name, _, _): effects.insert(name.text)
    case .every(let exceptions, let clauses) where !exceptions.contains(where: isEvent):
      shared += clauses
    default: break
    }
  }

  func rewritten(_ declaration: Syntax.Declaration) -> [Syntax.Declaration] {
    switch declaration.kind {
    case .every(let exceptions, let clauses) where !exceptions.contains(where: isEvent):
      let name = Syntax.Name(event, declaration.span)
      return [Syntax.Declaration(.every(except: exceptions + [name], clauses), declaration.span)]
    case .effect(let name, let parameters, let clauses):
      let copy = Syntax.Declaration.Kind.effect(
        IsolatedName.of(name, event), parameters, clauses.map(rewritten))
      return [declaration, Syntax.Declaration(copy, declaration.span)]
    case .event(let found) where isEvent(found.name):
      // Events of the world have no guards.
      let guards = found.actor.text == "world" ? [] : shared
      let isolated = Syntax.Event(
        name: found.name, parameters: found.parameters, actor: found.actor,
        results: found.results, clauses: guards + found.clauses.map(rewritten))
      return [Syntax.Declaration(.event(isolated), declaration.span)]
    default: return [declaration]
    }
  }

  private func isEvent(_ name: Syntax.Name) -> Bool { name.text == event }

  private func rewritten(_ clause: Syntax.Clause) -> Syntax.Clause {
    switch clause.kind {
    case .action(.perform(let name, let arguments)) where effects.contains(name.text):
      Syntax.Clause(
        .action(.perform(IsolatedName.of(name, event), arguments)), citations: clause.citations,
        span: clause.span)
    case .action(.each(let domain, let actions)):
      Syntax.Clause(
        .action(.each(domain, actions.map(rewritten))), citations: clause.citations,
        span: clause.span)
    case .cases(let rows):
      Syntax.Clause(
        .cases(
          rows.map { row in
            Syntax.Clause.Row(
              condition: row.condition, actions: row.actions.map(rewritten),
              citations: row.citations, span: row.span)
          }), citations: clause.citations, span: clause.span)
    default: clause
    }
  }
}
