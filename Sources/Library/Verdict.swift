import Findings

/// The verdict on one property of a rulebook.
public struct Verdict: Sendable, Hashable {
  /// The answer to whether a property holds.
  public enum Outcome: String, Sendable, CaseIterable {
    /// It holds for any number of entities.
    case proved
    /// A run reaches it.
    case reached
    /// A run from the start breaks it.
    case refuted
    /// It is proved that no run reaches it.
    case unreachable
    /// One step breaks it, from a state that is not shown to be reachable: not a bug, but no proof
    /// either.
    case notInductive
    /// The answer is open; ``Verdict/reason`` says why.
    case undecided
    /// It is a measure, and everything is proved without it.
    case unneeded
    /// It is an axiom, and taken for granted.
    case assumed

    /// True if the rulebook does not keep what it claims.
    public var isViolation: Bool { self == .refuted || self == .unreachable }

    /// True if it is neither shown that the property holds nor that it does not.
    public var isOpen: Bool { self == .notInductive || self == .undecided }
  }

  /// The kind of a property: the word that declares it, or the reason why it is checked although
  /// no rulebook has to state it.
  public enum Kind: String, Sendable, CaseIterable {
    case invariant, lemma, step, bounded, reach, prompt, measure, axiom
    /// An invariant that an encoding or a clock needs.
    case toolMade
    /// Every value and change of an event, whose name the property has, is defined.
    case defined
    /// Time can always pass.
    case progress
    /// The server's own steps end.
    case zeno
  }

  /// The name of the property. Only the name together with the kind is unique.
  public let property: String
  public let kind: Kind
  public let outcome: Outcome
  /// The ids of the requirements that the property cites.
  public let requirements: [String]
  /// The sentence in the rulebook, or the formula of a property that has none.
  public let statement: String
  /// The explanation of an outcome, such as the limit that was met; nil: there is none.
  public let reason: String?
  /// The run that breaks or reaches the property; nil: none was found, or none is needed.
  public let run: Run?
}

/// A run of a service from its start.
public struct Run: Sendable, Hashable {
  /// A value that a step changes.
  public struct Change: Sendable, Hashable {
    /// `book Book1.reader`
    public let place: String
    /// The value before the step, as a person reads it.
    public let before: String
    /// The value after the step, as a person reads it.
    public let after: String
  }

  /// An argument of an event.
  public struct Argument: Sendable, Hashable {
    public let name: String
    /// The value, as a person reads it.
    public let value: String
  }

  /// An event, or a passage of time.
  public struct Step: Sendable, Hashable {
    /// The time since the start, in whole milliseconds.
    public let time: Duration
    /// The name of the event; nil: only time passes.
    public let event: String?
    public let arguments: [Argument]
    public let changes: [Change]
  }

  /// The values that were chosen at the start: `taxi T1.zone = Z1`.
  public let start: [String]
  /// The steps in their order; empty if the start itself is the goal.
  public let steps: [Step]
  /// The part of the property that fails, and for which entities; empty if the run reaches it.
  public let failure: [String]
  /// True if no shorter run exists with as many entities, among the values and instants that a
  /// search tries.
  public let isShortest: Bool
}

extension Verdict {
  init(_ result: Verification.PropertyResult) {
    property = result.name
    kind = Kind(result.kind)
    outcome = Outcome(result.verdict)
    requirements = result.requirements
    statement = result.statement
    reason = result.reason
    run = result.run.map { Run($0) }
  }
}

extension Verdict.Outcome {
  init(_ verdict: Findings.Verdict) {
    self =
      switch verdict {
      case .proved: .proved
      case .reached: .reached
      case .refuted: .refuted
      case .unreachable: .unreachable
      case .notInductive: .notInductive
      case .undecided: .undecided
      case .unneeded: .unneeded
      case .assumed: .assumed
      }
  }
}

extension Verdict.Kind {
  init(_ kind: Verification.Kind) {
    self =
      switch kind {
      case .invariant: .invariant
      case .lemma: .lemma
      case .step: .step
      case .bounded: .bounded
      case .reach: .reach
      case .prompt: .prompt
      case .measure: .measure
      case .axiom: .axiom
      case .toolMade: .toolMade
      case .defined: .defined
      case .progress: .progress
      case .zeno: .zeno
      }
  }
}

extension Run {
  init(_ run: Findings.Run) {
    start = run.start
    steps = run.steps.map { step in
      Step(
        time: .milliseconds(step.at), event: step.event,
        arguments: step.arguments.map { Argument(name: $0.name, value: $0.value) },
        changes: step.changes.map { Change(place: $0.place, before: $0.before, after: $0.after) })
    }
    failure = run.failure
    isShortest = run.isShortest
  }
}
