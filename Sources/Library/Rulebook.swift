import Basics
import FoundationEssentials
import Rulebook

/// A compiled rulebook: the rules of a service, ready to be verified, and to replay traces.
///
/// A value never changes, and may be used from several tasks at once.
public struct Rulebook: Sendable {
  let rules: Core.Rules
  let source: SourceText

  /// The warnings and notes of the compiler, in the order of the text; often none.
  public let warnings: [Diagnostic]

  /// The name that the rulebook gives itself.
  public var name: String { rules.name }

  /// The SHA-256 of the text of the rulebook, in hexadecimal.
  public var digest: String { rules.digest }

  /// Reads and compiles a rulebook, and the requirements table that it names, which is looked for
  /// beside it. O(bytes) in time and memory.
  /// - Parameters:
  ///   - url: A file, of at most 4 MiB.
  ///   - settings: Values for parameters of the rulebook, as it would write them:
  ///     `["answerWindow": "15 s"]`.
  /// - Throws: All mistakes that were found, also if a file cannot be read.
  public init(
    contentsOf url: URL, settings: [String: String] = [:]
  ) throws(RulebookError) {
    guard let bytes = try? Data(contentsOf: url) else {
      throw RulebookError([
        Diagnostic(error: "unreadable-file", "the rulebook cannot be read", in: url.path)
      ])
    }
    let folder = url.deletingLastPathComponent()
    try self.init(SourceText(path: url.path, bytes: Array(bytes)), settings) {
      (name) throws(CompiledBook.Unreadable) in
      let table = name.hasPrefix("/") ? URL(filePath: name) : folder.appending(path: name)
      guard let bytes = try? Data(contentsOf: table) else {
        throw CompiledBook.Unreadable(
          message: "the requirements table '\(table.path)' cannot be read")
      }
      return SourceText(path: table.path, bytes: Array(bytes))
    }
  }

  /// Compiles a rulebook. O(bytes) in time and memory.
  /// - Parameters:
  ///   - text: The rulebook, of at most 4 MiB.
  ///   - name: The name of the text in messages.
  ///   - requirements: The requirements table, as tab-separated values. Without one, citations of
  ///     requirements are not checked, even if the rulebook names a table.
  ///   - settings: Values for parameters of the rulebook, as it would write them.
  /// - Throws: All mistakes that were found.
  public init(
    text: String, name: String, requirements: String? = nil, settings: [String: String] = [:]
  ) throws(RulebookError) {
    try self.init(SourceText(path: name, text: text), settings) {
      (table) throws(CompiledBook.Unreadable) in
      requirements.map { SourceText(path: table, text: $0) }
    }
  }

  private init(
    _ source: SourceText, _ settings: [String: String],
    table: (String) throws(CompiledBook.Unreadable) -> SourceText?
  ) throws(RulebookError) {
    let settings = settings.sorted { $0.key < $1.key }
      .map { Compilation.Setting(name: $0.key, value: $0.value) }
    let compiled = CompiledBook(source, settings: settings, table: table)
    var diagnostics = compiled.diagnostics.map { Diagnostic($0, in: source) }
    if let table = compiled.table {
      diagnostics += compiled.tableDiagnostics.map { Diagnostic($0, in: table) }
    }
    guard let rules = compiled.rules else { throw RulebookError(diagnostics) }
    self.rules = rules
    self.source = source
    warnings = diagnostics
  }
}

/// The error that a rulebook cannot be used, with all mistakes that were found.
public struct RulebookError: Error, Sendable, CustomStringConvertible {
  /// The messages in the order of the text; at least one is an error.
  public let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// The messages, one a line.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
