import Basics

/// The result of compiling a rulebook: the core rules unless something is wrong, and the
/// diagnostics.
package struct Compilation: Sendable {
  /// The rules; nil if a diagnostic is an error.
  package let rules: Core.Rules?
  /// Diagnostics of the rulebook, in the order of its text; if the table has errors, only those of
  /// its syntax.
  package let diagnostics: [Diagnostic]
  /// Diagnostics of the requirements table.
  package let tableDiagnostics: [Diagnostic]

  /// A value given for a parameter from outside, such as `answerWindow=15s`.
  package struct Setting: Sendable {
    /// The name of a parameter of the rulebook; an unknown one is an error of compilation.
    package let name: String
    /// The value, an expression of the language, parsed only when the rulebook is compiled.
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Returns the path of the requirements table that a rulebook names, relative to the rulebook,
  /// with its place in the text; nil if the header of the rulebook cannot be parsed.
  package static func requirements(of parsed: ParsedBook) -> Syntax.Text? {
    parsed.book?.requirements
  }

  /// Compiles text to core rules: resolves names and types, narrows optionals, and writes out
  /// definitions and effects.
  /// - Parameters:
  ///   - requirements: The table that the rulebook names, or nil if it could not be read (the
  ///     caller reports that); citations are then not checked.
  ///   - settings: Parameters with other values than the rulebook gives.
  package static func compile(
    _ source: SourceText, parsed: ParsedBook, requirements: SourceText?, settings: [Setting] = []
  ) -> Compilation {
    let table = requirements.map(RequirementTable.parse)
    guard let book = parsed.book, !parsed.diagnostics.containsError else {
      let others = parsed.book.map { Elaborator.mistakes(in: $0, besides: parsed.broken, source) }
      let all = (parsed.diagnostics + (others ?? [])).sorted {
        ($0.span?.lower ?? .max) < ($1.span?.lower ?? .max)
      }
      return Compilation(
        rules: nil, diagnostics: all,
        tableDiagnostics: table?.diagnostics ?? [])
    }
    // With a wrong table, nearly every citation would be reported.
    if let table, table.diagnostics.containsError {
      return Compilation(rules: nil, diagnostics: [], tableDiagnostics: table.diagnostics)
    }
    let elaborator = Elaborator(book, source: source, table: table)
    elaborator.elaborate(settings)
    let diagnostics = parsed.diagnostics + elaborator.reporter.diagnostics
    return Compilation(
      rules: diagnostics.containsError ? nil : elaborator.rules, diagnostics: diagnostics,
      tableDiagnostics: table?.diagnostics ?? [])
  }
}
