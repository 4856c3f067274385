/// The ways to change a trace. Only the rules of the service are used: the possible changes of a
/// line follow from the sources of events and the entities that they name.
package enum ChangeKind: String, CaseIterable, Codable, Sendable {
  /// The line is missing.
  case drop
  /// The line is there twice.
  case double
  /// Two neighbouring lines change places, their instants stay.
  case swap
  /// An action of the server is recorded later, at a later instant.
  case delay
  /// An event from outside comes later, behind an instant that the rules may set.
  case late
  /// The line names another entity of the same sort.
  case entity
  /// The line stands behind later ones, with its own instant.
  case order
  /// An input is accepted once more, or although it was refused.
  case accept
  /// An input that was accepted is refused.
  case refuse
  /// A message is missing, doubled, or goes to another recipient.
  case notification
}

/// One change, and its effect on the trace.
package struct Change: Codable, Sendable, Hashable {
  package let kind: ChangeKind
  /// The line in the changed trace.
  package let line: Int
  /// The line in the original trace.
  package let original: Int
  /// The event of the line that was changed; empty: the line is about none.
  package let event: String
  /// True if the trace with this change alone has no explanation left: a fault.
  package let counts: Bool
  /// The first line of the changed trace at which none remains.
  package let firstAt: Int?
  /// The rule that is broken there; or why the trace is legal all the same.
  package let reason: String
}
