/// How a trace is changed. Nothing is known of the service but its rules: which lines can be
/// changed in which way follows from where events come from and what they name.
public enum ChangeKind: String, CaseIterable, Codable, Sendable {
  /// The line is missing.
  case drop
  /// The line is there twice.
  case double
  /// Two neighbouring lines change places, their instants stay.
  case swap
  /// What the server did is recorded later, at a later instant.
  case delay
  /// What came from outside comes later, behind an instant that the rules may set.
  case late
  /// Another entity of the same sort is named.
  case entity
  /// The line stands behind later ones, with its own instant.
  case order
  /// An input is accepted once more, or although it was refused.
  case accept
  /// An input that was accepted is refused.
  case refuse
  /// A message is missing, doubled, or goes to somebody else.
  case notification
}

/// One change, and what became of the trace.
public struct Change: Codable, Sendable, Hashable {
  public let kind: ChangeKind
  /// Where it stands in the changed trace.
  public let line: Int
  /// Where it stood in the trace that was changed.
  public let original: Int
  /// The event of the line that was changed; empty: the line is about none.
  public let event: String
  /// Whether no explanation of the trace with this change alone remains: a fault.
  public let counts: Bool
  /// The first line of the changed trace at which none remains.
  public let firstAt: Int?
  /// What is not kept there; or why the trace is legal all the same.
  public let reason: String
}
