import Rulebook
import Semantics

/// The rules, as something that performs events: the machine, or the evaluator.
package protocol RuleSide {
  var rules: Core.Rules { get }

  /// Lets time pass to an instant, if it may; the deadline that stands in the way otherwise.
  mutating func pass(to instant: Int64) -> StepOutcome?

  /// Lets time pass to an instant, and performs an event, if both may happen.
  mutating func step(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value], at instant: Int64,
    isRefused: Bool
  ) -> StepOutcome

  /// The messages that the latest step sends.
  var notifications: [SentMessage] { get }

  /// Returns the messages that are sent if the event is refused in this state.
  func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage]

  /// The places that the step that was performed last may have changed; nil: perhaps all.
  var changedPlaces: [Place]? { get }

  func count(of sort: Core.ID<Core.Entity>) -> Int
  func value(at place: Place) -> Value
  func members(at place: Place) -> [Int32]
}
