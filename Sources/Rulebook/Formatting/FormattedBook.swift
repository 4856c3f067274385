public import Diagnostics

/// What came of laying out a rulebook anew.
public struct FormattedBook: Sendable {
  /// The text in canonical layout; none if the text has syntax errors, for what cannot be read
  /// cannot be laid out.
  public let text: String?
  /// In the order of the text.
  public let diagnostics: [Diagnostic]

  /// The canonical layout of a rulebook. It has the same tokens and the same comments in the same
  /// order, and so the same meaning; its own canonical layout is itself. Names need not exist and
  /// types need not fit.
  ///
  /// Any bytes may be given. Time is linear in their number.
  public static func format(_ source: SourceText) -> FormattedBook {
    let parsed = Parser.parse(source)
    guard let book = parsed.book, !parsed.diagnostics.containsError else {
      return FormattedBook(text: nil, diagnostics: parsed.diagnostics)
    }
    let manuscript = Manuscript(source.bytes)
    var builder = LayoutBuilder(manuscript)
    let sections = builder.sections(of: book)
    var printer = PagePrinter(manuscript)
    printer.print(sections)
    return FormattedBook(
      text: String(decoding: printer.finish(), as: UTF8.self), diagnostics: parsed.diagnostics)
  }
}
