import Basics

extension Parser {
  var current: Token { tokens[cursor] }

  var next: Token { tokens[min(cursor + 1, tokens.count - 1)] }

  var isAtEnd: Bool { current.kind == .endOfFile }

  /// True if the line of the token before is over.
  var isAtLineEnd: Bool { cursor > 0 && (current.isFirstInLine || isAtEnd) }

  /// The offset behind the last token that was read.
  var previousEnd: Int { cursor > 0 ? tokens[cursor - 1].span.upper : current.span.lower }

  /// Returns the span from `start` to the last token that was read.
  func span(from start: SourceSpan) -> SourceSpan { SourceSpan(start.lower, previousEnd) }

  func text(of token: Token) -> String {
    String(decoding: bytes[token.span.lower..<token.span.upper], as: UTF8.self)
  }

  /// True if a declaration begins here: a line with its keyword in the first column, or the keyword
  /// before a name or a citation, with which no clause and no field begins.
  var isAtDeclaration: Bool {
    guard current.word?.beginsDeclaration == true else { return false }
    return current.isInFirstColumn || next.kind == .name || next.kind == .leftBracket
  }

  var isAtDeclarationLine: Bool {
    isBook && current.isInFirstColumn && current.word?.beginsDeclaration == true
  }

  @discardableResult
  mutating func advance() -> Token {
    let token = current
    if !isAtEnd { cursor += 1 }
    return token
  }

  mutating func accept(_ kind: Token.Kind) -> Bool {
    guard current.kind == kind else { return false }
    advance()
    return true
  }

  mutating func accept(_ word: Word) -> Bool {
    guard current.word == word else { return false }
    advance()
    return true
  }

  /// Reads a symbol that must stand here; `context` continues the message “expected `=` …”.
  mutating func expect(_ kind: Token.Kind, _ context: String) throws(Abandoned) {
    guard accept(kind) else {
      try fail("expected-token", expected: "`\(kind.rawValue)` \(context)")
    }
  }

  mutating func expect(_ word: Word, _ context: String) throws(Abandoned) {
    guard accept(word) else {
      let misspelt = current.kind == .name && !isAtLineEnd
      try fail(
        "expected-token", expected: "`\(word.rawValue)` \(context)",
        hint: misspelt ? suggestion(for: text(of: current), among: [word.rawValue]) : nil)
    }
  }

  /// Reads a name; `role` describes it: “the name of an event”.
  mutating func name(_ role: String) throws(Abandoned) -> Syntax.Name {
    guard current.kind == .name, !isAtDeclarationLine else {
      try fail("expected-name", expected: role)
    }
    guard current.word?.isReserved != true else {
      if isAtLineEnd { try fail("expected-name", expected: role) }
      reportKeyword(current, insteadOf: role)
      throw Abandoned()
    }
    let token = advance()
    return Syntax.Name(text(of: token), token.span)
  }

  /// Reads `item {"," item}`.
  mutating func list<Element>(
    _ item: (inout Parser) throws(Abandoned) -> Element
  ) throws(Abandoned) -> [Element] {
    var items = [try item(&self)]
    while accept(.comma) { items.append(try item(&self)) }
    return items
  }

  mutating func names(_ role: String) throws(Abandoned) -> [Syntax.Name] {
    try list { parser throws(Abandoned) in try parser.name(role) }
  }

  /// Reads any number of `[A1 G1.2]`.
  mutating func citations() -> [Syntax.Name] {
    var ids: [Syntax.Name] = []
    while current.kind == .leftBracket {
      let opening = advance()
      var isEmpty = true
      var hasComma = false
      while current.kind != .rightBracket, !isAtEnd {
        let token = advance()
        isEmpty = false
        if token.kind == .citation {
          ids.append(Syntax.Name(text(of: token), token.span))
        } else if token.kind == .comma, !hasComma {
          hasComma = true
          report(
            "unexpected-token", "the ids of a citation are separated by spaces, found `,`",
            at: token.span)
        }
      }
      let closing = advance()
      // An empty citation that the lexer closed has been reported there.
      if isEmpty, closing.span.lower < closing.span.upper {
        report(
          "empty-citation", "expected ids of requirements in this citation",
          at: span(from: opening.span))
      }
    }
    return ids
  }

  /// Reads a text in quotes.
  mutating func quotedText(_ role: String) throws(Abandoned) -> Syntax.Text {
    guard current.kind == .text else { try fail("expected-token", expected: role) }
    let token = advance()
    let end = token.span.upper - (isClosed(text: token) ? 1 : 0)
    let content = bytes[(token.span.lower + 1)..<end]
    return Syntax.Text(String(decoding: content, as: UTF8.self), token.span)
  }

  /// Returns true if a text has its closing quote; the lexer has reported a missing one.
  func isClosed(text token: Token) -> Bool {
    token.span.upper - token.span.lower > 1
      && bytes[token.span.upper - 1] == UInt8(ascii: "\"")
  }
}
