/// A run from the start: what happened, and what each step changed. Only names, no internals.
public struct Run: Codable, Sendable, Hashable {
  /// A value that changed, as a person reads it.
  public struct Change: Codable, Sendable, Hashable {
    /// `taxi T1.status`, `dataEntered`
    public let place: String
    /// As a person reads it: `waiting`, `T1`, `2min`; of a sensitive type only the type.
    public let before: String
    /// In the same form, once the step is done.
    public let after: String

    public init(place: String, before: String, after: String) {
      self.place = place
      self.before = before
      self.after = after
    }
  }

  /// An argument by its name, both as people read them.
  public struct Argument: Codable, Sendable, Hashable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A message that a step sends.
  public struct Message: Codable, Sendable, Hashable {
    /// As a person reads it: `T1`; a sensitive one by a pseudonym.
    public let recipient: String
    public let name: String
    /// Without those that the rules leave open.
    public let arguments: [Argument]

    public init(recipient: String, name: String, arguments: [Argument]) {
      self.recipient = recipient
      self.name = name
      self.arguments = arguments
    }
  }

  /// One event, or the passing of time, with what changes by it.
  public struct Step: Codable, Sendable, Hashable {
    /// Milliseconds since the start.
    public let at: Int64
    /// None when only time passes.
    public let event: String?
    /// Who the event comes from, in the word of the rulebook: an actor, `world`, `system`, `clock`.
    public var source: String?
    /// Those of the event, then what it introduces or chooses.
    public let arguments: [Argument]
    /// What allowed it, as the rulebook writes it: its guards, and the instant of an obligation.
    public var guards: [String]
    /// Only what is different afterwards; empty when only time passes.
    public let changes: [Change]
    /// In the order of the rules; empty when only time passes.
    public var messages: [Message]

    public init(at: Int64, event: String?, arguments: [Argument], changes: [Change]) {
      self.at = at
      self.event = event
      self.arguments = arguments
      self.changes = changes
      guards = []
      messages = []
    }
  }

  /// What holds at the start, as far as it was chosen: `taxi T1.zone = Z1`.
  public let start: [String]
  /// From the first on; empty if the start itself is what was looked for.
  public let steps: [Step]
  /// For a broken property: the conjunct and the binding that fail, outermost first.
  public let failure: [String]
  /// How many of each entity, as `Taxi=2`.
  public let scope: [String]
  /// Whether no shorter run exists in this scope, of the values and at the instants that a search
  /// tries.
  public let isShortest: Bool

  public init(
    start: [String], steps: [Step], failure: [String], scope: [String], isShortest: Bool
  ) {
    self.start = start
    self.steps = steps
    self.failure = failure
    self.scope = scope
    self.isShortest = isShortest
  }
}
