/// Lemmas found for a rulebook, and their use.
package struct Suggestion: Codable, Sendable {
  /// A lemma that was found, as rulebook text, with its use.
  package struct Lemma: Codable, Sendable, Hashable {
    package let name: String
    /// The formula in the language of rulebooks.
    package let formula: String

    package init(name: String, formula: String) {
      self.name = name
      self.formula = formula
    }

    /// The declaration, ready to be pasted.
    package var text: String { "lemma \(name)\n  \(formula)\n" }
  }

  package var lemmas: [Lemma]
  /// The properties that are proved with the lemmas and were not without.
  package var proves: [String]
  /// The properties that are still neither proved nor refuted.
  package var open: [String]
  /// The number of candidates that no run violated.
  package let candidates: Int
  /// The number of candidates that are inductive together.
  package let inductive: Int
  /// The time of the search in seconds, without that of the proofs before and after it.
  package var seconds: Double?

  package init(
    lemmas: [Lemma], proves: [String] = [], open: [String] = [], candidates: Int, inductive: Int
  ) {
    self.lemmas = lemmas
    self.proves = proves
    self.open = open
    self.candidates = candidates
    self.inductive = inductive
  }
}
