import Basics
import Rulebook

extension RecordMapper {
  func addNotified(
    to line: inout MappedRecord, from record: Record
  ) throws(InterpretationError) {
    let notified = mapping.notified
    guard case .value(let list, let origin) = try read(notified.list, in: record) else { return }
    guard case .array(let elements) = list.content else {
      // Anything but a list is passed on: the interpreter says what is wrong with it.
      line.add(.notified, list, from: origin)
      return
    }
    var messages: [JSONValue] = []
    let holders = [Record.Holder(record.value)] + record.holders
    for element in elements {
      let inner = Record(value: element, holders: holders)
      if let message = try message(inner, notified) { messages.append(message) }
    }
    line.add(.notified, JSONValue(.array(messages), at: list.span), from: origin)
  }

  /// Returns the message; nil: the rulebook has no such message.
  private func message(
    _ element: Record, _ notified: Mapping.Notified
  ) throws(InterpretationError) -> JSONValue? {
    guard case .object = element.value.content else { return element.value }
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue) {
      members.append(JSONValue.Member(key: key, keySpan: value.span, value: value))
    }
    let name = try read(notified.message, in: element)
    if case .skipped = name { return nil }
    if case .value(let recipient, _) = try read(notified.recipient, in: element) {
      add(Vocabulary.NotificationKey.recipient.rawValue, recipient.asString)
    }
    guard case .value(let name, _) = name else {
      return JSONValue(.object(members), at: element.value.span)
    }
    add(Vocabulary.NotificationKey.message.rawValue, name.asString)
    if let message = name.scalarText.flatMap({ vocabulary.messages[$0] }) {
      for (key, value) in try arguments(of: rules[message], in: element, notified) {
        add(key, value)
      }
    }
    return JSONValue(.object(members), at: element.value.span)
  }

  private func arguments(
    of message: Core.Message, in element: Record, _ notified: Mapping.Notified
  ) throws(InterpretationError) -> [(String, JSONValue)] {
    var found: [(String, JSONValue)] = []
    var given: Set<String> = []
    func add(_ key: String, _ value: JSONValue) {
      guard given.insert(key).inserted else { return }
      let type = message.parameters.first { $0.name == key }?.type
      found.append((key, type.map { value.fitted(to: $0, rules) } ?? value))
    }
    for owner in [message.name, nil] {
      for argument in notified.arguments where argument.event == owner {
        guard message.parameters.contains(where: { $0.name == argument.name }),
          case .value(let value, _) = try read(argument.field, in: element)
        else { continue }
        add(argument.name, value)
      }
    }
    // If the mapping says nothing of arguments they stand beside the message, as in a trace.
    let isSilent = notified.objects.isEmpty && notified.arguments.isEmpty
    for path in isSilent ? [FieldPath([])] : notified.objects {
      guard let object = try reader.value(at: path, in: element),
        case .object(let members) = object.content
      else { continue }
      let paths =
        [notified.recipient, notified.message].compactMap(\.self).flatMap(\.paths)
        + notified.arguments.flatMap(\.field.paths)
      let taken = Mapping.members(of: paths, in: path)
      for member in members where !taken.contains(member.key) { add(member.key, member.value) }
    }
    return found
  }
}
