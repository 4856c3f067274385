import Findings
import Rulebook
import Semantics

/// A run as the evaluator performed it, for callers that show it in another form than ``Run``.
package struct Recording: Sendable {
  /// A step of the run.
  package enum Moment: Sendable {
    case event(Step)
    /// A passage of time, with the state after it.
    case passage(State)

    /// The state after it.
    package var after: State {
      switch self {
      case .event(let step): step.after
      case .passage(let state): state
      }
    }
  }

  /// An event that is enabled and not defined.
  package struct Undefined: Sendable {
    package let event: Core.ID<Core.Event>
    /// The arguments in the order of the event's parameters.
    package let arguments: [Value]
  }

  /// The state before the first moment.
  package let start: State
  /// The steps in the order in which they happened; empty: the run is its start.
  package let moments: [Moment]
  /// The undefined event tried at the end, if it is the target.
  package let undefined: Undefined?

  /// The steps of events.
  var steps: [Step] {
    moments.compactMap { if case .event(let step) = $0 { step } else { nil } }
  }

  /// The last state.
  package var end: State { moments.last?.after ?? start }
}

/// A run that was found, in both forms.
package struct FoundRun: Sendable {
  /// The run in words, for reports.
  package let run: Run
  /// The same steps with their states.
  package let recording: Recording
  /// The same run as it can be repeated, without what does not matter to the target.
  let script: Script

  /// The scope in which it was found.
  package var scope: Scope { script.scope }
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
