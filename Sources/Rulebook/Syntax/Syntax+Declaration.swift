public import Diagnostics

extension Syntax {
  /// A whole rulebook.
  public struct Book: Sendable {
    /// The name behind the word `rulebook`.
    public let name: Name
    /// The path of the requirements table, relative to the rulebook.
    public let requirements: Text
    /// In the order of the text, without those that could not be read.
    public let declarations: [Declaration]

    public init(name: Name, requirements: Text, declarations: [Declaration]) {
      self.name = name
      self.requirements = requirements
      self.declarations = declarations
    }
  }

  /// A quoted text, without its quotes.
  public struct Text: Hashable, Sendable {
    /// What stands between the quotes.
    public let value: String
    /// With the quotes.
    public let span: SourceSpan

    public init(_ value: String, _ span: SourceSpan) {
      self.value = value
      self.span = span
    }
  }

  /// One declaration of a rulebook, with its place.
  public struct Declaration: Sendable {
    /// What is declared.
    public enum Kind: Sendable {
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

    public let kind: Kind
    /// From its keyword to the last that belongs to it, citations included.
    public let span: SourceSpan

    public init(_ kind: Kind, _ span: SourceSpan) {
      self.kind = kind
      self.span = span
    }
  }

  /// What stands behind `type NAME =`.
  public enum TypeDefinition: Sendable {
    case enumeration([Name])
    case range(Int64, Int64, SourceSpan)
    /// A unit: whole numbers of something, such as metres.
    case unit
  }

  /// A type where it is used.
  public enum TypeReference: Hashable, Sendable {
    case plain(Name)
    case optional(Name)
    case queue(Name)
    case set(Name)
    /// `(Group) -> Presence`: a value for each entity of the type in parentheses.
    case pairs(Name, Name, isOptional: Bool)
  }

  /// A field of an entity, or a state.
  public struct Field: Sendable {
    /// The word before a field.
    public enum Mark: String, Sendable { case fixed, ghost }
    /// What stands behind `=` of a field.
    public enum Initial: Sendable {
      case any(SourceSpan)
      case value(Expression)
    }

    /// True where `unique` stands before it: no two entities share a value.
    public let isUnique: Bool
    /// nil: none of the two words stands before it.
    public let mark: Mark?
    public let name: Name
    public let type: TypeReference
    /// nil: no `=` stands behind the type.
    public let initial: Initial?
    /// Those behind it on its line, in the order of the text.
    public let citations: [Name]

    public init(
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
  public struct Parameter: Sendable {
    public let name: Name
    public let type: TypeReference
    /// `>= a` and `<= b` behind the type; only of messages.
    public let limits: [Link]

    public init(name: Name, type: TypeReference, limits: [Link] = []) {
      self.name = name
      self.type = type
      self.limits = limits
    }
  }

  /// A message with its parameters.
  public struct Message: Sendable {
    public let name: Name
    /// Empty also where the parentheses are missing.
    public let parameters: [Parameter]

    public init(name: Name, parameters: [Parameter]) {
      self.name = name
      self.parameters = parameters
    }
  }

  /// An event with its clauses.
  public struct Event: Sendable {
    /// What stands behind `->` of an event.
    public struct Result: Sendable {
      /// Whether `new` stands before the name.
      public let isNew: Bool
      public let name: Name
      public let type: TypeReference

      public init(isNew: Bool, name: Name, type: TypeReference) {
        self.isNew = isNew
        self.name = name
        self.type = type
      }
    }

    public let name: Name
    /// In the order of the text; empty between empty parentheses.
    public let parameters: [Parameter]
    /// Who does it: `driver`, `world`, `system`, `clock`, …
    public let actor: Name
    /// In the order of the text; empty without `->`.
    public let results: [Result]
    /// In the order of the text.
    public let clauses: [Clause]

    public init(
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
  public struct Clause: Sendable {
    /// What the clause says.
    public enum Kind: Sendable {
      case require(Expression)
      case due(Expression)
      case action(Action)
      /// `case … otherwise …`: the first row that holds.
      case cases([Row])
      case onRefusal(Notification)
    }

    /// One row of a `case` table.
    public struct Row: Sendable {
      /// None for `otherwise`.
      public let condition: Expression?
      /// In the order of the text, each an action: cases do not nest. Empty if nothing is to
      /// happen.
      public let actions: [Clause]
      /// Those behind the condition, or behind `otherwise`.
      public let citations: [Name]
      /// From `case` or `otherwise` to the end of the last action.
      public let span: SourceSpan

      public init(
        condition: Expression?, actions: [Clause], citations: [Name], span: SourceSpan
      ) {
        self.condition = condition
        self.actions = actions
        self.citations = citations
        self.span = span
      }
    }

    public let kind: Kind
    /// Those behind the clause; empty for cases, of which each row has its own.
    public let citations: [Name]
    /// The whole clause with its citations.
    public let span: SourceSpan

    public init(_ kind: Kind, citations: [Name], span: SourceSpan) {
      self.kind = kind
      self.citations = citations
      self.span = span
    }
  }

  /// What a line of an effect does.
  public enum Action: Sendable {
    /// The sign of an assignment.
    public enum Assignment: String, Sendable { case set = "=", increase = "+=", decrease = "-=" }

    case assign(Expression, Assignment, Expression)
    case append(Expression, to: Expression)
    case move(Expression, toEndOf: Expression)
    case add(Expression, to: Expression)
    case remove(Expression, from: Expression)
    case perform(Name, [Expression])
    case notify(Notification)
    /// `notify each m in group.members alarm(user)`; the message goes to the variable.
    case notifyEach(Domain, Notification)
    /// `each t: Taxi where t.isOn: t.isOn = false`: what is done to each, of which nothing nests.
    case each(Domain, [Clause])
    /// `clear zone.queue`
    case clear(Expression)
  }

  /// The entities to which something is done: `t: Taxi where t.isOn`.
  public struct Domain: Sendable {
    /// Binds one name.
    public let binder: Binder
    /// The condition behind `where`; nil without it.
    public let condition: Expression?

    public init(_ binder: Binder, where condition: Expression?) {
      self.binder = binder
      self.condition = condition
    }

    /// The collection and the condition, as far as there are any.
    public var expressions: [Expression] {
      [binder.collection, condition].compactMap(\.self)
    }
  }

  /// `notify` with the message and its arguments.
  public struct Notification: Sendable {
    /// A path; that it leads to an entity is checked later.
    public let recipient: Expression
    public let message: Name
    /// Empty also where the parentheses are missing.
    public let arguments: [Argument]

    public init(recipient: Expression, message: Name, arguments: [Argument]) {
      self.recipient = recipient
      self.message = message
      self.arguments = arguments
    }
  }

  /// A property with its ids and sentence.
  public struct Property: Sendable {
    /// The word that declares it.
    public enum Kind: String, Sendable, CaseIterable {
      case invariant, lemma, step, reach, assume, axiom, bounded, prompt, measure
    }

    /// The events after which a `step` is judged.
    public enum Events: Sendable {
      case every
      case named([Name])
    }

    /// What a property says.
    public enum Body: Sendable {
      case formula(Expression)
      /// `all r: Request where P: C lasts at most D`
      case lasts([Binder], where: Expression?, Expression, atMost: Expression)
      /// `count r: Request, t: Taxi where P`: the measure that falls.
      case count([Binder], where: Expression?)
    }

    public let kind: Kind
    public let name: Name
    /// What stands behind `at` or `after`; nil if neither stands there.
    public let events: Events?
    /// Those between the name and the sentence.
    public let citations: [Name]
    /// nil: none stands before the body.
    public let sentence: Text?
    /// What stands below the head, as the keyword asks for it.
    public let body: Body

    public init(
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
