public import Findings

/// The result of `bounds` for one rulebook; the JSON document `medallion.bounds/1`.
public struct BoundsReport: Codable, Sendable {
  /// A counter of a formula, and the greatest value that it can have.
  public struct Cap: Codable, Sendable {
    /// `Request.holds`
    public let counter: String
    /// The greatest value of the counter: a plain number, included.
    public let most: Int64
    /// The property that states the cap; nil: the counter's type.
    public let property: String?
    /// True if the property is proved; a cap by the counter's type always counts as proved.
    public let isProved: Bool
  }

  /// The longest wait in one scope.
  public struct Longest: Codable, Sendable {
    /// `Taxi=2`
    public let scope: [String]
    /// The length in milliseconds; nil if no entity waits.
    public let length: Int64?
    /// The choices of which only some were tried, so that there may be a longer wait; nil: none.
    public let onlySomeOf: [Sampled]?
  }

  /// A run that continues for ever without the end of the wait.
  public struct Endless: Codable, Sendable {
    /// The run to the beginning of the cycle, and once through it.
    public let run: Run
    /// The number of its steps before the cycle.
    public let before: Int
    /// The duration of the cycle in milliseconds; nil: there is no cycle, and nothing keeps time
    /// from passing.
    public let period: Int64?
    /// The entity of which each cycle needs one more; nil: it needs no new entity.
    public let joining: String?
  }

  /// A limit: its subject, its verdict, and the runs that attain or break it.
  public struct Entry: Codable, Sendable {
    /// The name of the property that states it.
    public let name: String
    /// The ids that the property cites.
    public let requirements: [String]
    /// The sentence of the property, or its formula if it has none.
    public let statement: String
    /// The verdict of the property that states it.
    public let verdict: Verdict
    /// The field of the instant from which on it counts, if that is stored: `Request.since`.
    public let since: String?
    /// The events from which on it may count; empty if the instant is not the present.
    public let from: [String]
    /// The events with which it may end.
    public let to: [String]
    /// The terms of a formula, as they stand in the rulebook.
    public let formula: String?
    /// The least cap of each counter in the formula that has one; empty if there is no formula.
    public let caps: [Cap]
    /// The counters in the formula without a cap, as `Request.holds`.
    public let uncapped: [String]
    /// The limit in milliseconds; nil if some counter has no proved cap.
    public let limit: Int64?
    /// A run that takes as long as the limit says, or as the formula says with some value of each
    /// counter; for a refuted limit, a run that takes longer.
    public let run: Run?
    /// The longest waits in small scopes, if these can be searched completely; only for a limit
    /// without a number.
    public let longest: [Longest]
    /// A run without end, if one was found; only for a limit without a number.
    public let endless: Endless?

    /// True if the verdict, and so the limit, holds.
    public var isProved: Bool { verdict == .proved }
  }

  /// The name and version of the format, which each document bears.
  public let schema: String
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// The parameters set to other values than the rulebook gives, as `answerWindow=15s`; nil: none.
  public let settings: [String]?
  /// The limits in the order of the rulebook.
  public let bounds: [Entry]

  public init(rulebook: String, digest: String, settings: [String]?, bounds: [Entry]) {
    schema = "medallion.bounds/1"
    self.rulebook = rulebook
    self.digest = digest
    self.settings = settings
    self.bounds = bounds
  }

  /// The outcome: a refuted limit is a violation; one that is not proved, or has no number, is
  /// open.
  public var outcome: Outcome {
    bounds.map { $0.isProved && $0.limit == nil ? Outcome.open : $0.verdict.outcome }.max()
      ?? .success
  }
}
