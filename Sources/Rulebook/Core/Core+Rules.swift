public import Diagnostics

extension Core {
  /// The rules of one service, ready to be proved, run and replayed.
  public struct Rules: Sendable {
    /// The name behind `rulebook`.
    public var name: String
    /// SHA-256 of the rulebook's bytes, in hexadecimal.
    public var digest: String
    /// The parameters with values other than the rulebook gives, such as `answerWindow=15s`; nil:
    /// none.
    public var settings: [String]?
    /// The sentence of each requirement id, from the requirements table.
    public var requirements: [Requirement] = []
    /// The requirements left out, with the reason.
    public var omissions: [Omission] = []
    /// The enumerations; like all tables below in the order of the rulebook. An ``ID`` is a
    /// position in its table.
    public var enumerations: [Enumeration] = []
    public var units: [Unit] = []
    public var ranges: [Range] = []
    /// The sorts of entities, both those that exist from the start and those that events introduce.
    public var entities: [Entity] = []
    /// The fields of all entities, entity by entity.
    public var fields: [Field] = []
    public var globals: [Global] = []
    /// The kinds of messages that the service may send.
    public var messages: [Message] = []
    /// The named constants; each is written out as a literal where the rules use it.
    public var parameters: [Parameter] = []
    /// The events, with definitions, effects and `every event` written out.
    public var events: [Event] = []
    /// The properties; assumptions are parts of the events that they restrict.
    public var properties: [Property] = []

    /// Makes rules with empty tables.
    public init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }

    /// Returns the row of an id, here and below. The id must come from these rules: another traps
    /// or names something else.
    public subscript(id: ID<Enumeration>) -> Enumeration { _read { yield enumerations[id.index] } }
    public subscript(id: ID<Unit>) -> Unit { _read { yield units[id.index] } }
    public subscript(id: ID<Range>) -> Range { _read { yield ranges[id.index] } }
    public subscript(id: ID<Entity>) -> Entity { _read { yield entities[id.index] } }
    public subscript(id: ID<Field>) -> Field { _read { yield fields[id.index] } }
    public subscript(id: ID<Global>) -> Global { _read { yield globals[id.index] } }
    public subscript(id: ID<Message>) -> Message { _read { yield messages[id.index] } }
    public subscript(id: ID<Event>) -> Event { _read { yield events[id.index] } }
  }

  /// A row of the table of requirements.
  public struct Requirement: Hashable, Sendable {
    /// The id, unique in the table, never empty.
    public let id: String
    /// The passage that states the requirement, in the words of the table, such as `4.1, App. B`.
    public let source: String
    /// The kind of requirement, a word of the table such as `zone`; only reports show it.
    public let kind: String
    /// The text of the requirement, as the table has it.
    public let text: String

    public init(id: String, source: String, kind: String, text: String) {
      self.id = id
      self.source = source
      self.kind = kind
      self.text = text
    }
  }

  /// Requirements that the rulebook leaves out, with the reason.
  public struct Omission: Hashable, Sendable {
    /// The ids, as the requirements table has them.
    public let ids: [String]
    /// The reason, in the words of the rulebook.
    public let reason: String

    public init(ids: [String], reason: String) {
      self.ids = ids
      self.reason = reason
    }
  }

  /// A type with named cases.
  public struct Enumeration: Hashable, Sendable {
    public let name: String
    /// The names of the cases, in the order of the rulebook; ``Literal/symbol(_:of:)`` holds a
    /// position here.
    public let cases: [String]
    /// True if declared `sensitive`: reports never show its values in clear.
    public let isSensitive: Bool

    public init(name: String, cases: [String], isSensitive: Bool) {
      self.name = name
      self.cases = cases
      self.isSensitive = isSensitive
    }
  }

  /// A type of whole numbers of something.
  public struct Unit: Hashable, Sendable {
    /// The name of the unit as it stands behind numbers: `metres`.
    public let name: String
    /// True if declared `sensitive`: reports never show its values in clear.
    public let isSensitive: Bool

    public init(name: String, isSensitive: Bool) {
      self.name = name
      self.isSensitive = isSensitive
    }
  }

  /// Whole numbers from `lower` to `upper`, both included.
  public struct Range: Hashable, Sendable {
    public let name: String
    /// The least value, included, not above `upper`.
    public let lower: Int64
    /// The greatest value, included.
    public let upper: Int64
    /// True if declared `sensitive`: reports never show its values in clear.
    public let isSensitive: Bool

    public init(name: String, lower: Int64, upper: Int64, isSensitive: Bool) {
      self.name = name
      self.lower = lower
      self.upper = upper
      self.isSensitive = isSensitive
    }
  }

  /// A kind of entity, with its fields.
  public struct Entity: Hashable, Sendable {
    public let name: String
    /// The fields of the sort, in the order of the rulebook.
    public let fields: [ID<Field>]
    /// True if `new` introduces entities of the sort somewhere: none exists at the start. All
    /// others exist from the start.
    public let isIntroduced: Bool
    /// True if declared `sensitive`: reports give each entity a pseudonym.
    public let isSensitive: Bool

    public init(name: String, fields: [ID<Field>], isIntroduced: Bool, isSensitive: Bool) {
      self.name = name
      self.fields = fields
      self.isIntroduced = isIntroduced
      self.isSensitive = isSensitive
    }
  }

  /// The content of a field: one value, a queue or a set.
  public enum FieldKind: Hashable, Sendable {
    case value(ValueType)
    case queue(of: ID<Entity>)
    case set(of: ID<Entity>)
  }

  /// The value of a field or a global at first.
  public enum Initial: Hashable, Sendable {
    case value(Literal)
    /// `= any`: left open.
    case any
    /// No default: the event that introduces the entity gives the value. Collections start empty.
    case given
  }

  /// A field of an entity.
  public struct Field: Hashable, Sendable {
    /// The sort of the entities that have it.
    public let owner: ID<Entity>
    public let name: String
    /// The kind of content: one value, a queue or a set.
    public let kind: FieldKind
    /// The first value; `given` for queues and sets, which start empty.
    public let initial: Initial
    /// True if the field serves properties only; no guard and no effect on other fields reads it.
    public let isGhost: Bool
    /// The ids behind the field; an id may stand twice.
    public let citations: [String]
    /// The place of the name in the declaration.
    public let span: SourceSpan
    /// The part of a field of pairs that the field stands for; nil: it is a field of its own.
    public let pair: PairPart?

    public init(
      owner: ID<Entity>, name: String, kind: FieldKind, initial: Initial, isGhost: Bool,
      citations: [String], span: SourceSpan, pair: PairPart? = nil
    ) {
      self.owner = owner
      self.name = name
      self.kind = kind
      self.initial = initial
      self.isGhost = isGhost
      self.citations = citations
      self.span = span
      self.pair = pair
    }
  }

  /// A `state` of the service as a whole.
  public struct Global: Hashable, Sendable {
    public let name: String
    public let type: ValueType
    /// The first value, never `given`.
    public let initial: Initial
    /// True if the state serves properties only; no guard and no effect on other fields or states
    /// reads it.
    public let isGhost: Bool
    /// The ids behind the state; an id may stand twice.
    public let citations: [String]
    /// The place of the name in the declaration.
    public let span: SourceSpan

    public init(
      name: String, type: ValueType, initial: Initial, isGhost: Bool, citations: [String],
      span: SourceSpan
    ) {
      self.name = name
      self.type = type
      self.initial = initial
      self.isGhost = isGhost
      self.citations = citations
      self.span = span
    }
  }

  /// A kind of message.
  public struct Message: Hashable, Sendable {
    public let name: String
    /// The parameters; arguments are matched with them by position.
    public let parameters: [MessageParameter]

    public init(name: String, parameters: [MessageParameter]) {
      self.name = name
      self.parameters = parameters
    }
  }

  /// A value that a message carries.
  public struct MessageParameter: Hashable, Sendable {
    public let name: String
    public let type: ValueType
    /// The values that may be sent where the rules send `any`; nil: each of the type.
    public let limits: ClosedRange<Int64>?

    public init(name: String, type: ValueType, limits: ClosedRange<Int64>? = nil) {
      self.name = name
      self.type = type
      self.limits = limits
    }
  }

  /// A named constant, with the value it has in this compilation (`--set` may have changed it).
  public struct Parameter: Hashable, Sendable {
    public let name: String
    /// The value, never none.
    public let value: Literal
    /// The ids behind the parameter; an id may stand twice.
    public let citations: [String]
    /// The place of the name in the declaration.
    public let span: SourceSpan

    public init(name: String, value: Literal, citations: [String], span: SourceSpan) {
      self.name = name
      self.value = value
      self.citations = citations
      self.span = span
    }
  }
}
