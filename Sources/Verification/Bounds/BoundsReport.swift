import Findings

/// The result of `bounds` for one rulebook; the JSON document `medallion.bounds/1`.
package struct BoundsReport: Codable, Sendable {
  /// A counter of a formula, and the greatest value that it can have.
  package struct Cap: Codable, Sendable {
    /// `Request.holds`
    package let counter: String
    /// The greatest value of the counter: a plain number, included.
    package let most: Int64
    /// The property that states the cap; nil: the counter's type.
    package let property: String?
    /// True if the property is proved; a cap by the counter's type always counts as proved.
    package let isProved: Bool
  }

  /// The longest wait in one scope.
  package struct Longest: Codable, Sendable {
    /// `Taxi=2`
    package let scope: [String]
    /// The length in milliseconds; nil if no entity waits.
    package let length: Int64?
    /// The choices of which only some were tried, so that there may be a longer wait; nil: none.
    package let onlySomeOf: [Sampled]?
  }

  /// A run that continues for ever without the end of the wait.
  package struct Endless: Codable, Sendable {
    /// The run to the beginning of the cycle, and once through it.
    package let run: Run
    /// The number of its steps before the cycle.
    package let before: Int
    /// The duration of the cycle in milliseconds; nil: there is no cycle, and nothing keeps time
    /// from passing.
    package let period: Int64?
    /// The entity of which each cycle needs one more; nil: it needs no new entity.
    package let joining: String?
  }

  /// A limit: its subject, its verdict, and the runs that attain or break it.
  package struct Entry: Codable, Sendable {
    /// The name of the property that states it.
    package let name: String
    /// The ids that the property cites.
    package let requirements: [String]
    /// The sentence of the property, or its formula if it has none.
    package let statement: String
    /// The verdict of the property that states it.
    package let verdict: Verdict
    /// The field of the instant from which on it counts, if that is stored: `Request.since`.
    package let since: String?
    /// The events from which on it may count; empty if the instant is not the present.
    package let from: [String]
    /// The events with which it may end.
    package let to: [String]
    /// The terms of a formula, as they stand in the rulebook.
    package let formula: String?
    /// The least cap of each counter in the formula that has one; empty if there is no formula.
    package let caps: [Cap]
    /// The counters in the formula without a cap, as `Request.holds`.
    package let uncapped: [String]
    /// The limit in milliseconds; nil if some counter has no proved cap.
    package let limit: Int64?
    /// A run that takes as long as the limit says, or as the formula says with some value of each
    /// counter; for a refuted limit, a run that takes longer.
    package let run: Run?
    /// The longest waits in small scopes, if these can be searched completely; only for a limit
    /// without a number.
    package let longest: [Longest]
    /// A run without end, if one was found; only for a limit without a number.
    package let endless: Endless?

    /// True if the verdict, and so the limit, holds.
    package var isProved: Bool { verdict == .proved }
  }

  /// The name and version of the format, which each document bears.
  package let schema: String
  /// The name that the rulebook gives itself.
  package let rulebook: String
  /// SHA-256 of the rulebook, in hex.
  package let digest: String
  /// The parameters set to other values than the rulebook gives, as `answerWindow=15s`; nil: none.
  package let settings: [String]?
  /// The limits in the order of the rulebook.
  package let bounds: [Entry]

  package init(rulebook: String, digest: String, settings: [String]?, bounds: [Entry]) {
    schema = "medallion.bounds/1"
    self.rulebook = rulebook
    self.digest = digest
    self.settings = settings
    self.bounds = bounds
  }

  /// The outcome: a refuted limit is a violation; one that is not proved, or has no number, is
  /// open.
  package var outcome: Outcome {
    bounds.map { $0.isProved && $0.limit == nil ? Outcome.open : $0.verdict.outcome }.max()
      ?? .success
  }
}
