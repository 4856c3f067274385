/// A rulebook at a glance.
public struct Overview: Codable, Hashable, Sendable {
  /// A field of an entity, or a state, with its type and initial value as the rulebook has them.
  public struct Field: Codable, Hashable, Sendable {
    public let name: String
    public let type: String
    /// None where the event that introduces the entity gives it.
    public let initial: String?
    public let isGhost: Bool
  }

  /// A kind of entity, with its fields.
  public struct Entity: Codable, Hashable, Sendable {
    public let name: String
    /// None exists at the start; some event introduces them.
    public let isIntroduced: Bool
    public let fields: [Field]
  }

  /// The events that come from one source.
  public struct Cause: Codable, Hashable, Sendable {
    /// As the rulebook writes it: `driver`, `system`, `clock`, `world`.
    public let source: String
    public let meaning: String
    public let events: [String]
  }

  /// How many properties of one kind there are.
  public struct Count: Codable, Hashable, Sendable {
    public let kind: String
    public let count: Int
  }

  /// A parameter with its value, and the requirements that give it.
  public struct Parameter: Codable, Hashable, Sendable {
    public let name: String
    public let value: String
    public let requirements: [String]
  }

  public let entities: [Entity]
  public let states: [Field]
  public let causes: [Cause]
  public let properties: [Count]
  public let parameters: [Parameter]
  /// Of every field and state whose type is an enumeration.
  public let machines: [StateMachine]
  /// Requirements that some rule cites, and those that the rulebook omits with a reason.
  public let cited: Int
  public let omitted: Int
}
