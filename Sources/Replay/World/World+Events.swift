import Rulebook
import Semantics

extension World {
  func legality(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) -> Legality {
    if unseen != nil { return evaluator.legality(of: event, arguments, in: state) }
    return machine?.legality(of: event, arguments)
      ?? evaluator.legality(of: event, arguments, in: ownState)
  }

  /// Returns the messages that are sent if an event is refused. O(state) if the machine does not
  /// know it.
  func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage] {
    if unseen == nil, let sent = machine?.refusal(of: event, arguments) { return sent }
    return try evaluator.refusal(of: event, arguments, in: state)
  }

  struct Performance {
    let results: [Value]
    let notifications: [SentMessage]
    /// True if no other messages may have been sent.
    var areMessagesAll = true
  }

  /// Performs an event, and forgets settled deadlines that end by it. On an error nothing has
  /// changed.
  mutating func perform(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], _ results: [Value]
  ) throws(EvaluationError) -> Performance {
    let before = self
    let former = unseen == nil && unnamed.events.contains(event.index) ? state : nil
    mark()
    do throws(EvaluationError) {
      let done: Performance
      if unseen != nil {
        done = try performAsFarAsKnown(event, arguments, results)
      } else if let machine {
        let results = try machine.perform(event, arguments, results: results)
        if let error = machine.timeError { throw error }
        done = Performance(results: results, notifications: machine.notifications)
      } else {
        let step = try evaluator.fire(event, arguments, results: results, in: ownState)
        rememberOwnState()
        ownClocks = try evaluator.clocks(ownClocks, after: step.after)
        ownState = step.after
        ownSetters.all.note(queues: step.queues, by: ownSetters.line)
        done = Performance(results: step.results, notifications: step.notifications)
      }
      try forgetEnded()
      unmark()
      if let former { unnamed.follow(event, arguments, done.results, in: former, at: line) }
      return done
    } catch {
      rollback(to: before)
      machine?.unmark()
      throw error
    }
  }
}
