import Basics

extension Core {
  /// A statement about all states, steps or runs.
  package struct Property: Sendable {
    /// The word that declares it. There is no `assume`: assumptions are parts of the events that
    /// they restrict.
    package enum Kind: String, Sendable, CaseIterable {
      case invariant, lemma, step, reach, axiom, bounded, prompt, measure
    }

    /// The statement of a property, by what it is evaluated on.
    package enum Body: Sendable {
      /// `invariant`, `lemma`, `axiom`: holds in every reachable state.
      case always(Expression)
      /// `step NAME after …`: holds of every such step; one formula for each event meant.
      /// The event's own arguments and results are its free variables.
      case step([StepFormula])
      /// `reach NAME`: some reachable state satisfies it.
      case reach(Expression)
      /// `reach NAME after …`: some such step does.
      case reachStep([StepFormula])
      /// `bounded`: the condition never lasts longer; `prompt`: time may not let it.
      case lasts(Lasting)
      /// `measure`: the number of bindings for which the condition holds; own steps of the
      /// server that need no time must make it fall.
      case measure([Binder], condition: Expression)
    }

    /// The word that declares it, which decides the claims to prove and the method.
    package let kind: Kind
    package let name: String
    /// The ids of the declaration; an id may stand twice.
    package let citations: [String]
    /// The sentence that reports print for it, in the rulebook's own words; nil if it has none.
    package let sentence: String?
    /// The statement; its form depends on the kind.
    package let body: Body
    /// The formula as it stands in the rulebook, on one line: of `lasts` without binders and
    /// `where`, of `count` the condition behind `where`, or else the name of the property.
    package let text: String
    /// The place of the name in the declaration.
    package let span: SourceSpan

    package init(
      kind: Kind, name: String, citations: [String], sentence: String?, body: Body,
      text: String, span: SourceSpan
    ) {
      self.kind = kind
      self.name = name
      self.citations = citations
      self.sentence = sentence
      self.body = body
      self.text = text
      self.span = span
    }
  }

  /// A formula about the steps of one event.
  package struct StepFormula: Sendable {
    /// The event whose steps it is about; a property has one formula for each of its events.
    package let event: ID<Event>
    /// The formula, which reads `before` and `here`, the states before and after the step.
    package let formula: Expression

    package init(event: ID<Event>, formula: Expression) {
      self.event = event
      self.formula = formula
    }
  }

  /// A condition and the time that it may last, in milliseconds.
  package struct Lasting: Sendable {
    /// Over entities only; empty if the condition is about the service as a whole.
    package let binders: [Binder]
    /// `where` and the condition together.
    package let condition: Expression
    /// The longest time in milliseconds, not negative.
    package let limit: Int64

    package init(binders: [Binder], condition: Expression, limit: Int64) {
      self.binders = binders
      self.condition = condition
      self.limit = limit
    }
  }
}

/// The parts of properties, so that only the parser, the elaborator, the evaluator and the proofs of
/// the claims have to know each form.
extension Core.Property.Body {
  /// The formulas.
  package var formulas: [Core.Expression] {
    switch self {
    case .always(let formula), .reach(let formula), .measure(_, let formula): [formula]
    case .step(let steps), .reachStep(let steps): steps.map(\.formula)
    case .lasts(let lasting): [lasting.condition]
    }
  }

  /// The formulas about the steps of events.
  package var steps: [Core.StepFormula] {
    switch self {
    case .step(let steps), .reachStep(let steps): steps
    case .always, .reach, .lasts, .measure: []
    }
  }

  /// The binders of those that are about each binding, or the number of bindings.
  package var binders: [Core.Binder] {
    switch self {
    case .always, .reach, .step, .reachStep: []
    case .lasts(let lasting): lasting.binders
    case .measure(let binders, _): binders
    }
  }

  /// The formulas, and the owners of the collections that binders go through.
  package var expressions: [Core.Expression] { binders.compactMap(\.domain.owner) + formulas }
}

extension Core.Rules {
  /// Returns what the properties say of the steps of an event.
  package func stepFormulas(of event: Core.ID<Core.Event>) -> [Core.Expression] {
    properties.flatMap(\.body.steps).filter { $0.event == event }.map(\.formula)
  }
}
