public import Findings
public import Rulebook
public import Semantics

/// A run as the evaluator did it, for whoever tells it in another form than ``Run``.
public struct Recording: Sendable {
  /// One step of the run.
  public enum Moment: Sendable {
    case event(Step)
    /// Time passed; the state after that.
    case passage(State)

    /// The state after it.
    public var after: State {
      switch self {
      case .event(let step): step.after
      case .passage(let state): state
      }
    }
  }

  /// An event that is enabled and has no meaning.
  public struct Undefined: Sendable {
    public let event: Core.ID<Core.Event>
    /// In the order of the event's parameters.
    public let arguments: [Value]
  }

  /// The state before the first moment.
  public let start: State
  /// In the order in which they happened; empty: the run is its start.
  public let moments: [Moment]
  /// What was tried at the end, if that is what was looked for.
  public let undefined: Undefined?

  /// The last state.
  public var end: State { moments.last?.after ?? start }
}

/// A run that was found, in both forms.
public struct FoundRun: Sendable {
  /// In words, as reports tell it.
  public let run: Run
  /// The same steps with their states.
  public let recording: Recording
  /// The scope in which it was found.
  public let scope: Scope
}

extension Script.Performance {
  func recording(of script: Script) -> Recording {
    var tried: Recording.Undefined?
    if undefined != nil, case .event(let event, let arguments, _, _)? = script.moves.last {
      tried = Recording.Undefined(event: event, arguments: arguments)
    }
    return Recording(
      start: start.state,
      moments: steps.map { done in done.step.map { .event($0) } ?? .passage(done.position.state) },
      undefined: tried)
  }
}
