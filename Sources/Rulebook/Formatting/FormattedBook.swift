import Basics

/// The result of formatting a rulebook.
package struct FormattedBook: Sendable {
  /// The text in canonical layout; nil if the text has syntax errors, since text that cannot be
  /// parsed cannot be laid out.
  package let text: String?
  /// The diagnostics in the order of the text.
  package let diagnostics: [Diagnostic]

  /// Returns the rulebook in canonical layout. The result has the same tokens and comments in the
  /// same order, and so the same meaning; formatting it again changes nothing. Names need not exist
  /// and types need not fit.
  ///
  /// Any bytes may be given. Time is linear in their number.
  package static func format(_ source: SourceText) -> FormattedBook {
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
