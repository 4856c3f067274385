import Rulebook
import Semantics

extension World {
  func legality(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) -> Legality {
    unseen == nil
      ? stepper.legality(of: event, arguments)
      : evaluator.legality(of: event, arguments, in: state)
  }

  /// Returns the messages that are sent if an event is refused. O(state) if the machine does not
  /// know it.
  func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage] {
    unseen == nil
      ? try stepper.refusal(of: event, arguments)
      : try evaluator.refusal(of: event, arguments, in: state)
  }

  struct Performance {
    let results: [Value]
    let notifications: [SentMessage]
    /// True if no other messages may have been sent.
    var areMessagesAll = true
  }

  /// Performs an event, and forgets settled deadlines that end by it. On an error nothing has
  /// changed.
  func perform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value]
  ) throws(EvaluationError) -> Performance {
    let former = unseen == nil && unnamed.events.contains(event.index) ? state : nil
    mark()
    do throws(EvaluationError) {
      let done: Performance
      if unseen == nil {
        var stepper = stepper
        let results = try stepper.perform(event, arguments, results: results)
        done = Performance(results: results, notifications: stepper.notifications)
      } else {
        done = try performAsFarAsKnown(event, arguments, results)
      }
      if let error = stepper.timeError { throw error }
      try forgetEnded()
      unmark()
      if let former {
        unnamed.follow(event, arguments, done.results, in: former, at: stepper.line)
      }
      return done
    } catch {
      rollback()
      unmark()
      throw error
    }
  }
}
