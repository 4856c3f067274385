internal import Rulebook
internal import Semantics

/// A message that the rules send, with the sort of entity that it goes to.
struct Dispatch {
  let sent: SentMessage
  /// nil: the rules are not well typed.
  let sort: Core.ID<Core.Entity>?
}

extension Replayer {
  /// The messages of a step. They stand in the order of the effects that send them, so the
  /// effects tell the sorts of the recipients.
  func dispatches(of step: Step) -> [Dispatch] {
    let rule = rules[step.event]
    var environment = Environment(rule.parameters, step.arguments)
    for (result, value) in zip(rule.results, step.results) {
      environment[result.variable] = value
    }
    let context = Context(here: step.before, environment: environment)
    let senders: [Core.Notification] = rule.updates.compactMap { update in
      guard case .notify(let notification) = update.action,
        (try? evaluator.evaluate(update.condition, in: context)) == .bool(true)
      else { return nil }
      return notification
    }
    return dispatches(step.notifications, senders)
  }

  func dispatches(_ sent: [SentMessage], _ senders: [Core.Notification]) -> [Dispatch] {
    zip(sent, senders).map { sent, sender in
      guard case .entity(let sort) = rules.type(of: sender.recipient).scalar else {
        return Dispatch(sent: sent, sort: nil)
      }
      return Dispatch(sent: sent, sort: sort)
    }
  }
}

extension Core.Rules {
  /// By message: the sorts of entities that it goes to, in the order of the rules.
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
