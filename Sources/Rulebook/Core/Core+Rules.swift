import Basics

extension Core {
  /// The rules of one service, ready to be proved, run and replayed.
  package struct Rules: Sendable {
    /// The name behind `rulebook`.
    package var name: String
    /// SHA-256 of the rulebook's bytes, in hexadecimal.
    package var digest: String
    /// The parameters with values other than the rulebook gives, such as `answerWindow=15s`; nil:
    /// none.
    package var settings: [String]?
    /// The sentence of each requirement id, from the requirements table.
    package var requirements: [Requirement] = []
    /// The requirements left out, with the reason.
    package var omissions: [Omission] = []
    /// The enumerations; like all tables below in the order of the rulebook. An ``ID`` is a
    /// position in its table.
    package var enumerations: [Enumeration] = []
    package var units: [Unit] = []
    package var ranges: [Range] = []
    /// The sorts of entities, both those that exist from the start and those that events introduce.
    package var entities: [Entity] = []
    /// The fields of all entities, entity by entity.
    package var fields: [Field] = []
    package var globals: [Global] = []
    /// The kinds of messages that the service may send.
    package var messages: [Message] = []
    /// The named constants; each is written out as a literal where the rules use it.
    package var parameters: [Parameter] = []
    /// The events, with definitions, effects and `every event` written out.
    package var events: [Event] = []
    /// The properties; assumptions are parts of the events that they restrict.
    package var properties: [Property] = []

    /// Makes rules with empty tables.
    package init(name: String, digest: String) {
      self.name = name
      self.digest = digest
    }

    /// Returns the row of an id, here and below. The id must come from these rules: another traps
    /// or names something else.
    package subscript(id: ID<Enumeration>) -> Enumeration { _read { yield enumerations[id.index] } }
    package subscript(id: ID<Unit>) -> Unit { _read { yield units[id.index] } }
    package subscript(id: ID<Range>) -> Range { _read { yield ranges[id.index] } }
    package subscript(id: ID<Entity>) -> Entity { _read { yield entities[id.index] } }
    package subscript(id: ID<Field>) -> Field { _read { yield fields[id.index] } }
    package subscript(id: ID<Global>) -> Global { _read { yield globals[id.index] } }
    package subscript(id: ID<Message>) -> Message { _read { yield messages[id.index] } }
    package subscript(id: ID<Event>) -> Event { _read { yield events[id.index] } }
  }

  /// A row of the table of requirements.
  package struct Requirement: Hashable, Sendable {
    /// The id, unique in the table, never empty.
    package let id: String
    /// The passage that states the requirement, in the words of the table, such as `4.1, App. B`.
    package let source: String
    /// The kind of requirement, a word of the table such as `zone`; only reports show it.
    package let kind: String
    /// The text of the requirement, as the table has it.
    package let text: String

    package init(id: String, source: String, kind: String, text: String) {
      self.id = id
      self.source = source
      self.kind = kind
      self.text = text
    }
  }

  /// Requirements that the rulebook leaves out, with the reason.
  package struct Omission: Hashable, Sendable {
    /// The ids, as the requirements table has them.
    package let ids: [String]
    /// The reason, in the words of the rulebook.
    package let reason: String

    package init(ids: [String], reason: String) {
      self.ids = ids
      self.reason = reason
    }
  }

  /// A type with named cases.
  package struct Enumeration: Hashable, Sendable {
    package let name: String
    /// The names of the cases, in the order of the rulebook; ``Literal/symbol(_:of:)`` holds a
    /// position here.
    package let cases: [String]
    /// True if declared `sensitive`: reports never show its values in clear.
    package let isSensitive: Bool

    package init(name: String, cases: [String], isSensitive: Bool) {
      self.name = name
      self.cases = cases
      self.isSensitive = isSensitive
    }
  }

  /// A type of whole numbers of something.
  package struct Unit: Hashable, Sendable {
    /// The name of the unit as it stands behind numbers: `metres`.
    package let name: String
    /// True if declared `sensitive`: reports never show its values in clear.
    package let isSensitive: Bool

    package init(name: String, isSensitive: Bool) {
      self.name = name
      self.isSensitive = isSensitive
    }
  }

  /// Whole numbers from `lower` to `upper`, both included.
  package struct Range: Hashable, Sendable {
    package let name: String
    /// The least value, included, not above `upper`.
    package let lower: Int64
    /// The greatest value, included.
    package let upper: Int64
    /// True if declared `sensitive`: reports never show its values in clear.
    package let isSensitive: Bool

    package init(name: String, lower: Int64, upper: Int64, isSensitive: Bool) {
      self.name = name
      self.lower = lower
      self.upper = upper
      self.isSensitive = isSensitive
    }
  }

  /// A kind of entity, with its fields.
  package struct Entity: Hashable, Sendable {
    package let name: String
    /// The fields of the sort, in the order of the rulebook.
    package let fields: [ID<Field>]
    /// True if `new` introduces entities of the sort somewhere: none exists at the start. All
    /// others exist from the start.
    package let isIntroduced: Bool
    /// True if declared `sensitive`: reports give each entity a pseudonym.
    package let isSensitive: Bool

    package init(name: String, fields: [ID<Field>], isIntroduced: Bool, isSensitive: Bool) {
      self.name = name
      self.fields = fields
      self.isIntroduced = isIntroduced
      self.isSensitive = isSensitive
    }
  }

  /// The content of a field: one value, a queue or a set.
  package enum FieldKind: Hashable, Sendable {
    case value(ValueType)
    case queue(of: ID<Entity>)
    case set(of: ID<Entity>)
  }

  /// The value of a field or a global at first.
  package enum Initial: Hashable, Sendable {
    case value(Literal)
    /// `= any`: left open.
    case any
    /// No default: the event that introduces the entity gives the value. Collections start empty.
    case given
  }

  /// A field of an entity.
  package struct Field: Hashable, Sendable {
    /// The sort of the entities that have it.
    package var owner: ID<Entity>
    package var name: String
    /// The kind of content: one value, a queue or a set.
    package var kind: FieldKind
    /// The first value; `given` for queues and sets, which start empty.
    package var initial: Initial
    /// True if the field serves properties only; no guard and no effect on other fields reads it.
    package var isGhost: Bool
    /// The ids behind the field; an id may stand twice.
    package var citations: [String]
    /// The place of the name in the declaration.
    package var span: SourceSpan
    /// The part of a field of pairs that the field stands for; nil: it is a field of its own.
    package var pair: PairPart?

    package init(
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
  package struct Global: Hashable, Sendable {
    package var name: String
    package var type: ValueType
    /// The first value, never `given`.
    package var initial: Initial
    /// True if the state serves properties only; no guard and no effect on other fields or states
    /// reads it.
    package var isGhost: Bool
    /// The ids behind the state; an id may stand twice.
    package var citations: [String]
    /// The place of the name in the declaration.
    package var span: SourceSpan

    package init(
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
  package struct Message: Hashable, Sendable {
    package let name: String
    /// The parameters; arguments are matched with them by position.
    package let parameters: [MessageParameter]

    package init(name: String, parameters: [MessageParameter]) {
      self.name = name
      self.parameters = parameters
    }
  }

  /// A value that a message carries.
  package struct MessageParameter: Hashable, Sendable {
    package let name: String
    package let type: ValueType
    /// The values that may be sent where the rules send `any`; nil: each of the type.
    package let limits: ClosedRange<Int64>?

    package init(name: String, type: ValueType, limits: ClosedRange<Int64>? = nil) {
      self.name = name
      self.type = type
      self.limits = limits
    }
  }

  /// A named constant, with the value it has in this compilation (`--set` may have changed it).
  package struct Parameter: Hashable, Sendable {
    package let name: String
    /// The value, never none.
    package let value: Literal
    /// The ids behind the parameter; an id may stand twice.
    package let citations: [String]
    /// The place of the name in the declaration.
    package let span: SourceSpan

    package init(name: String, value: Literal, citations: [String], span: SourceSpan) {
      self.name = name
      self.value = value
      self.citations = citations
      self.span = span
    }
  }
}
