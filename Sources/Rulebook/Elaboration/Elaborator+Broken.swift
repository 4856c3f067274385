import Basics

extension Elaborator {
  /// Returns the mistakes in the readable part of a rulebook whose syntax is broken elsewhere.
  ///
  /// A missing declaration makes others look wrong. So only mistakes count that lie outside of the
  /// broken parts, and concern no name that is mentioned there.
  static func mistakes(
    in book: Syntax.Book, besides broken: [SourceSpan], _ source: SourceText
  ) -> [Diagnostic] {
    let elaborator = Elaborator(book, source: source, table: nil)
    elaborator.elaborate([])
    let missing = broken.reduce(into: Set<Substring>()) { found, span in
      found.formUnion(names(in: source.text(of: span)))
    }
    return elaborator.reporter.diagnostics.filter { diagnostic in
      guard diagnostic.severity == .error, ofOneExpression.contains(diagnostic.id),
        let span = diagnostic.span
      else { return false }
      return !broken.contains { $0.lower <= span.lower && span.lower < $0.upper }
        && missing.isDisjoint(with: names(in: source.text(of: span)))
    }
  }

  /// Mistakes that do not depend on declarations other than those whose names they concern.
  private static let ofOneExpression: Set = [
    "duplicate-name", "not-an-entity", "number-too-large", "units", "unknown-name",
    "value-expected", "wrong-type",
  ]

  private static func names(in text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
