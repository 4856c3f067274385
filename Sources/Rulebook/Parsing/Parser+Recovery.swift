import Basics

/// The error that the present construct cannot be parsed further; the mistake has been reported.
struct Abandoned: Error {}

extension Parser {
  /// True if the limit of errors is reached: nothing more is reported, and so nothing more is read.
  var isExhausted: Bool { diagnostics.count >= Self.errorLimit }

  mutating func report(_ id: String, _ message: String, at span: SourceSpan, hint: String? = nil) {
    guard !isExhausted else { return }
    diagnostics.append(
      Diagnostic(id, .error, message, at: span, notes: hint.map { [Diagnostic.Note($0)] } ?? []))
    if isExhausted { cursor = tokens.count - 1 }
  }

  /// Reports something about the current token, unless the lexer has done so already.
  mutating func unexpected(_ id: String, _ message: String, hint: String? = nil) {
    if current.kind == .invalid || isCutOff { return }
    let isOperatorWanted = id == "unexpected-token" || id == "expected-token"
    report(id, message, at: place, hint: hint ?? (isOperatorWanted ? hintAtCurrent : nil))
  }

  /// Reports that the current token begins nothing: it stands behind something complete, or wrongly
  /// begins a line.
  mutating func reportBeginsNothing(expected: String, complete: String) {
    if current.kind == .invalid { return }
    if current.isFirstInLine {
      report(
        "unexpected-token", "expected \(expected), found \(currentInWords)", at: current.span)
    } else {
      unexpected(
        "unexpected-token", "did not expect \(found) here: \(complete) before it is complete")
    }
  }

  /// Reports a keyword where a name must stand.
  mutating func reportKeyword(_ token: Token, insteadOf role: String) {
    report(
      "reserved-word", "expected \(role), but `\(text(of: token))` is a keyword", at: token.span)
  }

  /// Gives up the present construct because of the current token.
  mutating func fail(
    _ id: String, expected: String, hint: String? = nil
  ) throws(Abandoned) -> Never {
    unexpected(id, "expected \(expected), found \(found)", hint: hint)
    throw Abandoned()
  }

  /// The place of something missing: the token found instead, or, if the line is over, behind its
  /// last token.
  private var place: SourceSpan {
    guard isAtLineEnd else { return current.span }
    return SourceSpan(previousEnd, previousEnd)
  }

  /// The current token as messages name it.
  var found: String {
    if isAtEnd { return "the end of the file" }
    return isAtLineEnd ? "the end of the line" : currentInWords
  }

  private var currentInWords: String {
    switch current.kind {
    case .text: return "a string in quotes"
    case .leftBracket: return "a citation"
    case .name where current.word?.isReserved == true: return "the keyword `\(text(of: current))`"
    default: return "`\(text(of: current).shortenedForDisplay())`"
    }
  }

  /// True if the file ends within something that has been reported: a text, a citation, or a word
  /// that may be the beginning of another.
  private var isCutOff: Bool {
    guard isAtEnd, cursor > 0 else { return false }
    let last = tokens[cursor - 1]
    return last.kind == .rightBracket && last.span.lower == last.span.upper
      || last.kind == .text && !isClosed(text: last) || diagnostics.last?.span == last.span
  }

  /// A hint for an operator of other languages for which this one has a word.
  private var hintAtCurrent: String? {
    switch current.kind {
    case .equals where !isAtLineEnd: "a comparison is written `is`; `=` assigns"
    case .exclamationEquals where !isAtLineEnd: "“differs from” is written `is not`"
    case .bar where !isAtLineEnd: "“or” is written `or`"
    default: nil
    }
  }

  /// Returns the nearest of some words, as a hint. Long names are not compared.
  func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    return nearestName(to: name, among: candidates).map { "did you mean `\($0)`?" }
  }

  // MARK: - Where to go on

  /// Goes to the next line that begins with a declaration, perhaps a misspelt one.
  mutating func skipToDeclaration() {
    while !isAtEnd, !isAtProbableDeclarationLine { cursor += 1 }
  }

  /// Goes to the next line that begins with a clause, or with a declaration.
  mutating func skipToClause() {
    while !isAtEnd, !isAtProbableDeclarationLine, !isAtClauseLine { cursor += 1 }
  }

  /// Goes to the next line that begins with a field, or with a declaration.
  mutating func skipToField() {
    while !isAtEnd, !isAtProbableDeclarationLine, !(current.isFirstInLine && isAtField) {
      cursor += 1
    }
  }

  /// True at two names in the first column, most likely a declaration whose keyword is wrong.
  private var isAtProbableDeclarationLine: Bool {
    guard current.isInFirstColumn, current.word?.beginsClause != true else { return false }
    return isAtDeclarationLine || isAtTwoNames
  }

  private var isAtTwoNames: Bool {
    current.kind == .name && next.kind == .name && !next.isFirstInLine
  }

  private var isAtClauseLine: Bool {
    guard current.isFirstInLine, current.kind == .name else { return false }
    return current.word?.beginsClause == true || isAtAssignment
  }

  /// True if the rest of the line reads `path =`. Looks no further than the line.
  var isAtAssignment: Bool {
    var index = cursor
    var expectsName = true
    while index < tokens.count, index == cursor || !tokens[index].isFirstInLine {
      switch tokens[index].kind {
      case .name where expectsName: expectsName = false
      case .dot where !expectsName: expectsName = true
      case .exclamation where !expectsName: break
      case .leftParenthesis where !expectsName && index > cursor + 1:
        // The other entity of a pair.
        while index + 1 < tokens.count, tokens[index].kind != .rightParenthesis,
          !tokens[index + 1].isFirstInLine
        {
          index += 1
        }
      default: return !expectsName && tokens[index].kind.assignment != nil
      }
      index += 1
    }
    return false
  }
}
