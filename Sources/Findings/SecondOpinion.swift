/// The answer of another engine about a property that is neither proved nor refuted, in one small
/// scope.
package struct SecondOpinion: Codable, Sendable, Hashable {
  /// The answer of the second engine.
  package enum Answer: String, Codable, Sendable {
    /// No run of any length breaks it there.
    case unbroken
    /// Some run breaks it there; the answer does not give the run.
    case broken
    /// The engine gave no answer in time.
    case undecided
    /// The rules have a feature that the engine does not support.
    case notAsked
  }

  /// The engine with its version.
  package let engine: String
  /// The number of entities of each sort, as `Taxi=1 Ride≤1`.
  package let scope: String
  /// The answer, about that scope only, never about the property in general.
  package let answer: Answer

  package init(engine: String, scope: String, answer: Answer) {
    self.engine = engine
    self.scope = scope
    self.answer = answer
  }
}
