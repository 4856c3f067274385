/// Lemmas that were found for a rulebook, and what they are good for.
public struct Suggestion: Codable, Sendable {
  /// A lemma that was found, as rulebook text, with what it is good for.
  public struct Lemma: Codable, Sendable, Hashable {
    public let name: String
    /// As a rulebook says it.
    public let formula: String

    public init(name: String, formula: String) {
      self.name = name
      self.formula = formula
    }

    /// The declaration, ready to be pasted.
    public var text: String { "lemma \(name)\n  \(formula)\n" }
  }

  public var lemmas: [Lemma]
  /// What is proved with them and was not without.
  public var proves: [String]
  /// What is still not proved, and not refuted.
  public var open: [String]
  /// How many were tried that no run violated, and how many of these are inductive together.
  public let candidates: Int
  /// Of the candidates, those that are inductive together.
  public let inductive: Int
  /// How long they were looked for; the proofs without and with them are not in it.
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
