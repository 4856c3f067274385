public import Rulebook

/// An event that was performed.
public struct Step: Sendable {
  public let event: Core.ID<Core.Event>
  /// The arguments in the order of the event's parameters.
  public let arguments: [Value]
  /// The results, including the entities that the event introduced.
  public let results: [Value]
  /// The state in which it happened.
  public let before: State
  /// The state with all its effects.
  public let after: State
  /// The messages in the order of the rules.
  public let notifications: [SentMessage]
  /// The places whose content has changed, in the order in which they are written; for a new entity
  /// those that the event gives.
  public let changes: [Place]

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
  public var instant: Int64 { after.now }
}
