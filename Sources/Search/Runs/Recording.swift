public import Findings
public import Rulebook
public import Semantics

/// A run as the evaluator performed it, for callers that show it in another form than ``Run``.
public struct Recording: Sendable {
  /// A step of the run.
  public enum Moment: Sendable {
    case event(Step)
    /// A passage of time, with the state after it.
    case passage(State)

    /// The state after it.
    public var after: State {
      switch self {
      case .event(let step): step.after
      case .passage(let state): state
      }
    }
  }

  /// An event that is enabled and not defined.
  public struct Undefined: Sendable {
    public let event: Core.ID<Core.Event>
    /// The arguments in the order of the event's parameters.
    public let arguments: [Value]
  }

  /// The state before the first moment.
  public let start: State
  /// The steps in the order in which they happened; empty: the run is its start.
  public let moments: [Moment]
  /// The undefined event tried at the end, if it is the target.
  public let undefined: Undefined?

  /// The last state.
  public var end: State { moments.last?.after ?? start }
}

/// A run that was found, in both forms.
public struct FoundRun: Sendable {
  /// The run in words, for reports.
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
