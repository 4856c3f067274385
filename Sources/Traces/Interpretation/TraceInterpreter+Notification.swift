import Basics
import Rulebook

extension TraceInterpreter {
  func notifications(_ json: JSONValue) throws(InterpretationError) -> [TraceNotification] {
    guard case .array(let elements) = json.content else {
      throw wrongType(
        json, "an array of messages that were sent", of: Vocabulary.Reserved.notified.rawValue)
    }
    var notifications: [TraceNotification] = []
    for element in elements { notifications.append(try notification(element)) }
    return notifications
  }

  private func notification(_ json: JSONValue) throws(InterpretationError) -> TraceNotification {
    guard case .object(let members) = json.content else {
      throw wrongType(
        json, "an array of objects", of: Vocabulary.Reserved.notified.rawValue)
    }
    let message = try messageID(members, in: json)
    let rule = rules[message]
    let positions = vocabulary.messageKeys[message.index]
    var recipient: String?
    var arguments: [TraceValue?] = Array(repeating: nil, count: rule.parameters.count)
    for member in members {
      if let key = Vocabulary.NotificationKey(rawValue: member.key) {
        if key == .recipient { recipient = try name(member.value, "an entity", of: member.key) }
      } else if let index = positions[member.key] {
        arguments[index] = try value(member.value, rule.parameters[index].type, of: member.key)
      } else {
        let keys = Array(positions.keys) + Vocabulary.NotificationKey.allCases.map(\.rawValue)
        throw unknownKey(member, of: "the message `\(rule.name)`", among: keys)
      }
    }
    guard let recipient else {
      throw InterpretationError(
        .missingRecipient, at: json.span.lower, "the message lacks whom it went `to`")
    }
    return TraceNotification(recipient: recipient, message: message, arguments: arguments)
  }

  private func messageID(
    _ members: [JSONValue.Member], in json: JSONValue
  ) throws(InterpretationError) -> Core.ID<Core.Message> {
    let key = Vocabulary.NotificationKey.message.rawValue
    guard let member = members.first(where: { $0.key == key }) else {
      throw InterpretationError(
        .missingMessage, at: json.span.lower, "what was sent lacks the name of its `message`")
    }
    let name = try text(member.value, of: key)
    if let message = vocabulary.messages[name] { return message }
    let hint = meant(name, among: rules.messages.map(\.name))
    throw InterpretationError(
      .unknownMessage, at: member.value.span.lower,
      "the rulebook has no message `\(name.shortenedForDisplay())`\(hint)")
  }
}
