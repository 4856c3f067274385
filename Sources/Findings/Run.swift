/// A run from the start: the events, and the changes of each step. Only names, no internals.
package struct Run: Codable, Sendable, Hashable {
  /// A value that changed, as a person reads it.
  package struct Change: Codable, Sendable, Hashable {
    /// `taxi T1.status`, `dataEntered`
    package let place: String
    /// The value before, for a person: `waiting`, `T1`, `2min`; for a sensitive type only the type.
    package let before: String
    /// The value after the step, in the same form.
    package let after: String

    package init(place: String, before: String, after: String) {
      self.place = place
      self.before = before
      self.after = after
    }
  }

  /// An argument by its name, both as people read them.
  package struct Argument: Codable, Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A message that a step sends.
  package struct Message: Codable, Sendable, Hashable {
    /// The recipient, for a person: `T1`; a sensitive one by a pseudonym.
    package let recipient: String
    package let name: String
    /// The arguments, without those that the rules leave open.
    package let arguments: [Argument]

    package init(recipient: String, name: String, arguments: [Argument]) {
      self.recipient = recipient
      self.name = name
      self.arguments = arguments
    }
  }

  /// An event, or a passage of time, with the changes that it makes.
  package struct Step: Codable, Sendable, Hashable {
    /// Milliseconds since the start.
    package let at: Int64
    /// The event; nil if only time passes.
    package let event: String?
    /// The origin of the event, in the word of the rulebook: an actor, `world`, `system`, `clock`.
    package var source: String?
    /// The arguments of the event, then the entities and values that it introduces or chooses.
    package let arguments: [Argument]
    /// The conditions that allowed it, as the rulebook writes them: its guards, and the instant of
    /// an obligation.
    package var guards: [String]
    /// The places that differ afterwards; empty if only time passes.
    package let changes: [Change]
    /// The messages in the order of the rules; empty if only time passes.
    package var messages: [Message]

    package init(at: Int64, event: String?, arguments: [Argument], changes: [Change]) {
      self.at = at
      self.event = event
      self.arguments = arguments
      self.changes = changes
      guards = []
      messages = []
    }
  }

  /// The chosen values at the start: `taxi T1.zone = Z1`.
  package let start: [String]
  /// The steps from the first on; empty if the start itself is the goal.
  package let steps: [Step]
  /// The conjunct and the binding that fail, outermost first; only for a broken property.
  package let failure: [String]
  /// The number of entities of each sort, as `Taxi=2`.
  package let scope: [String]
  /// True if no shorter run exists in this scope, among the values and the instants that a search
  /// tries.
  package let isShortest: Bool

  package init(
    start: [String], steps: [Step], failure: [String], scope: [String], isShortest: Bool
  ) {
    self.start = start
    self.steps = steps
    self.failure = failure
    self.scope = scope
    self.isShortest = isShortest
  }
}
