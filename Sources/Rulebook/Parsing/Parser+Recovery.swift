internal import Diagnostics

/// The construct at hand cannot be read on; what is wrong has been reported.
struct Abandoned: Error {}

extension Parser {
  /// Whether so much is wrong that nothing more is reported, and so nothing more read.
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

  /// Reports that the current token begins nothing: as one too many behind what is complete, or
  /// as the wrong beginning of a line.
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

  /// Where something is missing: at the token that stands in its place, or behind the last one on
  /// the line if that line is over.
  private var place: SourceSpan {
    guard isAtLineEnd else { return current.span }
    return SourceSpan(previousEnd, previousEnd)
  }

  /// The current token as a message names it.
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

  /// The signs of other languages for what has a word here.
  private var hintAtCurrent: String? {
    switch current.kind {
    case .equals where !isAtLineEnd: "a comparison is written `is`; `=` assigns"
    case .exclamationEquals where !isAtLineEnd: "“differs from” is written `is not`"
    case .bar where !isAtLineEnd: "“or” is written `or`"
    default: nil
    }
  }

  /// The nearest of some words, as a hint. Long names are spared the search.
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

  /// Two names in the first column are hardly anything but a declaration whose keyword is wrong.
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

  /// Whether the rest of the line reads `path =`. Looks no further than the line.
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
