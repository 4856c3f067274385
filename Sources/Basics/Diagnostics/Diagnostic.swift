/// A message for the author of a text: the fault, its place, and a hint.
package struct Diagnostic: Error, Sendable, Hashable {
  /// The severity: an error must be corrected. Graver ones are greater.
  package enum Severity: String, Sendable, Comparable, CaseIterable {
    case note, warning, error

    /// A note is less than a warning, a warning less than an error.
    package static func < (a: Severity, b: Severity) -> Bool {
      allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
    }
  }

  /// A remark on the message, for another place or for none.
  package struct Note: Sendable, Hashable {
    package let message: String
    /// The place in the text that the diagnostic is about; nil: no place.
    package let span: SourceSpan?

    package init(_ message: String, at span: SourceSpan? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// An identifier that survives rewording, such as `unknown-name`.
  package let id: String
  /// An error leaves no result; nothing else prevents one.
  package let severity: Severity
  package let message: String
  /// The place in the text; nil: the whole file.
  package let span: SourceSpan?
  /// The notes in the order in which they are shown; often none.
  package let notes: [Note]

  package init(
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
  package static func more(of severity: Severity, than count: Int) -> Diagnostic {
    Diagnostic(
      "too-many-\(severity.rawValue)s", .note,
      "there are more \(severity.rawValue)s than these \(count)", at: nil)
  }
}

extension [Diagnostic] {
  /// True if one of these is an error, which stops the work.
  package var containsError: Bool { contains { $0.severity == .error } }
}
