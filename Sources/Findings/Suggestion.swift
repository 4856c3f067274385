/// Lemmas found for a rulebook, and their use.
public struct Suggestion: Codable, Sendable {
  /// A lemma that was found, as rulebook text, with its use.
  public struct Lemma: Codable, Sendable, Hashable {
    public let name: String
    /// The formula in the language of rulebooks.
    public let formula: String

    public init(name: String, formula: String) {
      self.name = name
      self.formula = formula
    }

    /// The declaration, ready to be pasted.
    public var text: String { "lemma \(name)\n  \(formula)\n" }
  }

  public var lemmas: [Lemma]
  /// The properties that are proved with the lemmas and were not without.
  public var proves: [String]
  /// The properties that are still neither proved nor refuted.
  public var open: [String]
  /// The number of candidates that no run violated.
  public let candidates: Int
  /// The number of candidates that are inductive together.
  public let inductive: Int
  /// The time of the search in seconds, without that of the proofs before and after it.
  public var seconds: Double?

  public init(
    lemmas: [Lemma], proves: [String] = [], open: [String] = [], candidates: Int, inductive: Int
  ) {
    self.lemmas = lemmas
    self.proves = proves
    self.open = open
    self.candidates = candidates
    self.inductive = inductive
  }
}
