public import Findings

/// What proving alone found out about a rulebook; witnesses and runs are looked for elsewhere.
public struct ProofResult: Sendable {
  /// Properties in the order of the rulebook, then what the tool adds.
  public var properties: [Verification.PropertyResult]
  public var events: [Verification.EventResult]
  /// The properties that are proved, with what the tool added, as core formulas: so that an
  /// evaluator can hold them against real states.
  public var provedProperties: [Int]
  /// Two checks that contradict each other, or the like.
  public var fault: String?
}

/// The rulebook leaves the fragment that is lowered at all.
public struct OutsideFragment: Error, Sendable {
  public let message: String
}
