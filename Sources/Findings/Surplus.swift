/// The parts of a rulebook that its proofs do not need.
public struct Surplus: Codable, Sendable {
  /// A guard, or the instant of an obligation.
  public struct Rule: Codable, Sendable, Hashable {
    /// The name of the event that has it.
    public let event: String
    /// The text in the rulebook: `require …`, `due …`.
    public let text: String
    /// The line in the rulebook, from 1.
    public let line: Int
    /// The ids that it cites.
    public let requirements: [String]

    public init(event: String, text: String, line: Int, requirements: [String]) {
      self.event = event
      self.text = text
      self.line = line
      self.requirements = requirements
    }
  }

  /// A guard that follows from others.
  public struct Redundancy: Codable, Sendable {
    /// The guard that could be left out.
    public let rule: Rule
    /// The names of the rules from which it follows: other guards of the event, properties,
    /// assumptions.
    public let because: [String]

    public init(rule: Rule, because: [String]) {
      self.rule = rule
      self.because = because
    }
  }

  /// Lemmas that can all be left out together.
  public var unneededLemmas: [String] = []
  /// Further lemmas of which any one can be left out alone.
  public var spareLemmas: [String] = []
  /// Rules that could all be changed together without any proof failing.
  public var unusedRules: [Rule] = []
  /// Assumptions about the world that no proof needs, by name, sorted.
  public var unusedAssumptions: [String] = []
  /// The guards of events that can happen and that follow from others.
  public var redundantGuards: [Redundancy] = []
  /// Fields and states that no property mentions.
  public var unmentionedState: [String] = []
  /// The number of proofs that were asked for their reasons and gave none; they may need anything.
  public var unexplained = 0

  public init() {}
}
