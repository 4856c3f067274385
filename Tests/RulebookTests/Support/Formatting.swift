import Basics
import Rulebook
import Testing

/// A text as it means something, and as people comment it: what no change of layout may touch.
struct Substance: Equatable {
  let name: String
  let requirements: String
  let declarations: [String]
  let comments: [String]

  init(_ text: String, location: SourceLocation = #_sourceLocation) throws {
    let parsed = Parser.parse(SourceText(path: "r", text: text))
    let messages = parsed.diagnostics.map(\.message).joined(separator: "\n")
    #expect(!parsed.diagnostics.containsError, "\(messages)\n\(text)", sourceLocation: location)
    let book = try #require(parsed.book, "\(messages)", sourceLocation: location)
    name = book.name.text
    requirements = book.requirements.value
    declarations = book.declarations.map(Dump.declaration)
    comments = Piece.pieces(of: text).filter(\.isComment).map(\.text)
  }
}

enum Formatting {
  static func format(_ text: String, location: SourceLocation = #_sourceLocation) throws -> String {
    let result = FormattedBook.format(SourceText(path: "r", text: text))
    let messages = result.diagnostics.map(\.message).joined(separator: "\n")
    return try #require(result.text, "\(messages)\n\(text)", sourceLocation: location)
  }

  /// Formats, and expects all that holds of every text.
  static func checked(
    _ text: String, location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let formatted = try format(text, location: location)
    #expect(
      try Substance(formatted, location: location) == Substance(text, location: location),
      "\(formatted)", sourceLocation: location)
    let again = try format(formatted, location: location)
    #expect(
      again == formatted, "formatted twice it differs:\n\(formatted)\n\(again)",
      sourceLocation: location)
    let lines = formatted.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "" && lines.dropLast().last != "", sourceLocation: location)
    #expect(!lines.contains { $0.last == " " }, sourceLocation: location)
    #expect(!formatted.contains("\n\n\n"), sourceLocation: location)
    return formatted
  }
}
