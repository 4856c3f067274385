public import Diagnostics

/// What compiling a rulebook gave: the core rules unless something is wrong, and what to tell.
public struct Compilation: Sendable {
  /// None when a diagnostic is an error.
  public let rules: Core.Rules?
  /// About the rulebook, in the order of its text; where the table has errors, only what its
  /// syntax shows.
  public let diagnostics: [Diagnostic]
  /// About the requirements table.
  public let tableDiagnostics: [Diagnostic]

  /// A value given for a parameter from outside, such as `answerWindow=15s`.
  public struct Setting: Sendable {
    /// Of a parameter that the rulebook declares; another is an error when it is compiled.
    public let name: String
    /// An expression of the language, read only when the rulebook is compiled.
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The path of the requirements table that a rulebook names, relative to the rulebook, and where
  /// it says so; none if the rulebook cannot be parsed so far.
  public static func requirements(of parsed: ParsedBook) -> Syntax.Text? {
    parsed.book?.requirements
  }

  /// Names, types, narrowing, definitions and effects written out: from text to core rules.
  /// - Parameters:
  ///   - requirements: the table that the rulebook names, or none if it could not be read (the
  ///     caller reports that); citations are then not checked.
  ///   - settings: parameters with other values than the rulebook gives.
  public static func compile(
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
    // Against a table that is wrong nearly every citation would be.
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
