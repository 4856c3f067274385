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
    package var kind: Kind
    package var name: String
    /// The ids of the declaration; an id may stand twice.
    package var citations: [String]
    /// The sentence that reports print for it, in the rulebook's own words; nil if it has none.
    package var sentence: String?
    /// The statement; its form depends on the kind.
    package var body: Body
    /// The formula as it stands in the rulebook, on one line: of `lasts` without binders and
    /// `where`, of `count` the condition behind `where`, or else the name of the property.
    package var text: String
    /// The place of the name in the declaration.
    package var span: SourceSpan

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
    package var event: ID<Event>
    /// The formula, which reads `before` and `here`, the states before and after the step.
    package var formula: Expression

    package init(event: ID<Event>, formula: Expression) {
      self.event = event
      self.formula = formula
    }
  }

  /// A condition and the time that it may last, in milliseconds.
  package struct Lasting: Sendable {
    /// Over entities only; empty if the condition is about the service as a whole.
    package var binders: [Binder]
    /// `where` and the condition together.
    package var condition: Expression
    /// The longest time in milliseconds, not negative.
    package var limit: Int64

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

  /// The formula about states that holds in all of them, or in one that is reached.
  package var stateFormula: Core.Expression? {
    switch self {
    case .always(let formula), .reach(let formula): formula
    default: nil
    }
  }

  /// The formulas about the steps of events.
  package var steps: [Core.StepFormula] {
    switch self {
    case .step(let steps), .reachStep(let steps): steps
    default: []
    }
  }

  /// The condition that lasts.
  package var lasting: Core.Lasting? { if case .lasts(let lasting) = self { lasting } else { nil } }

  /// The binders of those that are about each binding, or the number of bindings.
  package var binders: [Core.Binder] {
    switch self {
    case .lasts(let lasting): lasting.binders
    case .measure(let binders, _): binders
    default: []
    }
  }

  /// Returns the same statement with other formulas.
  ///
  /// - Parameters:
  ///   - formula: Changes a formula about states.
  ///   - bound: Changes binders and the condition that they bind.
  ///   - step: Changes a formula about the steps of an event; nil: there are none such.
  package func mapping(
    formula: (Core.Expression) -> Core.Expression,
    bound: ([Core.Binder], Core.Expression) -> ([Core.Binder], Core.Expression),
    step: (Core.StepFormula) -> Core.StepFormula?
  ) -> Self {
    switch self {
    case .always(let stated): return .always(formula(stated))
    case .reach(let stated): return .reach(formula(stated))
    case .step(let steps): return .step(steps.compactMap(step))
    case .reachStep(let steps): return .reachStep(steps.compactMap(step))
    case .lasts(let lasting):
      let (binders, condition) = bound(lasting.binders, lasting.condition)
      return .lasts(Core.Lasting(binders: binders, condition: condition, limit: lasting.limit))
    case .measure(let binders, let condition):
      let (others, counted) = bound(binders, condition)
      return .measure(others, condition: counted)
    }
  }

  /// The formulas, and the owners of the collections that binders go through.
  package var expressions: [Core.Expression] { binders.compactMap(\.domain.owner) + formulas }
}

extension Core.Property {
  /// The formula that is to hold in every reachable state; nil: the property says something else,
  /// or is an axiom, which is assumed.
  package var stateClaim: Core.Expression? {
    if case .always(let formula) = body, kind != .axiom { formula } else { nil }
  }

  /// True if a run can break it: a state or a step in which it is false, or a condition that lasts
  /// too long. A `prompt` is kept by time, which does not pass.
  package var canBeBroken: Bool {
    switch body {
    case .always: kind != .axiom
    case .lasts: kind != .prompt
    case .step: true
    case .reach, .reachStep, .measure: false
    }
  }

  /// The formula that is assumed of every state; nil: the property is no axiom.
  package var axiom: Core.Expression? {
    if case .always(let formula) = body, kind == .axiom { formula } else { nil }
  }
}

extension Core.Rules {
  /// Returns what the properties say of the steps of an event.
  package func stepFormulas(of event: Core.ID<Core.Event>) -> [Core.Expression] {
    properties.flatMap(\.body.steps).filter { $0.event == event }.map(\.formula)
  }
}
