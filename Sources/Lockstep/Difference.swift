/// The first thing in which service and rulebook differ.
package struct Difference: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Accepted although a guard is false.
    case wronglyAccepted
    /// Refused although every guard holds.
    case wronglyRefused
    /// The service did something that the rules do not allow now.
    case forbidden
    /// A deadline passed without its event.
    case missed
    /// The event of a deadline came before its instant.
    case early
    /// The service owed a decision, and time passed.
    case tardy
    /// Messages that the rules do not send, or do send, were sent or not.
    case message
    /// The service gave something new a number that is not the next.
    case identity
    /// A place holds another value than the rules give it.
    case state
    /// The effect of the event is not defined in the rules.
    case undefined
  }

  package let kind: Kind
  /// The event, property or field in which they differ.
  package let rule: String
  /// The requirements that it cites.
  package let requirements: [String]
  /// The value in the rulebook, and the one in the service.
  package let expected: String
  package let observed: String
  package let instant: Int64

  /// Returns true if it is the same fault, as far as that can be told.
  package func isLike(_ other: Difference) -> Bool { kind == other.kind && rule == other.rule }
}
