public import Findings

/// What `bounds` found out about one rulebook; the JSON document `medallion.bounds/1`.
public struct BoundsReport: Codable, Sendable {
  /// A counter of a formula, and the most that it can be.
  public struct Cap: Codable, Sendable {
    /// `Request.holds`
    public let counter: String
    /// The counter never exceeds it: a plain number, included.
    public let most: Int64
    /// What says so: a property; none: the counter's type.
    public let property: String?
    /// Whether the property is proved; what the counter's type says always counts as proved.
    public let isProved: Bool
  }

  /// The longest that one scope has.
  public struct Longest: Codable, Sendable {
    /// `Taxi=2`
    public let scope: [String]
    /// Milliseconds; none if nobody waits.
    public let length: Int64?
    /// Of what only some was tried, so that there may be a longer one; none: of nothing.
    public let onlySomeOf: [Sampled]?
  }

  /// A run that goes on for ever without the wait coming to its end.
  public struct Endless: Codable, Sendable {
    /// To where it begins to repeat itself, and once round.
    public let run: Run
    /// How many of its steps come before the round.
    public let before: Int
    /// How long a round takes, in milliseconds; none: there is none, nothing holds time up.
    public let period: Int64?
    /// The entity of which each round needs one more; none: it needs nobody new.
    public let joining: String?
  }

  /// One limit: what it is of, whether it holds, and what attains or breaks it.
  public struct Entry: Codable, Sendable {
    /// Of the property that states it.
    public let name: String
    /// The ids that the property cites.
    public let requirements: [String]
    /// The sentence of the property, or its formula if it has none.
    public let statement: String
    /// Of the property that states it.
    public let verdict: Verdict
    /// `Request.since`: the instant from which on it counts, if that is stored.
    public let since: String?
    /// The events from which on it may count; none where the instant is not the present.
    public let from: [String]
    /// The events with which it may end.
    public let to: [String]
    /// Of a formula: its terms, as they stand in the rulebook.
    public let formula: String?
    /// The least cap of each counter in the formula that has one; empty where there is no formula.
    public let caps: [Cap]
    /// The counters in the formula that nothing caps, as `Request.holds`.
    public let uncapped: [String]
    /// Milliseconds; none if some counter has no proved cap.
    public let limit: Int64?
    /// A run that takes as long as the limit says, or as the formula says with some of each
    /// counter; of what is refuted: one that takes longer.
    public let run: Run?
    /// Of what has no number: the worst of small scopes, if they can be searched to their end.
    public let longest: [Longest]
    /// Of what has no number: a run without end, if one was found.
    public let endless: Endless?

    /// Whether the verdict, and so the limit, holds.
    public var isProved: Bool { verdict == .proved }
  }

  /// The name and version of the format, which each document bears.
  public let schema: String
  /// The name that the rulebook gives itself.
  public let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  public let digest: String
  /// What was set otherwise than the rulebook says, as `answerWindow=15s`; nil: nothing.
  public let settings: [String]?
  /// In the order of the rulebook.
  public let bounds: [Entry]

  public init(rulebook: String, digest: String, settings: [String]?, bounds: [Entry]) {
    schema = "medallion.bounds/1"
    self.rulebook = rulebook
    self.digest = digest
    self.settings = settings
    self.bounds = bounds
  }

  /// What is refuted is a violation; what is not proved, and what has no number, is open.
  public var outcome: Outcome {
    bounds.map { $0.isProved && $0.limit == nil ? Outcome.open : $0.verdict.outcome }.max()
      ?? .success
  }
}
