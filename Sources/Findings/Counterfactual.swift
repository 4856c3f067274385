/// What would become of the rules without one of their pieces.
public struct Counterfactual: Codable, Hashable, Sendable {
  /// The piece, and what is said of it: a property that is not kept any more, other rules that
  /// say the same, or nothing.
  public let piece: MutantResult
  /// The property that the run breaks; none without a run.
  public var broken: String?
  /// From the start, under the rules without the piece; the shortest of those found.
  public var run: Run?
  /// Where a run was looked for and none was found: `up to 12 steps, Taxi=1`; or why the search
  /// was given up.
  public var searched: String?

  public init(piece: MutantResult) { self.piece = piece }
}
