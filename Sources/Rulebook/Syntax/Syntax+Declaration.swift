import Basics

extension Syntax {
  /// A whole rulebook.
  package struct Book: Sendable {
    /// The name behind the word `rulebook`.
    package let name: Name
    /// The path of the requirements table, relative to the rulebook.
    package let requirements: Text
    /// The declarations in the order of the text, without those that could not be parsed.
    package let declarations: [Declaration]

    package init(name: Name, requirements: Text, declarations: [Declaration]) {
      self.name = name
      self.requirements = requirements
      self.declarations = declarations
    }
  }

  /// A quoted text, without its quotes.
  package struct Text: Hashable, Sendable {
    /// The text between the quotes.
    package let value: String
    /// The place with the quotes.
    package let span: SourceSpan

    package init(_ value: String, _ span: SourceSpan) {
      self.value = value
      self.span = span
    }
  }

  /// One declaration of a rulebook, with its place.
  package struct Declaration: Sendable {
    /// The kind of declaration, with its parts.
    package enum Kind: Sendable {
      case omit([Name], reason: Text)
      case type(Name, TypeDefinition, citations: [Name])
      case sensitive([Name])
      case parameter(Name, Expression, citations: [Name])
      case entity(Name, [Field])
      case state(Field)
      case message([Message])
      case define(Name, [Parameter], Expression, citations: [Name])
      /// Guards of every event but the named ones.
      case every(except: [Name], [Clause])
      case effect(Name, [Parameter], [Clause])
      case event(Event)
      case property(Property)
    }

    package let kind: Kind
    /// The place from the keyword to the last token of the declaration, citations included.
    package let span: SourceSpan

    package init(_ kind: Kind, _ span: SourceSpan) {
      self.kind = kind
      self.span = span
    }
  }

  /// The definition behind `type NAME =`.
  package enum TypeDefinition: Sendable {
    case enumeration([Name])
    case range(Int64, Int64, SourceSpan)
    /// A unit: whole numbers of something, such as metres.
    case unit
  }

  /// A type where it is used.
  package enum TypeReference: Hashable, Sendable {
    case plain(Name)
    case optional(Name)
    case queue(Name)
    case set(Name)
    /// `(Group) -> Presence`: a value for each entity of the type in parentheses.
    case pairs(Name, Name, isOptional: Bool)
  }

  /// A field of an entity, or a state.
  package struct Field: Sendable {
    /// The word before a field.
    package enum Mark: String, Sendable { case fixed, ghost }
    /// The part behind `=` of a field.
    package enum Initial: Sendable {
      case any(SourceSpan)
      case value(Expression)
    }

    /// True if `unique` stands before the field: no two entities share a value.
    package let isUnique: Bool
    /// The word before the field; nil if neither stands there.
    package let mark: Mark?
    package let name: Name
    package let type: TypeReference
    /// The part behind `=`; nil without it.
    package let initial: Initial?
    /// The citations behind the field on its line, in the order of the text.
    package let citations: [Name]

    package init(
      isUnique: Bool = false, mark: Mark?, name: Name, type: TypeReference, initial: Initial?,
      citations: [Name]
    ) {
      self.isUnique = isUnique
      self.mark = mark
      self.name = name
      self.type = type
      self.initial = initial
      self.citations = citations
    }
  }

  /// A parameter of an event, an effect, a definition or a message.
  package struct Parameter: Sendable {
    package let name: Name
    package let type: TypeReference
    /// The limits `>= a` and `<= b` behind the type; only of messages.
    package let limits: [Link]

    package init(name: Name, type: TypeReference, limits: [Link] = []) {
      self.name = name
      self.type = type
      self.limits = limits
    }
  }

  /// A message with its parameters.
  package struct Message: Sendable {
    package let name: Name
    /// The parameters; empty also if the parentheses are missing.
    package let parameters: [Parameter]

    package init(name: Name, parameters: [Parameter]) {
      self.name = name
      self.parameters = parameters
    }
  }

  /// An event with its clauses.
  package struct Event: Sendable {
    /// A result of an event, behind `->`.
    package struct Result: Sendable {
      /// True if `new` stands before the name.
      package let isNew: Bool
      package let name: Name
      package let type: TypeReference

      package init(isNew: Bool, name: Name, type: TypeReference) {
        self.isNew = isNew
        self.name = name
        self.type = type
      }
    }

    package let name: Name
    /// The parameters in the order of the text; empty between empty parentheses.
    package let parameters: [Parameter]
    /// The actor that causes the event: `driver`, `world`, `system`, `clock`, …
    package let actor: Name
    /// The results in the order of the text; empty without `->`.
    package let results: [Result]
    /// The clauses in the order of the text.
    package let clauses: [Clause]

    package init(
      name: Name, parameters: [Parameter], actor: Name, results: [Result], clauses: [Clause]
    ) {
      self.name = name
      self.parameters = parameters
      self.actor = actor
      self.results = results
      self.clauses = clauses
    }
  }

  /// A line of an event, an effect or `every event`.
  package struct Clause: Sendable {
    /// The kind of clause, with its parts.
    package enum Kind: Sendable {
      case require(Expression)
      case due(Expression)
      case action(Action)
      /// `case … otherwise …`: the first row that holds.
      case cases([Row])
      case onRefusal(Notification)
    }

    /// A row of a `case` table.
    package struct Row: Sendable {
      /// The condition; nil for `otherwise`.
      package let condition: Expression?
      /// The actions in the order of the text; cases do not nest. Empty if the row does nothing.
      package let actions: [Clause]
      /// The citations behind the condition, or behind `otherwise`.
      package let citations: [Name]
      /// The place from `case` or `otherwise` to the end of the last action.
      package let span: SourceSpan

      package init(
        condition: Expression?, actions: [Clause], citations: [Name], span: SourceSpan
      ) {
        self.condition = condition
        self.actions = actions
        self.citations = citations
        self.span = span
      }
    }

    package let kind: Kind
    /// The citations behind the clause; empty for cases, of which each row has its own.
    package let citations: [Name]
    /// The whole clause with its citations.
    package let span: SourceSpan

    package init(_ kind: Kind, citations: [Name], span: SourceSpan) {
      self.kind = kind
      self.citations = citations
      self.span = span
    }
  }

  /// The action of a line of an effect.
  package enum Action: Sendable {
    /// The sign of an assignment.
    package enum Assignment: String, Sendable { case set = "=", increase = "+=", decrease = "-=" }

    case assign(Expression, Assignment, Expression)
    case append(Expression, to: Expression)
    case move(Expression, toEndOf: Expression)
    case add(Expression, to: Expression)
    case remove(Expression, from: Expression)
    case perform(Name, [Expression])
    case notify(Notification)
    /// `notify each m in group.members alarm(user)`; the message goes to the variable.
    case notifyEach(Domain, Notification)
    /// `each t: Taxi where t.isOn: t.isOn = false`: the actions done to each entity; no `each`
    /// nests in them.
    case each(Domain, [Clause])
    /// `clear zone.queue`
    case clear(Expression)
  }

  /// The entities to which something is done: `t: Taxi where t.isOn`.
  package struct Domain: Sendable {
    /// The variable of the entities; it binds one name.
    package let binder: Binder
    /// The condition behind `where`; nil without it.
    package let condition: Expression?

    package init(_ binder: Binder, where condition: Expression?) {
      self.binder = binder
      self.condition = condition
    }

    /// The collection and the condition, if present.
    package var expressions: [Expression] {
      [binder.collection, condition].compactMap(\.self)
    }
  }

  /// `notify` with the message and its arguments.
  package struct Notification: Sendable {
    /// The recipient, a path; that it leads to an entity is checked later.
    package let recipient: Expression
    package let message: Name
    /// The arguments; empty also if the parentheses are missing.
    package let arguments: [Argument]

    package init(recipient: Expression, message: Name, arguments: [Argument]) {
      self.recipient = recipient
      self.message = message
      self.arguments = arguments
    }
  }

  /// A property with its ids and sentence.
  package struct Property: Sendable {
    /// The word that declares it.
    package enum Kind: String, Sendable, CaseIterable {
      case invariant, lemma, step, reach, assume, axiom, bounded, prompt, measure
    }

    /// The events whose steps a `step` property is checked on.
    package enum Events: Sendable {
      case every
      case named([Name])
    }

    /// The statement of a property.
    package enum Body: Sendable {
      case formula(Expression)
      /// `all r: Request where P: C lasts at most D`
      case lasts([Binder], where: Expression?, Expression, atMost: Expression)
      /// `count r: Request, t: Taxi where P`: the measure that falls.
      case count([Binder], where: Expression?)
    }

    package let kind: Kind
    package let name: Name
    /// The events behind `at` or `after`; nil if neither stands there.
    package let events: Events?
    /// The citations between the name and the sentence.
    package let citations: [Name]
    /// The sentence before the body; nil without one.
    package let sentence: Text?
    /// The statement below the head, in the form that the keyword needs.
    package let body: Body

    package init(
      kind: Kind, name: Name, events: Events?, citations: [Name], sentence: Text?, body: Body
    ) {
      self.kind = kind
      self.name = name
      self.events = events
      self.citations = citations
      self.sentence = sentence
      self.body = body
    }
  }
}
