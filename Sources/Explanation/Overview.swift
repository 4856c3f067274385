/// A rulebook at a glance.
public struct Overview: Codable, Hashable, Sendable {
  /// A field of an entity, or a state, with its type and initial value as the rulebook has them.
  public struct Field: Codable, Hashable, Sendable {
    public let name: String
    public let type: String
    /// None where the event that introduces the entity gives it.
    public let initial: String?
    /// Serves properties only.
    public let isGhost: Bool
  }

  /// A kind of entity, with its fields.
  public struct Entity: Codable, Hashable, Sendable {
    public let name: String
    /// None exists at the start; some event introduces them.
    public let isIntroduced: Bool
    /// In the order of the rulebook.
    public let fields: [Field]
  }

  /// The events that come from one source.
  public struct Cause: Codable, Hashable, Sendable {
    /// As the rulebook writes it: `driver`, `system`, `clock`, `world`.
    public let source: String
    /// What holds of events from there, in few words: `may be refused`.
    public let meaning: String
    /// In the order of the rulebook; never empty.
    public let events: [String]
  }

  /// How many properties of one kind there are.
  public struct Count: Codable, Hashable, Sendable {
    /// The word that declares them.
    public let kind: String
    /// At least 1.
    public let count: Int
  }

  /// A parameter with its value, and the requirements that give it.
  public struct Parameter: Codable, Hashable, Sendable {
    public let name: String
    /// In this compilation, as a rulebook would write it: `15s`.
    public let value: String
    /// The ids that it cites.
    public let requirements: [String]
  }

  /// In the order of the rulebook.
  public let entities: [Entity]
  /// In the order of the rulebook.
  public let states: [Field]
  /// Inputs by actor, then decisions, obligations and facts; without those that have no event.
  public let causes: [Cause]
  /// By kind, in the order of the language; assumptions too.
  public let properties: [Count]
  public let parameters: [Parameter]
  /// Of every field and state whose type is an enumeration.
  public let machines: [StateMachine]
  /// Requirements that some rule cites, and those that the rulebook omits with a reason.
  public let cited: Int
  /// How many ids the rulebook leaves out, each with a reason.
  public let omitted: Int
}
