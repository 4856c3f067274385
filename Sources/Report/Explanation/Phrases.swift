import Rulebook

/// Actions and types as parts of sentences.
struct Phrases: Sendable {
  let wording: Wording

  /// Returns `taxi.status becomes riding`.
  func clause(_ action: Syntax.Action, replacing names: [String: String] = [:]) -> String {
    func text(_ expression: Syntax.Expression) -> String {
      wording.text(expression, replacing: names)
    }
    switch action {
    case .assign(let place, .set, let value): return "\(text(place)) becomes \(text(value))"
    case .assign(let place, .increase, let value): return "\(text(place)) grows by \(text(value))"
    case .assign(let place, .decrease, let value): return "\(text(place)) falls by \(text(value))"
    case .append(let member, let queue): return "\(text(member)) joins the end of \(text(queue))"
    case .move(let member, let queue): return "\(text(member)) goes to the end of \(text(queue))"
    case .add(let member, let set): return "\(text(member)) is added to \(text(set))"
    case .remove(let member, let collection):
      return "\(text(member)) is removed from \(text(collection))"
    case .perform(let name, let arguments):
      return "\(name.text)(\(arguments.map(text).joined(separator: ", "))) is performed"
    case .notify(let notification): return clause(notification, replacing: names)
    case .notifyEach(let domain, let notification):
      return "\(self.domain(domain, replacing: names)): \(clause(notification, replacing: names))"
    case .clear(let collection): return "\(text(collection)) becomes empty"
    case .each(let domain, let actions):
      let done = actions.compactMap(\.action).map { clause($0, replacing: names) }
      return "\(self.domain(domain, replacing: names)): \(Self.list(done))"
    }
  }

  /// Returns `each t: Taxi where t.isOn`.
  func domain(_ domain: Syntax.Domain, replacing names: [String: String] = [:]) -> String {
    let name = domain.binder.names[0].text
    let source =
      switch domain.binder.source {
      case .type(let type): ": \(type.text)"
      case .collection(let collection): " in \(wording.text(collection, replacing: names))"
      }
    let condition =
      domain.condition.map { " where \(wording.text($0, replacing: names))" } ?? ""
    return "each \(name)\(source)\(condition)"
  }

  /// Returns `taxi is told rideOffered(request)`.
  func clause(_ notification: Syntax.Notification, replacing names: [String: String] = [:])
    -> String
  {
    let arguments = notification.arguments.map { argument in
      argument.expression.map { wording.text($0, replacing: names) } ?? "any"
    }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    let recipient = wording.text(notification.recipient, replacing: names)
    return "\(recipient) is told \(notification.message.text)\(list)"
  }

  static func type(_ reference: Syntax.TypeReference) -> String {
    switch reference {
    case .plain(let name): name.text
    case .optional(let name): "\(name.text)?"
    case .queue(let name): "Queue<\(name.text)>"
    case .set(let name): "Set<\(name.text)>"
    case .pairs(let key, let value, let isOptional):
      "(\(key.text)) -> \(value.text)\(isOptional ? "?" : "")"
    }
  }

  static func parameters(_ parameters: [Syntax.Parameter]) -> String {
    guard !parameters.isEmpty else { return "" }
    return "(\(parameters.map { "\($0.name.text): \(type($0.type))" }.joined(separator: ", ")))"
  }

  /// Returns `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String], _ word: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
