/// The parts of a rulebook that its proofs do not need.
package struct Surplus: Codable, Sendable {
  /// A guard, or the instant of an obligation.
  package struct Rule: Codable, Sendable, Hashable {
    /// The name of the event that has it.
    package let event: String
    /// The text in the rulebook: `require …`, `due …`.
    package let text: String
    /// The line in the rulebook, from 1.
    package let line: Int
    /// The ids that it cites.
    package let requirements: [String]

    package init(event: String, text: String, line: Int, requirements: [String]) {
      self.event = event
      self.text = text
      self.line = line
      self.requirements = requirements
    }
  }

  /// A guard that follows from others.
  package struct Redundancy: Codable, Sendable {
    /// The guard that could be left out.
    package let rule: Rule
    /// The names of the rules from which it follows: other guards of the event, properties,
    /// assumptions.
    package let because: [String]

    package init(rule: Rule, because: [String]) {
      self.rule = rule
      self.because = because
    }
  }

  /// Lemmas that can all be left out together.
  package var unneededLemmas: [String] = []
  /// Further lemmas of which any one can be left out alone.
  package var spareLemmas: [String] = []
  /// Rules that could all be changed together without any proof failing.
  package var unusedRules: [Rule] = []
  /// Assumptions about the world that no proof needs, by name, sorted.
  package var unusedAssumptions: [String] = []
  /// The guards of events that can happen and that follow from others.
  package var redundantGuards: [Redundancy] = []
  /// Fields and states that no property mentions.
  package var unmentionedState: [String] = []
  /// The number of proofs that were asked for their reasons and gave none; they may need anything.
  package var unexplained = 0

  package init() {}
}
