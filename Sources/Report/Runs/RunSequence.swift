import Findings

/// A run as an exchange of messages: the requests of each actor to the service, the service's own
/// actions, and the messages to recipients.
package struct RunSequence: Sendable {
  enum Item {
    case time(String)
    case arrow(from: Int, to: Int, label: String, isMessage: Bool)
    case changes([String])
  }

  /// The participants in the order in which they first occur: actors, the service, then recipients
  /// of messages.
  let participants: [String]
  let items: [Item]
  let start: [String]
  let failure: [String]

  private static let service = "service"

  package init(_ run: Run) {
    let actors = run.steps.compactMap { $0.source.flatMap(Self.actor) }
    let recipients = run.steps.flatMap(\.messages).map(\.recipient)
    var names: [String] = []
    for name in actors + [Self.service] + recipients where !names.contains(name) {
      names.append(name)
    }
    func position(_ name: String) -> Int { names.firstIndex(of: name) ?? 0 }
    let service = position(Self.service)
    var items: [Item] = []
    var latest: Int64?
    for step in run.steps {
      if step.at != latest { items.append(.time(Instants.clock(step.at))) }
      latest = step.at
      guard step.event != nil else { continue }
      items.append(
        .arrow(
          from: step.source.flatMap(Self.actor).map(position) ?? service, to: service,
          label: step.title, isMessage: false))
      if !step.changes.isEmpty {
        items.append(.changes(step.changes.map { "\($0.place): \($0.before) → \($0.after)" }))
      }
      for message in step.messages {
        let arguments = message.arguments.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
        items.append(
          .arrow(
            from: service, to: position(message.recipient),
            label: "\(message.name)(\(arguments))", isMessage: true))
      }
    }
    participants = names
    self.items = items
    start = run.start
    failure = run.failure
  }

  /// Returns the actor from which an event comes; nil: the service does it by itself.
  private static func actor(_ source: String) -> String? {
    source == "system" || source == "clock" ? nil : source
  }
}
