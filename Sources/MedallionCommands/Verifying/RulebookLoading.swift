internal import Diagnostics
internal import Findings
internal import Report
internal import Rulebook

/// A rulebook read from its file, compiled, with the warnings about it.
struct LoadedRulebook {
  let path: String
  let source: SourceText
  /// The rulebook as it was written.
  let book: Syntax.Book
  var rules: Core.Rules
  let tablePath: String
  /// Warnings, rendered.
  let warnings: String

  /// The files that were read for the rulebook.
  var files: [String] { [path, tablePath] }

  private static let largestFile = 4 << 20

  /// Shows the warnings, on standard error; every command does, once it knows that it will run.
  func showWarnings(unless quiet: Bool = false) {
    if !quiet { Console.standardError.write(warnings) }
  }

  /// Reads and compiles a rulebook; throws its errors, rendered, as a wrong input.
  static func load(
    _ path: String, settings: [Compilation.Setting] = [], from origin: FileOrigin = .disk
  ) throws(Failure) -> LoadedRulebook {
    let bytes = try origin.read(path, limit: largestFile, what: "rulebook")
    let source = SourceText(path: origin.name(path), bytes: bytes)
    let parsed = Parser.parse(source)
    var table: SourceText?
    var tablePath = ""
    var missing: [Diagnostic] = []
    if let requirements = Compilation.requirements(of: parsed) {
      let sibling = Files.sibling(requirements.value, of: path)
      tablePath = origin.name(sibling)
      do {
        let bytes = try origin.read(sibling, limit: largestFile, what: "requirements table")
        table = SourceText(path: tablePath, bytes: bytes)
      } catch {
        missing = [Diagnostic("unreadable-table", .error, error.message, at: requirements.span)]
      }
    }
    let compilation = Compilation.compile(
      source, parsed: parsed, requirements: table, settings: settings)
    let style = Console.standardError.style
    var text = DiagnosticRenderer(source: source, style: style).render(
      missing + compilation.diagnostics.filter { $0.severity != .note || $0.span == nil })
    if let table {
      text += DiagnosticRenderer(source: table, style: style).render(compilation.tableDiagnostics)
    }
    guard let book = parsed.book, var rules = compilation.rules, missing.isEmpty else {
      var mistakes = [Mistakes(source: source, diagnostics: missing + compilation.diagnostics)]
      if let table {
        mistakes.append(Mistakes(source: table, diagnostics: compilation.tableDiagnostics))
      }
      throw Failure(.wrongInput, rendered: text, mistakes)
    }
    if !settings.isEmpty { rules.settings = settings.map { "\($0.name)=\($0.value)" } }
    return LoadedRulebook(
      path: source.path, source: source, book: book, rules: rules, tablePath: tablePath,
      warnings: text)
  }
}
