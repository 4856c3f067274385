import Basics

extension Parser {
  /// Parses `rulebook NAME requirements "…"` and the declarations.
  mutating func book() -> Syntax.Book? {
    let header = try? header()
    if header == nil {
      if !isAtDeclarationLine { advance() }
      skipToDeclaration()
    }
    let declarations = declarations()
    return header.map {
      Syntax.Book(name: $0.name, requirements: $0.requirements, declarations: declarations)
    }
  }

  private mutating func header() throws(Abandoned) -> (name: Syntax.Name, requirements: Syntax.Text)
  {
    guard accept(.rulebook) else {
      try fail(
        "expected-token", expected: "`rulebook` and its name at the beginning",
        hint: suggestion(for: text(of: current), among: [Word.rulebook.rawValue]))
    }
    let name = try name("the name of the rulebook")
    try expect(.requirements, "and the path of the requirements")
    return (name, try quotedText("the path of the requirements in quotes"))
  }

  private mutating func declarations() -> [Syntax.Declaration] {
    var declarations: [Syntax.Declaration] = []
    while !isAtEnd {
      let known = diagnostics.count
      let start = current
      var isBroken = false
      defer {
        if isBroken || diagnostics.count > known {
          broken.append(SourceSpan(start.span.lower, current.span.lower))
        }
      }
      guard isAtDeclaration else {
        reportNoDeclaration()
        advance()
        skipToDeclaration()
        continue
      }
      advance()
      do throws(Abandoned) {
        if let word = start.word, let kind = try declaration(word) {
          declarations.append(Syntax.Declaration(kind, span(from: start.span)))
        }
      } catch {
        isBroken = true
        skipToDeclaration()
      }
    }
    return declarations
  }

  private mutating func reportNoDeclaration() {
    guard current.kind == .name, current.isFirstInLine else {
      return reportBeginsNothing(expected: "a declaration", complete: "the declaration")
    }
    let name = text(of: current)
    if current.word?.beginsClause == true {
      report(
        "misplaced-clause", "`\(name)` stands only in an event, an effect or `every event`",
        at: current.span)
    } else {
      report(
        "unknown-declaration", "`\(name.shortenedForDisplay())` begins no declaration",
        at: current.span,
        hint: suggestion(for: name, among: Word.declarations))
    }
  }

  /// Parses the part behind the keyword. Returns nil if it was broken but read to its end.
  private mutating func declaration(
    _ word: Word
  ) throws(Abandoned) -> Syntax.Declaration.Kind? {
    switch word {
    case .omit:
      guard current.kind == .leftBracket else {
        try fail("expected-token", expected: "the ids of requirements in `[` `]` after `omit`")
      }
      return .omit(citations(), reason: try quotedText("the reason in quotes"))
    case .type: return try type()
    case .sensitive: return .sensitive(try names("the name of a type"))
    case .parameter:
      let name = try name("the name of a parameter")
      try expect(.equals, "and the value of `\(name.text.shortenedForDisplay())`")
      return .parameter(name, try expression().expression, citations: citations())
    case .entity: return try entity()
    case .state: return .state(try field())
    case .message:
      return .message(
        try list { parser throws(Abandoned) in
          Syntax.Message(
            name: try parser.name("the name of a message"),
            parameters: try parser.optionalParameters(ofMessage: true))
        })
    case .define:
      let name = try name("the name of a definition")
      let parameters = try optionalParameters()
      try expect(.equals, "and what `\(name.text.shortenedForDisplay())` means")
      return .define(name, parameters, try expression().expression, citations: citations())
    case .every: return every()
    case .effect: return effect()
    case .event: return event()
    default: return try property(word)
    }
  }

  private mutating func type() throws(Abandoned) -> Syntax.Declaration.Kind {
    let name = try name("the name of a type")
    try expect(.equals, "and the values of `\(name.text.shortenedForDisplay())`")
    let definition: Syntax.TypeDefinition
    if current.kind == .number {
      let start = current.span
      let low = try wholeNumber()
      try expect(.ellipsis, "and the largest number")
      definition = .range(low, try wholeNumber(), span(from: start))
    } else {
      let first = try self.name("values such as `red | green`, numbers such as `0...9`, or `Int`")
      if first.text == "Int", current.kind != .bar {
        definition = .unit
      } else {
        var values = [first]
        while accept(.bar) { values.append(try self.name("the name of a value")) }
        definition = .enumeration(values)
      }
    }
    return .type(name, definition, citations: citations())
  }

  private mutating func wholeNumber() throws(Abandoned) -> Int64 {
    guard current.kind == .number else { try fail("expected-token", expected: "a whole number") }
    return value(ofNumber: advance())
  }

  /// Returns the value of a number; one that is too large has been reported, and counts as the
  /// largest.
  func value(ofNumber token: Token) -> Int64 {
    Lexer.value(ofDigits: bytes[token.span.lower..<token.span.upper]) ?? .max
  }
}
