public import Diagnostics
public struct ParsedBook: Sendable { public let book: Syntax.Book?; public let diagnostics: [Diagnostic] }
public enum Parser {
  public static func parse(_ source: SourceText) -> ParsedBook { ParsedBook(book: nil, diagnostics: []) }
  public static func parseExpression(_ source: SourceText, units: Set<String>) -> (Syntax.Expression?, [Diagnostic]) { (nil, []) }
}
