import Basics
import Findings
import Rulebook
import Semantics
import Traces

extension Judge {
  /// Compares the messages of a line with those that the rules send, in any order.
  /// - Parameter areAll: True if other messages are certainly wrong.
  mutating func judgeNotifications(
    _ given: [TraceNotification], _ expected: [SentMessage], _ act: Act, areAll: Bool = true
  ) {
    var (missing, superfluous) = matching.unmatched(given, expected)
    if !areAll { superfluous = [] }
    let lost = superfluous.filter { isLost(given[$0]) }
    if !lost.isEmpty {
      // It follows from the fault that the recipient was not introduced.
      noteConsequence(of: cause(ofLost: given[lost[0]]))
      superfluous.removeAll(where: lost.contains)
    }
    guard !missing.isEmpty || !superfluous.isEmpty else { return }
    var expectedTexts: [String] = []
    for position in missing { expectedTexts.append(text(expected[position])) }
    var observedTexts: [String] = []
    for position in superfluous { observedTexts.append(text(given[position])) }
    let most = 10
    func list(_ texts: [String], _ otherwise: String) -> String {
      texts.isEmpty
        ? otherwise
        : texts.prefix(most).joined(separator: "; ")
          + (texts.count > most ? "; … \(texts.count) in all" : "")
    }
    line.recipients =
      missing.compactMap { recipient(of: expected[$0]) }
      + superfluous.flatMap { recipients(of: given[$0]) }
    var sender: Core.Update?
    if let position = missing.first {
      sender = update(sending: expected[position].message, act.event)
    }
    report(
      .notification,
      Rule(
        name: rules[act.event].name, citations: sender?.citations ?? [], sentence: nil,
        span: sender?.span ?? rules[act.event].span),
      about: subject(act),
      expected: list(expectedTexts, "nothing more than what was sent rightly"),
      observed: list(observedTexts, "not sent"), repair: "taken as sent rightly")
  }

  /// True if the recipient should have been introduced by a line that could not be performed.
  private func isLost(_ given: TraceNotification) -> Bool {
    let name = ExactText(given.recipient)
    return recipients(of: given).isEmpty
      && recipientSorts[given.message.index].contains { lostNames[$0.index][name] != nil }
  }

  private func cause(ofLost given: TraceNotification) -> Int? {
    recipientSorts[given.message.index].lazy
      .compactMap { self.lostNames[$0.index][ExactText(given.recipient)] ?? nil }.first
  }

  private func recipient(of sent: SentMessage) -> EntityKey? {
    guard case .entity(let number) = sent.recipient else { return nil }
    return EntityKey(sort: sent.sort, number: number)
  }

  private func recipients(of given: TraceNotification) -> [EntityKey] {
    recipientSorts[given.message.index].compactMap { sort in
      names.number(of: given.recipient, sort).map { EntityKey(sort: sort, number: $0) }
    }
  }

  private func update(
    sending message: Core.ID<Core.Message>, _ event: Core.ID<Core.Event>
  ) -> Core.Update? {
    rules[event].updates.first {
      guard case .notify(let notification) = $0.action else { return false }
      return notification.message == message
    }
  }

  /// `rideConfirmed(number: ‹Number #1›) to T4`
  private mutating func text(_ sent: SentMessage) -> String {
    let recipient = names.text(sent.recipient, .entity(sent.sort))
    let message = rules[sent.message]
    var parts: [String] = []
    for (parameter, value) in zip(message.parameters, sent.arguments) {
      if let value {
        parts.append("\(parameter.name): \(names.text(value, parameter.type.scalar))")
      } else if let limits = parameter.limits {
        parts.append("\(parameter.name) \(text(limits, parameter.type.scalar))")
      }
    }
    return text(message, parts, to: recipient)
  }

  private mutating func text(_ limits: ClosedRange<Int64>, _ scalar: Core.Scalar) -> String {
    let (least, most) = (limits.lowerBound, limits.upperBound)
    let texts = [least, most].map { names.text(.number($0), scalar) }
    return [
      least == .min ? nil : "at least \(texts[0])", most == .max ? nil : "at most \(texts[1])",
    ]
    .compactMap { $0 }.joined(separator: " and ")
  }

  private mutating func text(_ given: TraceNotification) -> String {
    let message = rules[given.message]
    var parts: [String] = []
    for (parameter, value) in zip(message.parameters, given.arguments) {
      guard let value else { continue }
      parts.append("\(parameter.name): \(text(value, parameter.type.scalar))")
    }
    return text(message, parts, to: recipientText(given.recipient, given.message))
  }

  private func text(_ message: Core.Message, _ parts: [String], to recipient: String) -> String {
    let arguments = parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
    return "\(message.name)\(arguments) to \(recipient)"
  }

  /// Returns the text of a recorded value; an unknown entity in it is not added.
  private mutating func text(_ value: TraceValue, _ scalar: Core.Scalar) -> String {
    if case .name(let name) = value, case .entity(let sort) = scalar {
      guard let number = names.number(of: name, sort) else {
        return names.text(ofUnknown: name, sort)
      }
      return names.text(.entity(number), scalar)
    }
    return (try? resolve(value, scalar)).map { names.text($0, scalar) } ?? "?"
  }

  /// Returns the text of a recipient, an entity of the sort that the message goes to or of another.
  /// A name that may be sensitive is not shown.
  private mutating func recipientText(
    _ name: String, _ message: Core.ID<Core.Message>
  ) -> String {
    let sorts = rules.entities.indices.map { Core.ID<Core.Entity>($0) }
    let usual = recipientSorts[message.index]
    for sort in usual + sorts {
      if let number = names.number(of: name, sort) {
        return names.text(.entity(number), .entity(sort))
      }
    }
    if let sort = usual.first(where: { rules[$0].isSensitive }) ?? usual.first,
      rules[sort].isSensitive || !sorts.contains(where: { rules[$0].isSensitive })
    {
      return names.text(ofUnknown: name, sort)
    }
    return "somebody unknown"
  }
}
