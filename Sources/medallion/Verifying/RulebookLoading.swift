import Basics
import Findings
import Report
import Rulebook

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
    let compiled = CompiledBook(source, settings: settings) {
      (name) throws(CompiledBook.Unreadable) in
      let sibling = Files.sibling(name, of: path)
      do throws(Failure) {
        let bytes = try origin.read(sibling, limit: largestFile, what: "requirements table")
        return SourceText(path: origin.name(sibling), bytes: bytes)
      } catch {
        throw CompiledBook.Unreadable(message: error.message)
      }
    }
    let style = Console.standardError.style
    var text = DiagnosticRenderer(source: source, style: style).render(
      compiled.diagnostics.filter { $0.severity != .note || $0.span == nil })
    if let table = compiled.table {
      text += DiagnosticRenderer(source: table, style: style).render(compiled.tableDiagnostics)
    }
    guard let book = compiled.book, let rules = compiled.rules else {
      var mistakes = [Mistakes(source: source, diagnostics: compiled.diagnostics)]
      if let table = compiled.table {
        mistakes.append(Mistakes(source: table, diagnostics: compiled.tableDiagnostics))
      }
      throw Failure(.wrongInput, rendered: text, mistakes)
    }
    return LoadedRulebook(
      path: source.path, source: source, book: book, rules: rules,
      tablePath: compiled.table?.path ?? "", warnings: text)
  }
}
