/// A rulebook at a glance.
package struct Overview: Codable, Hashable, Sendable {
  /// A field of an entity, or a state, with its type and initial value as the rulebook has them.
  package struct Field: Codable, Hashable, Sendable {
    package let name: String
    package let type: String
    /// The initial value; nil if the event that introduces the entity gives it.
    package let initial: String?
    /// True if it serves properties only.
    package let isGhost: Bool
  }

  /// A kind of entity, with its fields.
  package struct Entity: Codable, Hashable, Sendable {
    package let name: String
    /// True if none exists at the start and some event introduces them.
    package let isIntroduced: Bool
    /// The fields in the order of the rulebook.
    package let fields: [Field]
  }

  /// The events that come from one source.
  package struct Cause: Codable, Hashable, Sendable {
    /// The source as the rulebook writes it: `driver`, `system`, `clock`, `world`.
    package let source: String
    /// The meaning of the source for its events, in few words: `may be refused`.
    package let meaning: String
    /// The events in the order of the rulebook; never empty.
    package let events: [String]
  }

  /// The number of properties of one kind.
  package struct Count: Codable, Hashable, Sendable {
    /// The word that declares them.
    package let kind: String
    /// The number, at least 1.
    package let count: Int
  }

  /// A parameter with its value, and the requirements that give it.
  package struct Parameter: Codable, Hashable, Sendable {
    package let name: String
    /// The value in this compilation, as a rulebook would write it: `15s`.
    package let value: String
    /// The ids that it cites.
    package let requirements: [String]
  }

  /// The entities in the order of the rulebook.
  package let entities: [Entity]
  /// The states in the order of the rulebook.
  package let states: [Field]
  /// Inputs by actor, then decisions, obligations and facts; without those that have no event.
  package let causes: [Cause]
  /// The numbers of properties by kind, in the order of the language; assumptions too.
  package let properties: [Count]
  package let parameters: [Parameter]
  /// The state machines of every field and state whose type is an enumeration.
  package let machines: [StateMachine]
  /// The number of requirements that some rule cites, or that the rulebook omits with a reason.
  package let cited: Int
  /// The number of ids that the rulebook omits, each with a reason.
  package let omitted: Int
}
