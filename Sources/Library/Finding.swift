import Findings

/// A fact shown by a trace that the rulebook does not allow, or does not decide.
public struct Finding: Sendable, Hashable {
  /// The kind of fault.
  public enum Kind: String, Sendable, CaseIterable {
    /// An event was accepted although a guard is false.
    case wronglyAccepted
    /// An event was refused although every guard holds.
    case wronglyRefused
    /// The server did something that is not allowed at that instant.
    case forbidden
    /// A deadline passed without its event.
    case missed
    /// The event of a deadline came before its instant.
    case early
    /// The server owed a decision, and time passed.
    case tardy
    /// Messages were sent that should not have been, or were not sent.
    case notification
    /// An observation differs from the state that the rules give.
    case observation
    /// A property does not hold after this line.
    case property
    /// An assumption about the world does not hold: not a fault of the server.
    case assumptionBroken
    /// An entity is introduced twice, or used before it is introduced.
    case identity
    /// Time goes back.
    case order
    /// The evidence does not decide.
    case unknown

    /// True if it is a violation by the server.
    public var isViolation: Bool { self != .assumptionBroken && self != .unknown }
  }

  /// The line of the trace, from 1.
  public let line: Int
  /// The instant in milliseconds since 1970-01-01T00:00:00Z.
  public let instant: Int64
  public let kind: Kind
  /// The event, guard or property that is not kept.
  public let rule: String
  /// The ids of the requirements that the rule cites.
  public let requirements: [String]
  /// The sentences of these requirements, one a line, or the text of a rule that cites none.
  public let statement: String
  /// The entities that it is about: `request R1, taxi T4`; empty: none in particular.
  public let entity: String
  /// The value or event that the rules require.
  public let expected: String
  /// The value or event that the trace has instead.
  public let observed: String
  /// The condition that is false or cannot be decided, with the values that it reads; nil: none.
  public let condition: String?
  /// The line of the rule in the rulebook, from 1; nil: no single line has it.
  public let ruleLine: Int?
}

/// A line of a trace that could not be read.
public struct RejectedLine: Sendable, Hashable {
  /// The line of the trace, from 1.
  public let line: Int
  /// An identifier that survives rewording, such as `unknown-key`.
  public let id: String
  /// The reason, for a person.
  public let message: String
}

extension Finding {
  init(_ finding: Findings.Finding) {
    line = finding.line
    instant = finding.at
    kind = Kind(finding.kind)
    rule = finding.rule
    requirements = finding.requirements
    statement = finding.statement
    entity = finding.entity
    expected = finding.expected
    observed = finding.observed
    condition = finding.guard?.shown
    ruleLine = finding.ruleLine
  }
}

extension Finding.Kind {
  init(_ kind: Findings.Finding.Kind) {
    self =
      switch kind {
      case .wronglyAccepted: .wronglyAccepted
      case .wronglyRefused: .wronglyRefused
      case .forbidden: .forbidden
      case .missed: .missed
      case .early: .early
      case .tardy: .tardy
      case .notification: .notification
      case .observation: .observation
      case .property: .property
      case .assumptionBroken: .assumptionBroken
      case .identity: .identity
      case .order: .order
      case .unknown: .unknown
      }
  }
}
