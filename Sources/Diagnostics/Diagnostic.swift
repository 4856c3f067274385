/// One thing that a person should know about a text of his: what is wrong, where, and what would help.
public struct Diagnostic: Error, Sendable, Hashable {
  /// Whether it must be mended, the gravest the greatest.
  public enum Severity: String, Sendable, Comparable, CaseIterable {
    case note, warning, error

    /// A note is less than a warning, a warning less than an error.
    public static func < (a: Severity, b: Severity) -> Bool {
      allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
    }
  }

  /// Something that belongs to the message at another place, or at none.
  public struct Note: Sendable, Hashable {
    public let message: String
    /// Where in the text that the diagnostic is about; nil: at no place.
    public let span: SourceSpan?

    public init(_ message: String, at span: SourceSpan? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// An identifier that survives rewording, such as `unknown-name`.
  public let id: String
  /// An error leaves no result; nothing else prevents one.
  public let severity: Severity
  public let message: String
  /// Where in the text; none when the whole file is meant.
  public let span: SourceSpan?
  /// In the order in which they are shown; often none.
  public let notes: [Note]

  public init(
    _ id: String, _ severity: Severity, _ message: String, at span: SourceSpan?,
    notes: [Note] = []
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.span = span
    self.notes = notes
  }
}

extension Diagnostic {
  /// Closes a list that goes no further, so that nobody takes it for all there is to mend.
  public static func more(of severity: Severity, than count: Int) -> Diagnostic {
    Diagnostic(
      "too-many-\(severity.rawValue)s", .note,
      "there are more \(severity.rawValue)s than these \(count)", at: nil)
  }
}

extension [Diagnostic] {
  /// Whether something among these stops the work.
  public var containsError: Bool { contains { $0.severity == .error } }
}
