import Basics

extension Parser {
  mutating func property(_ word: Word) throws(Abandoned) -> Syntax.Declaration.Kind? {
    guard let kind = word.propertyKind else { return nil }
    let name = try name("the name of what the `\(word.rawValue)` states")
    let events = try events()
    let citations = citations()
    let sentence = current.kind == .text ? try quotedText("a sentence") : nil
    let body: Syntax.Property.Body
    switch kind {
    case .bounded, .prompt: body = try lasting()
    case .measure: body = try counting()
    default: body = .formula(try expression().expression)
    }
    return .property(
      Syntax.Property(
        kind: kind, name: name, events: events, citations: citations, sentence: sentence,
        body: body))
  }

  /// Parses `at crosses`, `after accept, refuse`, `after every event`.
  private mutating func events() throws(Abandoned) -> Syntax.Property.Events? {
    guard accept(.at) || accept(.after) else { return nil }
    guard current.word == .every else { return .named(try names("the name of an event")) }
    advance()
    try expect(.event, "after `every`")
    return .every
  }

  /// Parses `all r: Request where P: C lasts at most D`.
  private mutating func lasting() throws(Abandoned) -> Syntax.Property.Body {
    var binders: [Syntax.Binder] = []
    var range: Syntax.Expression?
    if accept(.all) {
      binders = try self.binders().binders
      range = try condition()?.expression
      try expect(.colon, "and what lasts")
    }
    let lasting = try expression()
    try expect(.lasts, "after the condition, as in `lasts at most 2 min`")
    try expect(.at, "most, as in `lasts at most 2 min`")
    try expect(.most, "as in `lasts at most 2 min`")
    return .lasts(binders, where: range, lasting.expression, atMost: try sum().expression)
  }

  /// Parses `count r: Request, t: Taxi where P`.
  private mutating func counting() throws(Abandoned) -> Syntax.Property.Body {
    try expect(.count, "and what is counted")
    let binders = try binders().binders
    return .count(binders, where: try condition()?.expression)
  }
}
