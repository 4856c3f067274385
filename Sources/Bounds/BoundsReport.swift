public import Findings

/// What `bounds` found out about one rulebook; the JSON document `medallion.bounds/1`.
public struct BoundsReport: Codable, Sendable {
  public struct Cap: Codable, Sendable {
    /// `Request.holds`
    public let counter: String
    public let most: Int64
    public let property: String
    public let isProved: Bool
  }

  /// A run that takes longer than so many of each counter without a cap allow.
  public struct Outgrown: Codable, Sendable {
    public let count: Int64
    public let run: Run
  }

  public struct Entry: Codable, Sendable {
    public let name: String
    public let requirements: [String]
    public let statement: String
    /// Of the property that states it.
    public let verdict: Verdict
    /// Of a formula: its terms, as they stand in the rulebook.
    public let formula: String?
    public let caps: [Cap]
    public let uncapped: [String]
    /// Milliseconds; none if some counter has no proved cap.
    public let limit: Int64?
    /// A run that takes as long as the number says; of what is refuted: one that takes longer.
    public let run: Run?
    public let outgrown: [Outgrown]

    /// Whether the verdict, and so the limit, holds.
    public var isProved: Bool { verdict == .proved }
  }

  public let schema: String
  public let rulebook: String
  public let digest: String
  public let bounds: [Entry]

  public init(rulebook: String, digest: String, bounds: [Entry]) {
    schema = "medallion.bounds/1"
    self.rulebook = rulebook
    self.digest = digest
    self.bounds = bounds
  }

  /// What is refuted is a violation; what is not proved, and what has no number, is open.
  public var outcome: Outcome {
    bounds.map { $0.isProved && $0.limit == nil ? Outcome.open : $0.verdict.outcome }.max()
      ?? .success
  }
}
