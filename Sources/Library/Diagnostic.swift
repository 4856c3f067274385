import Basics

/// A message about a mistake in a rulebook, a requirements table or a map.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
  /// The severity of a message. Only an error leaves no result.
  public enum Severity: String, Sendable {
    case note, warning, error
  }

  /// An identifier that survives rewording, such as `unknown-name`.
  public let id: String
  public let severity: Severity
  /// The message for a person, in one sentence.
  public let message: String
  /// The name of the text: its path, or the name that was given with it.
  public let file: String
  /// The line, from 1; nil: the message is about the whole text.
  public let line: Int?
  /// The column in Unicode scalars, from 1; nil: the message is about the whole text.
  public let column: Int?

  /// `Library.rulebook:12:7: error: unknown name 'raeder' [unknown-name]`
  public var description: String {
    let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self)
    return "\(place.joined(separator: ":")): \(severity.rawValue): \(message) [\(id)]"
  }
}

extension Diagnostic {
  init(_ diagnostic: Basics.Diagnostic, in source: SourceText) {
    id = diagnostic.id
    severity =
      switch diagnostic.severity {
      case .note: .note
      case .warning: .warning
      case .error: .error
      }
    message = diagnostic.message
    file = source.path
    line = diagnostic.span.map { source.line(at: $0.lower) }
    column = diagnostic.span.map { source.column(at: $0.lower) }
  }

  /// An error about a whole text.
  init(error id: String, _ message: String, in file: String) {
    self.id = id
    severity = .error
    self.message = message
    self.file = file
    line = nil
    column = nil
  }
}
