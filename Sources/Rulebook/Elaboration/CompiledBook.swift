public import Diagnostics

/// A rulebook compiled together with the requirements table that it names.
public struct CompiledBook: Sendable {
  /// The reason why a requirements table cannot be read, for the user.
  public struct Unreadable: Error, Sendable {
    public let message: String

    public init(message: String) { self.message = message }
  }

  /// The rulebook as it was written; nil if the text is no rulebook at all.
  public let book: Syntax.Book?
  /// The rules; nil if a diagnostic is an error.
  public let rules: Core.Rules?
  /// The requirements table; nil: the rulebook names none, or it cannot be read.
  public let table: SourceText?
  /// Diagnostics of the rulebook, in the order of its text, behind that of a table that cannot be
  /// read.
  public let diagnostics: [Diagnostic]
  /// Diagnostics of the requirements table.
  public let tableDiagnostics: [Diagnostic]

  /// Compiles a rulebook.
  /// - Parameters:
  ///   - settings: Parameters with other values than the rulebook gives.
  ///   - read: Reads the table of the path that the rulebook gives, relative to itself; returns nil
  ///     if citations are not to be checked.
  public init(
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
