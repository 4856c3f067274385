import Rulebook

/// An event that was performed.
package struct Step: Sendable {
  package let event: Core.ID<Core.Event>
  /// The arguments in the order of the event's parameters.
  package let arguments: [Value]
  /// The results, including the entities that the event introduced.
  package let results: [Value]
  /// The state in which it happened.
  package let before: State
  /// The state with all its effects.
  package let after: State
  /// The messages in the order of the rules.
  package let notifications: [SentMessage]
  /// The places whose content has changed, in the order in which they are written; for a new entity
  /// those that the event gives.
  package let changes: [Place]
  /// The queues that it wrote, also those that hold the same in the end: the last one may have moved
  /// to the end.
  package var queues: [Place] = []

  package init(
    event: Core.ID<Core.Event>, arguments: [Value], results: [Value], before: State, after: State,
    notifications: [SentMessage], changes: [Place]
  ) {
    self.event = event
    self.arguments = arguments
    self.results = results
    self.before = before
    self.after = after
    self.notifications = notifications
    self.changes = changes
  }

  /// The instant at which it happens.
  package var instant: Int64 { after.now }
}
