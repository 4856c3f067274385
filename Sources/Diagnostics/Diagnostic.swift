/// A message for the author of a text: the fault, its place, and a hint.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The severity: an error must be corrected. Graver ones are greater.
  public enum Severity: String, Sendable, Comparable, CaseIterable {
    case note, warning, error

    /// A note is less than a warning, a warning less than an error.
    public static func < (a: Severity, b: Severity) -> Bool {
      allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
    }
  }

  /// A remark on the message, for another place or for none.
  public struct Note: Sendable, Hashable {
    public let message: String
    /// The place in the text that the diagnostic is about; nil: no place.
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
  /// The place in the text; nil: the whole file.
  public let span: SourceSpan?
  /// The notes in the order in which they are shown; often none.
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
  /// Returns the note that ends a list which is cut off, so that it is not taken for complete.
  public static func more(of severity: Severity, than count: Int) -> Diagnostic {
    Diagnostic(
      "too-many-\(severity.rawValue)s", .note,
      "there are more \(severity.rawValue)s than these \(count)", at: nil)
  }
}

extension [Diagnostic] {
  /// True if one of these is an error, which stops the work.
  public var containsError: Bool { contains { $0.severity == .error } }
}
