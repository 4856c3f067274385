import Basics

/// A rulebook compiled together with the requirements table that it names.
package struct CompiledBook: Sendable {
  /// The reason why a requirements table cannot be read, for the user.
  package struct Unreadable: Error, Sendable {
    package let message: String

    package init(message: String) { self.message = message }
  }

  /// The rulebook as it was written; nil if the text is no rulebook at all.
  package let book: Syntax.Book?
  /// The rules; nil if a diagnostic is an error.
  package let rules: Core.Rules?
  /// The requirements table; nil: the rulebook names none, or it cannot be read.
  package let table: SourceText?
  /// Diagnostics of the rulebook, in the order of its text, behind that of a table that cannot be
  /// read.
  package let diagnostics: [Diagnostic]
  /// Diagnostics of the requirements table.
  package let tableDiagnostics: [Diagnostic]

  /// Compiles a rulebook.
  /// - Parameters:
  ///   - settings: Parameters with other values than the rulebook gives.
  ///   - read: Reads the table of the path that the rulebook gives, relative to itself; returns nil
  ///     if citations are not to be checked.
  package init(
    _ source: SourceText, settings: [Compilation.Setting] = [],
    table read: (String) throws(Unreadable) -> SourceText?
  ) {
    let parsed = Parser.parse(source)
    var table: SourceText?
    var missing: [Diagnostic] = []
    if let requirements = Compilation.requirements(of: parsed) {
      do {
        table = try read(requirements.value)
      } catch {
        missing = [Diagnostic("unreadable-table", .error, error.message, at: requirements.span)]
      }
    }
    let compilation = Compilation.compile(
      source, parsed: parsed, requirements: table, settings: settings)
    book = parsed.book
    self.table = table
    diagnostics = missing + compilation.diagnostics
    tableDiagnostics = compilation.tableDiagnostics
    var rules = missing.isEmpty ? compilation.rules : nil
    if !settings.isEmpty { rules?.settings = settings.map { "\($0.name)=\($0.value)" } }
    self.rules = rules
  }
}
