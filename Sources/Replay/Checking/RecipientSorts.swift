import Rulebook

extension Core.Rules {
  /// The sorts of entities that each message goes to, in the order of the rules; by message.
  var recipientSorts: [[Core.ID<Core.Entity>]] {
    var found: [Set<Core.ID<Core.Entity>>] = messages.map { _ in [] }
    for event in events {
      var notifications = event.refusal
      for update in event.updates {
        if case .notify(let notification) = update.action { notifications.append(notification) }
      }
      for notification in notifications {
        if case .entity(let sort) = type(of: notification.recipient).scalar {
          found[notification.message.index].insert(sort)
        }
      }
    }
    return found.map { $0.sorted() }
  }
}
