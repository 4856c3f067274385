public import Findings

/// A wait that no event ever has to end.
public struct EndlessWait: Sendable {
  /// To where it begins to repeat itself, and once round.
  public let run: Run
  /// How many steps of the run come before the round.
  public let before: Int
  /// How long a round takes, in milliseconds; nil: there is none, nothing holds time up.
  public let period: Int64?
  /// Of which sort each round needs one entity more; nil: it needs none.
  public let joining: String?
}
