import Basics

extension Parser {
  /// Parses `every event except a, b` and its guards.
  mutating func every() -> Syntax.Declaration.Kind? {
    let excepted = intact { parser throws(Abandoned) in
      try parser.expect(.event, "after `every`")
      return parser.accept(.except) ? try parser.names("the name of an event") : []
    }
    let clauses = clauses(of: .every)
    return excepted.map { .every(except: $0, clauses) }
  }

  mutating func effect() -> Syntax.Declaration.Kind? {
    let header = intact { parser throws(Abandoned) in
      (try parser.name("the name of an effect"), try parser.parameters())
    }
    let clauses = clauses(of: .effect)
    return header.map { .effect($0.0, $0.1, clauses) }
  }

  mutating func event() -> Syntax.Declaration.Kind? {
    let header = intact { parser throws(Abandoned) in
      let name = try parser.name("the name of an event")
      let parameters = try parser.parameters()
      try parser.expect(.from, "and who does it")
      let actor = try parser.name("who does it, such as `system`, `clock` or `world`")
      return (name, parameters, actor, try parser.results())
    }
    let clauses = clauses(of: .event)
    return header.map {
      .event(
        Syntax.Event(name: $0.0, parameters: $0.1, actor: $0.2, results: $0.3, clauses: clauses))
    }
  }

  /// Parses the clauses even after a broken header, to report their own mistakes.
  private mutating func intact<Header>(
    _ header: (inout Parser) throws(Abandoned) -> Header
  ) -> Header? {
    do throws(Abandoned) {
      return try header(&self)
    } catch {
      skipToClause()
      return nil
    }
  }

  /// Parses `-> new ride: Ride, code: Code`.
  private mutating func results() throws(Abandoned) -> [Syntax.Event.Result] {
    guard accept(.arrow) else { return [] }
    return try list { parser throws(Abandoned) in
      let isNew = parser.current.word == .new && parser.next.kind == .name
      if isNew { parser.advance() }
      let name = try parser.name("the name of a result")
      try parser.expect(.colon, "and the type of the result")
      return Syntax.Event.Result(isNew: isNew, name: name, type: try parser.typeReference())
    }
  }
}
