import Basics

/// The result of parsing a rulebook.
package struct ParsedBook: Sendable {
  /// The declarations that could be parsed; nil if the text is no rulebook at all. If the
  /// diagnostics contain an error, the parts concerned are missing, and the book serves only to
  /// find more mistakes.
  package let book: Syntax.Book?
  /// The places of declarations that could not be parsed to their ends, or lack a part that was
  /// wrong.
  package let broken: [SourceSpan]
  /// The diagnostics in the order of the text.
  package let diagnostics: [Diagnostic]

  package init(book: Syntax.Book?, broken: [SourceSpan] = [], diagnostics: [Diagnostic]) {
    self.book = book
    self.broken = broken
    self.diagnostics = diagnostics
  }
}

/// A parser of the rulebook language by recursive descent: a cursor over the tokens of one file.
///
/// Any bytes may be given. Time and memory are linear in their number; nesting, the depth of the
/// resulting trees and the number of reported mistakes are limited.
package struct Parser {
  /// The largest file that is read, in bytes.
  package static let sizeLimit = 4 << 20
  /// The greatest depth of expressions, in the text and as trees.
  package static let depthLimit = 200
  /// The number of reported errors after which the rest of the file is left unread.
  package static let errorLimit = 50

  let bytes: [UInt8]
  let tokens: [Token]
  var cursor = 0
  var units: Set<String>
  /// True if declarations begin in the first column; in an expression alone none begins there.
  private(set) var isBook = true
  /// The number of constructs around the expression that is being parsed.
  var nesting = 0
  var diagnostics: [Diagnostic]
  var broken: [SourceSpan] = []

  /// Parses a whole rulebook. Reports several mistakes at once, each once.
  package static func parse(_ source: SourceText) -> ParsedBook {
    switch prepare(source, units: []) {
    case .failure(let diagnostic):
      return ParsedBook(book: nil, diagnostics: [diagnostic])
    case .success(var parser):
      let book = parser.isExhausted ? nil : parser.book()
      return ParsedBook(
        book: book, broken: parser.broken, diagnostics: parser.sortedDiagnostics)
    }
  }

  /// Parses one expression, such as a value given on the command line.
  ///
  /// `units` are the units that may follow a number besides those of time. Numbers and units may
  /// touch: `15s`. The expression is nil exactly if an error is reported.
  package static func parseExpression(
    _ source: SourceText, units: Set<String> = []
  ) -> (Syntax.Expression?, [Diagnostic]) {
    switch prepare(source, units: units) {
    case .failure(let diagnostic):
      return (nil, [diagnostic])
    case .success(var parser):
      parser.isBook = false
      let expression = parser.isExhausted ? nil : parser.wholeExpression()
      let diagnostics = parser.sortedDiagnostics
      return (diagnostics.containsError ? nil : expression, diagnostics)
    }
  }

  /// Refuses text that is too large or no text, and finds the tokens of the rest.
  private static func prepare(
    _ source: SourceText, units: Set<String>
  ) -> Result<Parser, Diagnostic> {
    guard source.bytes.count <= sizeLimit else {
      return .failure(
        Diagnostic(
          "file-too-large", .error,
          "the file has \(source.bytes.count) bytes, a rulebook has at most \(sizeLimit)", at: nil))
    }
    if let offset = Scalars.firstInvalidOffset(in: source.bytes) {
      let byte = String(source.bytes[offset], radix: 16, uppercase: true)
      return .failure(
        Diagnostic(
          "not-utf8", .error, "the file is not valid UTF-8: unexpected byte 0x\(byte)",
          at: SourceSpan(offset, offset + 1)))
    }
    return .success(Parser(source.bytes, units: units))
  }

  private init(_ bytes: [UInt8], units: Set<String>) {
    let lexed = Lexer.run(on: bytes, errorLimit: Self.errorLimit)
    self.bytes = bytes
    tokens = lexed.tokens
    diagnostics = lexed.diagnostics
    self.units = units.union(["ms", "s", "min", "h", "day", "days"])
    if !isExhausted { self.units.formUnion(declaredUnits()) }
  }

  /// Returns the names of `type metres = Int`, anywhere in the file: uses may precede.
  private func declaredUnits() -> [String] {
    tokens.indices.dropLast(3).compactMap { index in
      guard tokens[index].word == .type, tokens[index + 1].kind == .name,
        tokens[index + 2].kind == .equals, text(of: tokens[index + 3]) == "Int"
      else { return nil }
      return text(of: tokens[index + 1])
    }
  }

  private mutating func wholeExpression() -> Syntax.Expression? {
    guard let tree = try? expression() else { return nil }
    if !isAtEnd { reportBeginsNothing(expected: "nothing more", complete: "the expression") }
    return tree.expression
  }

  private var sortedDiagnostics: [Diagnostic] {
    var sorted = diagnostics.sorted { ($0.span?.lower ?? 0) < ($1.span?.lower ?? 0) }
    if isExhausted {
      sorted.append(
        Diagnostic(
          "too-many-errors", .note,
          "the rest of the file was not read: \(Self.errorLimit) errors are enough", at: nil))
    }
    return sorted
  }
}
