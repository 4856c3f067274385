import Rulebook
import Semantics

/// The rules as bytecode: for millions of steps.
package struct MachineSide: RuleSide {
  private let machine: Machine
  private let evaluator: Evaluator

  package init(_ evaluator: Evaluator, at state: State) throws(EvaluationError) {
    self.evaluator = evaluator
    machine = Machine(evaluator, at: state, try evaluator.clocks(startingAt: state))
  }

  package var rules: Core.Rules { machine.rules }
  package var notifications: [SentMessage] { machine.notifications }
  package var changedPlaces: [Place]? { machine.writtenPlaces }
  package func count(of sort: Core.ID<Core.Entity>) -> Int { machine.count(of: sort) }
  package func value(at place: Place) -> Value { machine.value(at: place) }
  package func members(at place: Place) -> [Int32] { machine.members(at: place) }

  package func pass(to instant: Int64) -> StepOutcome? {
    guard instant > machine.now else { return nil }
    do {
      if let deadline = try machine.nextDeadline(), deadline.instant < instant {
        return .overdue(deadline)
      }
      try machine.advance(to: instant)
      return nil
    } catch {
      return .undefined(error)
    }
  }

  package func step(
    _ event: Core.ID<Core.Event>, _ arguments: [Value], results: [Value], at instant: Int64,
    isRefused: Bool
  ) -> StepOutcome {
    machine.step(event, arguments, results: results, at: instant, isRefused: isRefused)
  }

  package func refusal(
    of event: Core.ID<Core.Event>, _ arguments: [Value]
  ) throws(EvaluationError) -> [SentMessage] {
    var sent: [SentMessage] = []
    for notification in rules[event].refusal {
      guard let message = plainMessage(notification, event, arguments) else {
        return try evaluator.refusal(of: event, arguments, in: machine.state)
      }
      sent.append(message)
    }
    return sent
  }

  /// A message without arguments to an argument of the event: no need of the whole state.
  private func plainMessage(
    _ notification: Core.Notification, _ event: Core.ID<Core.Event>, _ arguments: [Value]
  ) -> SentMessage? {
    guard notification.arguments.isEmpty, case .variable(let recipient) = notification.recipient,
      case .entity(let sort) = recipient.type.scalar,
      let position = rules[event].parameters.firstIndex(where: { $0.id == recipient.id }),
      arguments.indices.contains(position)
    else { return nil }
    return SentMessage(
      recipient: arguments[position], sort: sort, message: notification.message, arguments: [])
  }
}
