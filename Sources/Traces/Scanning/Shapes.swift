import Rulebook

/// What the lines of a rulebook's traces may say, as tables for the scanner.
struct Shapes {
  /// How a value is written.
  struct Shape {
    enum Kind: UInt8 { case bool, number, instant, duration, symbol, name }
    var kind: Kind
    var isOptional: Bool
    /// Of numbers.
    var lower = LineWords.least
    var upper = Int64.max
    /// Of symbols: their enumeration.
    var enumeration = 0
    /// Of names: the sort of the entities.
    var sort = -1
  }

  /// What a key of an event stands for: one of these, or an argument or result from `value` on.
  enum Key {
    static let at = 0
    static let event = 1
    static let outcome = 2
    static let notified = 3
    static let checksum = 4
    static let sequence = 5
    static let previous = 6
    /// Lines with these are not for the scanner.
    static let other = 7
    static let value = 8
  }

  /// What a key of a message stands for.
  enum MessageKey {
    static let recipient = 0
    static let message = 1
    static let value = 2
  }

  struct Event {
    let keys: KeyTable
    let shapes: UnsafeMutablePointer<Shape>
    let parameters: Int
    let count: Int
    let isRefusable: Bool
    /// The arguments, and the results that name what is new: what must be there, as bits.
    let arguments: UInt64
    let introduced: UInt64
    /// More values than there are bits.
    let isTooWide: Bool
  }

  struct Message {
    let keys: KeyTable
    let shapes: UnsafeMutablePointer<Shape>
    let count: Int
  }

  let names: KeyTable
  let messageNames: KeyTable
  let events: UnsafeMutablePointer<Event>
  let messages: UnsafeMutablePointer<Message>
  let symbols: UnsafeMutablePointer<KeyTable>
  private let counts: (events: Int, messages: Int, enumerations: Int)
  /// The words that the widest line may need, without its messages, and that of a message.
  let mostWords: Int
  let mostWordsOfMessage: Int

  init(_ rules: Core.Rules) {
    let vocabulary = Vocabulary(rules)
    counts = (rules.events.count, rules.messages.count, rules.enumerations.count)
    names = KeyTable(vocabulary.events.map { ($0.key, $0.value.index) })
    messageNames = KeyTable(vocabulary.messages.map { ($0.key, $0.value.index) })
    symbols = .allocate(capacity: max(1, counts.enumerations))
    for (index, cases) in vocabulary.symbols.enumerated() {
      (symbols + index).initialize(to: KeyTable(cases.map { ($0.key, $0.value) }))
    }
    events = .allocate(capacity: max(1, counts.events))
    for (index, event) in rules.events.enumerated() {
      (events + index).initialize(
        to: Event(event, keys: vocabulary.eventKeys[index], rules))
    }
    messages = .allocate(capacity: max(1, counts.messages))
    for (index, message) in rules.messages.enumerated() {
      (messages + index).initialize(
        to: Message(message, keys: vocabulary.messageKeys[index], rules))
    }
    mostWords =
      LineWords.header + (rules.events.map { $0.parameters.count + $0.results.count }.max() ?? 0)
    mostWordsOfMessage = 2 + (rules.messages.map(\.parameters.count).max() ?? 0)
  }

  func deallocate() {
    names.deallocate()
    messageNames.deallocate()
    for index in 0..<counts.enumerations { symbols[index].deallocate() }
    for index in 0..<counts.events {
      events[index].keys.deallocate()
      events[index].shapes.deallocate()
    }
    for index in 0..<counts.messages {
      messages[index].keys.deallocate()
      messages[index].shapes.deallocate()
    }
    symbols.deallocate()
    events.deallocate()
    messages.deallocate()
  }
}

extension Shapes.Shape {
  init(_ type: Core.ValueType, _ rules: Core.Rules) {
    isOptional = type.isOptional
    switch type.scalar {
    case .bool: kind = .bool
    case .int, .unit: kind = .number
    case .range(let id):
      kind = .number
      (lower, upper) = (max(lower, rules[id].lower), rules[id].upper)
    case .time: kind = .instant
    case .duration: kind = .duration
    case .enumeration(let id):
      kind = .symbol
      enumeration = id.index
    case .entity(let id):
      kind = .name
      sort = id.index
    }
  }

  fileprivate static func all(
    _ types: [Core.ValueType], _ rules: Core.Rules
  ) -> UnsafeMutablePointer<Self> {
    let shapes = UnsafeMutablePointer<Self>.allocate(capacity: max(1, types.count))
    for (index, type) in types.enumerated() {
      (shapes + index).initialize(to: Self(type, rules))
    }
    return shapes
  }
}

extension Shapes.Event {
  init(_ event: Core.Event, keys: [String: Vocabulary.Key], _ rules: Core.Rules) {
    let parameters = event.parameters.count
    self.keys = KeyTable(
      keys.map { key, meaning in
        switch meaning {
        case .reserved(.at): (key, Shapes.Key.at)
        case .reserved(.event): (key, Shapes.Key.event)
        case .reserved(.outcome): (key, Shapes.Key.outcome)
        case .reserved(.notified): (key, Shapes.Key.notified)
        case .reserved(.checksum): (key, Shapes.Key.checksum)
        case .reserved(.sequence): (key, Shapes.Key.sequence)
        case .reserved(.previous): (key, Shapes.Key.previous)
        case .reserved(.id), .reserved(.observe): (key, Shapes.Key.other)
        case .argument(let index): (key, Shapes.Key.value + index)
        case .result(let index): (key, Shapes.Key.value + parameters + index)
        }
      })
    let types = event.parameters.map(\.type) + event.results.map(\.variable.type)
    shapes = Shapes.Shape.all(types, rules)
    self.parameters = parameters
    count = types.count
    isTooWide = count > 56
    isRefusable = event.isRefusable
    arguments = isTooWide ? 0 : 1 << UInt64(parameters) - 1
    introduced =
      isTooWide
      ? 0
      : event.results.enumerated().reduce(0) { bits, result in
        result.element.isNew ? bits | 1 << UInt64(parameters + result.offset) : bits
      }
  }
}

extension Shapes.Message {
  init(_ message: Core.Message, keys: [String: Int], _ rules: Core.Rules) {
    var names = [
      (Vocabulary.NotificationKey.recipient.rawValue, Shapes.MessageKey.recipient),
      (Vocabulary.NotificationKey.message.rawValue, Shapes.MessageKey.message),
    ]
    for (key, index) in keys where Vocabulary.NotificationKey(rawValue: key) == nil {
      names.append((key, Shapes.MessageKey.value + index))
    }
    self.keys = KeyTable(names)
    shapes = Shapes.Shape.all(message.parameters.map(\.type), rules)
    count = message.parameters.count
  }
}
