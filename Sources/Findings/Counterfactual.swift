/// The effect on the rules of removing one of their pieces.
package struct Counterfactual: Codable, Hashable, Sendable {
  /// The piece and its fate: a property that is no longer kept, other rules that say the same, or
  /// no effect.
  package let piece: MutantResult
  /// The property that the run breaks; nil without a run.
  package var broken: String?
  /// The shortest run found from the start, under the rules without the piece.
  package var run: Run?
  /// The scope in which no run was found: `up to 12 steps, Taxi=1`; or the reason why the search
  /// was given up.
  package var searched: String?

  package init(piece: MutantResult) { self.piece = piece }
}
