/// A rulebook at a glance.
public struct Overview: Codable, Hashable, Sendable {
  /// A field of an entity, or a state, with its type and initial value as the rulebook has them.
  public struct Field: Codable, Hashable, Sendable {
    public let name: String
    public let type: String
    /// The initial value; nil if the event that introduces the entity gives it.
    public let initial: String?
    /// True if it serves properties only.
    public let isGhost: Bool
  }

  /// A kind of entity, with its fields.
  public struct Entity: Codable, Hashable, Sendable {
    public let name: String
    /// True if none exists at the start and some event introduces them.
    public let isIntroduced: Bool
    /// The fields in the order of the rulebook.
    public let fields: [Field]
  }

  /// The events that come from one source.
  public struct Cause: Codable, Hashable, Sendable {
    /// The source as the rulebook writes it: `driver`, `system`, `clock`, `world`.
    public let source: String
    /// The meaning of the source for its events, in few words: `may be refused`.
    public let meaning: String
    /// The events in the order of the rulebook; never empty.
    public let events: [String]
  }

  /// The number of properties of one kind.
  public struct Count: Codable, Hashable, Sendable {
    /// The word that declares them.
    public let kind: String
    /// The number, at least 1.
    public let count: Int
  }

  /// A parameter with its value, and the requirements that give it.
  public struct Parameter: Codable, Hashable, Sendable {
    public let name: String
    /// The value in this compilation, as a rulebook would write it: `15s`.
    public let value: String
    /// The ids that it cites.
    public let requirements: [String]
  }

  /// The entities in the order of the rulebook.
  public let entities: [Entity]
  /// The states in the order of the rulebook.
  public let states: [Field]
  /// Inputs by actor, then decisions, obligations and facts; without those that have no event.
  public let causes: [Cause]
  /// The numbers of properties by kind, in the order of the language; assumptions too.
  public let properties: [Count]
  public let parameters: [Parameter]
  /// The state machines of every field and state whose type is an enumeration.
  public let machines: [StateMachine]
  /// The number of requirements that some rule cites, or that the rulebook omits with a reason.
  public let cited: Int
  /// The number of ids that the rulebook omits, each with a reason.
  public let omitted: Int
}
