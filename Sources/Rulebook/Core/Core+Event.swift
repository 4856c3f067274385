import Basics

extension Core {
  /// The origin of an event, which decides what its guards mean.
  package enum Source: Hashable, Sendable {
    /// May be refused: legal with `ok` iff every guard holds, with `refused` iff one does not.
    case input(actor: String)
    /// A fact: cannot be refused, has no guards, only assumptions.
    case world
    /// A decision of the server: allowed only where its guards hold.
    case system
    /// An obligation: enabled when its guards hold and its instant has come; time waits for it.
    case clock

    /// The word of the rulebook behind `from`.
    package var word: String {
      switch self {
      case .input(let actor): actor
      case .world: "world"
      case .system: "system"
      case .clock: "clock"
      }
    }
  }

  /// A kind of event: its origin, the conditions under which it may and must happen, and its
  /// effects.
  package struct Event: Sendable {
    package var name: String
    /// The origin of the event; it decides what the guards mean.
    package var source: Source
    /// Values given by the actor that causes the event. Their ids count from 0.
    package var parameters: [Variable]
    /// Values chosen by the server after the guards, which cannot read them. Their ids follow those
    /// of the parameters.
    package var results: [Result]
    /// The guards of `every event` first, then those of the event, in the order of the text: a
    /// later one may rely on those before it. Empty for facts.
    package var guards: [Guard]
    /// The assumptions about the event, in the order of the rulebook. They cannot read the results.
    package var assumptions: [Assumption]
    /// For obligations: the instant from which it is enabled, defined where the guards hold.
    package var due: Due?
    /// The effects; all read the state before the event. On one queue removals come first, then the
    /// rest in this order.
    package var updates: [Update]
    /// The messages sent when the input is refused.
    package var refusal: [Notification]
    /// The uses of `!` and of values that must stay in range: to be proved.
    package var definedness: [Definedness]
    /// The ids cited at the guards and effects of the event; not those behind `on refusal`.
    package var citations: [String]
    /// The place of the name in the declaration.
    package var span: SourceSpan

    package init(
      name: String, source: Source, parameters: [Variable], results: [Result], guards: [Guard],
      assumptions: [Assumption], due: Due?, updates: [Update], refusal: [Notification],
      definedness: [Definedness], citations: [String], span: SourceSpan
    ) {
      self.name = name
      self.source = source
      self.parameters = parameters
      self.results = results
      self.guards = guards
      self.assumptions = assumptions
      self.due = due
      self.updates = updates
      self.refusal = refusal
      self.definedness = definedness
      self.citations = citations
      self.span = span
    }

    /// True if the server causes the event: a decision or an obligation.
    package var isOwnInitiative: Bool { source == .system || source == .clock }
  }

  /// A value that the server chooses in an event, or the entity that the event introduces.
  package struct Result: Hashable, Sendable {
    /// The variable of the value; its type is not optional if the entity is new.
    package let variable: Variable
    /// True if the event introduces the entity that the variable names.
    package let isNew: Bool

    package init(variable: Variable, isNew: Bool) {
      self.variable = variable
      self.isNew = isNew
    }
  }

  /// A `require`.
  package struct Guard: Hashable, Sendable {
    /// The condition, evaluated in the state before the event; of its variables it reads the
    /// parameters only.
    package var condition: Expression
    /// The ids behind the clause; an id may stand twice.
    package var citations: [String]
    /// The condition as it stands in the rulebook, on one line.
    package var text: String
    /// The place of the whole clause with its citations; for a guard of `every event`, of the
    /// clause there.
    package var span: SourceSpan

    package init(condition: Expression, citations: [String], text: String, span: SourceSpan) {
      self.condition = condition
      self.citations = citations
      self.text = text
      self.span = span
    }
  }

  /// An `assume NAME at event`, as it applies to one event.
  package struct Assumption: Hashable, Sendable {
    /// The name of the `assume`; the same at all its events.
    package var name: String
    /// The condition, evaluated in the state before the event; of its variables it reads the
    /// parameters only.
    package var condition: Expression
    /// The ids of the declaration; an id may stand twice.
    package var citations: [String]
    /// The sentence that reports print for it, in the rulebook's own words; nil if it has none.
    package var sentence: String?
    /// The condition as it stands in the rulebook, on one line.
    package var text: String
    /// The place of the whole declaration.
    package var span: SourceSpan

    package init(
      name: String, condition: Expression, citations: [String], sentence: String?, text: String,
      span: SourceSpan
    ) {
      self.name = name
      self.condition = condition
      self.citations = citations
      self.sentence = sentence
      self.text = text
      self.span = span
    }
  }

  /// The instant at which an obligation must happen, if its guards hold.
  package struct Due: Hashable, Sendable {
    /// The expression of the instant, of type `Time`; it may rely on the guards.
    package var instant: Expression
    /// The ids behind the clause; an id may stand twice.
    package var citations: [String]
    /// The instant as it stands in the rulebook, on one line.
    package var text: String
    /// The place of the whole clause with its citations.
    package var span: SourceSpan

    package init(instant: Expression, citations: [String], text: String, span: SourceSpan) {
      self.instant = instant
      self.citations = citations
      self.text = text
      self.span = span
    }
  }

  /// An effect, with the conjunction of the cases that lead to it. Effects of the rulebook are
  /// written out.
  package struct Update: Hashable, Sendable {
    /// The variable of `each` and its domain; nil if the action is done once. The condition implies
    /// that the variable is in its domain, so that a reader of the condition sees all that is read.
    package var each: Binder?
    /// The condition, read in the state before; the literal `true` where no case leads to the
    /// action.
    package var condition: Expression
    /// The action done where the condition holds; it reads the state before the event.
    package var action: Action
    /// The ids of the cases and effects that lead here, from the outermost, then those of the
    /// action.
    package var citations: [String]
    /// The place of the line of the rulebook that states the action, in an effect if it comes from
    /// one.
    package var span: SourceSpan

    package init(
      each: Binder? = nil, condition: Expression, action: Action, citations: [String],
      span: SourceSpan
    ) {
      self.each = each
      self.condition = condition
      self.action = action
      self.citations = citations
      self.span = span
    }
  }

  /// A write to the state, or a message.
  package enum Action: Hashable, Sendable {
    case assign(Place, Expression)
    /// Defined if the member is absent after this event's removals.
    case append(Expression, to: Collection)
    /// Defined if the member is present after this event's removals.
    case move(Expression, toEndOf: Collection)
    /// The removal of a member. From a queue: defined if it is present. From a set: total.
    case remove(Expression, from: Collection)
    /// The addition of a member to a set; total.
    case add(Expression, to: Collection)
    case notify(Notification)
  }

  /// The target of an assignment.
  package enum Place: Hashable, Sendable {
    case field(ID<Field>, of: Expression)
    case global(ID<Global>)
  }

  /// A message with its recipient; nil for an argument that the rules leave open.
  package struct Notification: Hashable, Sendable {
    /// The entity that gets the message, never none.
    package let recipient: Expression
    package let message: ID<Message>
    /// The values in the order of the message's parameters; nil: `any`, left open.
    package let arguments: [Expression?]

    package init(recipient: Expression, message: ID<Message>, arguments: [Expression?]) {
      self.recipient = recipient
      self.message = message
      self.arguments = arguments
    }
  }

  /// A fact that must hold for the event to be defined, wherever `condition` and all guards hold.
  package struct Definedness: Hashable, Sendable {
    /// The cases, and the guards before the place, under which the fact matters.
    package var condition: Expression
    /// The fact, evaluated in the state before the event.
    package var fact: Expression
    /// The text of the fact as part of a sentence: `taxi.zone is not none`.
    package var text: String
    /// The place of the expression that needs the fact; it may stand in an effect.
    package var span: SourceSpan

    package init(condition: Expression, fact: Expression, text: String, span: SourceSpan) {
      self.condition = condition
      self.fact = fact
      self.text = text
      self.span = span
    }
  }
}
