import Basics

/// One line of a mapping, cut into words, texts and signs, and read from its front.
struct MappingLine {
  struct Token {
    enum Kind: Hashable { case word, text, sign }
    let kind: Kind
    /// The content of the token; a quoted text comes without its quotes and escapes.
    let text: String
    let span: SourceSpan
  }

  /// True if the line belongs to the statement above it.
  let isIndented: Bool
  private var rest: ArraySlice<Token>
  /// The place just behind the last token.
  private let end: SourceSpan

  var isEmpty: Bool { rest.isEmpty }

  /// The place of the next token, or of the end of the line.
  var span: SourceSpan { rest.first?.span ?? end }

  /// - Parameter offset: The offset of the line's first byte, to which spans refer.
  init(_ text: String, offset: Int) throws(Diagnostic) {
    let bytes = Array(text.utf8)
    var tokens: [Token] = []
    var position = 0
    while position < bytes.count {
      let start = position
      let byte = bytes[position]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        position += 1
        continue
      }
      if bytes[position...].starts(with: "//".utf8) { break }
      let kind: Token.Kind
      var content: [UInt8]
      if byte.isMappingWord {
        kind = .word
        content = Array(bytes[position...].prefix(while: \.isMappingWord))
        position += content.count
      } else if byte == UInt8(ascii: "\"") {
        kind = .text
        (content, position) = try Self.text(bytes, from: position, offset: offset)
      } else {
        kind = .sign
        guard ".|[],^+".utf8.contains(byte) else {
          throw Diagnostic(
            "unexpected-character", .error,
            "this cannot stand in a mapping; put names that have "
              + "other characters than letters, digits, `_`, `-`, `@` and `$` between quotes",
            at: SourceSpan(offset + start, offset + start + 1))
        }
        content = [byte]
        position += 1
      }
      let span = SourceSpan(offset + start, offset + position)
      tokens.append(Token(kind: kind, text: String(decoding: content, as: UTF8.self), span: span))
    }
    isIndented = bytes.first == UInt8(ascii: " ") || bytes.first == UInt8(ascii: "\t")
    rest = tokens[...]
    let last = tokens.last?.span.upper ?? offset
    end = SourceSpan(last, last)
  }

  /// The text between quotes, as ``text(_:from:offset:)`` reads it.
  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// A text between quotes, in which `\"` and `\\` are the only escapes.
  private static func text(
    _ bytes: [UInt8], from start: Int, offset: Int
  ) throws(Diagnostic) -> (content: [UInt8], end: Int) {
    var content: [UInt8] = []
    var position = start + 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return (content, position + 1) }
      if byte == UInt8(ascii: "\\") {
        position += 1
        guard position < bytes.count, "\"\\".utf8.contains(bytes[position]) else {
          throw Diagnostic(
            "unknown-escape", .error, "a string has only the escapes `\\\"` and `\\\\`",
            at: SourceSpan(offset + position - 1, offset + position))
        }
      }
      content.append(bytes[position])
      position += 1
    }
    throw Diagnostic(
      "unclosed-text", .error, "this string has no closing `\"` on its line",
      at: SourceSpan(offset + start, offset + bytes.count))
  }
}

extension MappingLine {
  func peek(_ kind: Token.Kind) -> Token? {
    guard let token = rest.first, token.kind == kind else { return nil }
    return token
  }

  mutating func take(_ kind: Token.Kind) -> Token? {
    guard let token = peek(kind) else { return nil }
    rest.removeFirst()
    return token
  }

  /// Takes that word or sign, if it comes next.
  mutating func take(_ text: String) -> Bool {
    guard let token = rest.first, token.kind != .text, token.text == text else { return false }
    rest.removeFirst()
    return true
  }

  mutating func expect(_ kind: Token.Kind, _ what: String) throws(Diagnostic) -> Token {
    if let token = take(kind) { return token }
    throw unexpected(what)
  }

  mutating func expect(_ text: String) throws(Diagnostic) {
    if !take(text) { throw unexpected("`\(text)`") }
  }

  /// A name: a word, or a text between quotes.
  mutating func expectName(_ what: String) throws(Diagnostic) -> Token {
    if let token = take(.word) ?? take(.text) { return token }
    throw unexpected(what)
  }

  /// Takes all that is left.
  mutating func skip() { rest = [] }

  func expectEnd() throws(Diagnostic) {
    if !isEmpty { throw unexpected("the end of the line") }
  }

  func unexpected(_ what: String) -> Diagnostic {
    Diagnostic("unexpected", .error, "expected \(what)", at: span)
  }
}
