internal import Findings
internal import Rulebook
internal import Semantics
internal import Traces

extension Replayer {
  mutating func compare(
    _ sent: [SentMessage], _ line: TraceEvent, _ arguments: [Value], sentBy event: Core.Event
  ) {
    let notifications = event.updates.compactMap { update -> Core.Notification? in
      if case .notify(let notification) = update.action { notification } else { nil }
    }
    compare(sent, line, arguments, notifications)
  }

  /// The messages of a line against those that the rules send, as multisets. What is left open
  /// on either side matches anything.
  mutating func compare(
    _ sent: [SentMessage], _ line: TraceEvent, _ arguments: [Value],
    _ notifications: [Core.Notification]
  ) {
    guard let recorded = line.notified else { return }
    var rest = recorded
    var missing: [String] = []
    for message in sent {
      let sorts = Set(
        notifications.filter { $0.message == message.message }
          .compactMap { notification -> Core.ID<Core.Entity>? in
            if case .entity(let sort) = rules.type(of: notification.recipient).scalar { sort }
            else { nil }
          })
      exercise("message \(rules[message.message].name)")
      if let index = rest.firstIndex(where: { matches(message, $0, sorts) }) {
        rest.remove(at: index)
      } else {
        missing.append(describe(message, sorts))
      }
    }
    guard !missing.isEmpty || !rest.isEmpty else { return }
    let event = rules[line.event]
    let tooMany = rest.map { rules[$0.message].name }
    report(
      finding(
        .notification, line.place, rule: event.name, requirements: event.citations,
        statement: "\(event.name) sends exactly the messages that its rules name.",
        entity: describe(event.parameters, arguments),
        expected: missing.isEmpty ? "no more messages" : missing.joined(separator: "; "),
        observed: tooMany.isEmpty
          ? "not sent" : "sent besides: \(tooMany.joined(separator: ", "))",
        span: event.span))
  }

  private func matches(
    _ sent: SentMessage, _ recorded: TraceNotification, _ sorts: Set<Core.ID<Core.Entity>>
  ) -> Bool {
    guard sent.message == recorded.message, case .entity(let index) = sent.recipient,
      sorts.contains(where: { names.index(recorded.recipient, $0) == index })
    else { return false }
    let parameters = rules[sent.message].parameters
    for (position, parameter) in parameters.enumerated() {
      guard let value = sent.arguments[position], value != .unknown,
        let given = recorded.arguments[position]
      else { continue }
      guard agrees(value, given, parameter.type.scalar) else { return false }
    }
    return true
  }

  func agrees(_ value: Value, _ recorded: TraceValue, _ scalar: Core.Scalar) -> Bool {
    switch (value, recorded) {
    case (.none, .none): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.symbol(let a), .symbol(let b)): return Int(a) == b
    case (.entity(let index), .name(let name)):
      guard case .entity(let sort) = scalar else { return false }
      return names.index(name, sort) == index
    default: return false
    }
  }

  private func describe(_ message: SentMessage, _ sorts: Set<Core.ID<Core.Entity>>) -> String {
    let recipient: String
    if case .entity(let index) = message.recipient, let sort = sorts.min() {
      recipient = names.shown(index, sort)
    } else {
      recipient = "?"
    }
    let arguments = zip(rules[message.message].parameters, message.arguments).map {
      parameter, value in value.map { names.text($0, parameter.type.scalar) } ?? "any"
    }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    return "\(rules[message.message].name)\(list) to \(recipient)"
  }
}
