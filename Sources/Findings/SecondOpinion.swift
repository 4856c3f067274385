/// What another engine says of a property that is neither proved nor refuted, in one small scope.
public struct SecondOpinion: Codable, Sendable, Hashable {
  /// What the second engine says.
  public enum Answer: String, Codable, Sendable {
    /// No run of any length breaks it there.
    case unbroken
    /// Some run breaks it there; which is not said.
    case broken
    /// There was no answer in time.
    case undecided
    /// The rules have something that the engine is not given.
    case notAsked
  }

  /// The engine with its version.
  public let engine: String
  /// How many of each entity there are, as `Taxi=1 Ride≤1`.
  public let scope: String
  /// About that scope only, never about the property in general.
  public let answer: Answer

  public init(engine: String, scope: String, answer: Answer) {
    self.engine = engine
    self.scope = scope
    self.answer = answer
  }
}
