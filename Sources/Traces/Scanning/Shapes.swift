import Rulebook

/// The forms that lines of a rulebook's traces may have, as tables for the scanner.
struct Shapes {
  /// The form in which a value is written.
  struct Shape {
    enum Kind: UInt8 { case bool, number, instant, duration, symbol, name }
    var kind: Kind
    var isOptional: Bool
    /// The least value of a number.
    var lower = LineWords.least
    var upper = Int64.max
    /// The enumeration of a symbol.
    var enumeration = 0
    /// The sort of the entity that a name stands for; -1: the value is no name.
    var sort = -1
  }

  /// The meaning of a key of an event: one of these, or an argument or result from `value` on.
  /// Those below 0 may belong to several members.
  enum Key {
    static let unknown = -1
    /// The value is not read.
    static let ignored = -2
    /// The value is the same in all lines of a form.
    static let literal = -3
    /// An object in which something stands that is read.
    static let object = -4
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

  /// The meaning of a key of a message.
  enum MessageKey {
    static let recipient = 0
    static let message = 1
    static let value = 2
  }

  struct Event {
    /// The keys, by node of a record.
    let keys: UnsafeMutablePointer<KeyTable>
    let shapes: UnsafeMutablePointer<Shape>
    let parameters: Int
    let count: Int
    let isRefusable: Bool
    /// The required values as bits: the arguments, and the results that name new entities.
    let arguments: UInt64
    let introduced: UInt64
    /// The arguments that are `none` where nothing is said of them.
    let optional: UInt64
    /// True if the event has more values than there are bits.
    let isTooWide: Bool
  }

  struct Message {
    let keys: KeyTable
    let shapes: UnsafeMutablePointer<Shape>
    let count: Int
  }

  struct Condition {
    let node: Int
    let key: [UInt8]
    let test: Mapping.Condition.Test
  }

  let names: KeyTable
  /// The name of an event follows the last of these; 0: there is none.
  let separator: UInt8
  let outcomes: KeyTable
  /// True if lines are records.
  let isOfRecords: Bool
  /// The unit of a number that is an instant: `aMillisecond` units make a millisecond, or one unit
  /// is `milliseconds` long; numbers may reach `most`.
  let units: (aMillisecond: Int64, milliseconds: Int64, most: Int64)
  /// True if an instant is a number of units.
  let isOfUnits: Bool
  /// The nodes within each node, and the key of the event's name, as 0; by node.
  let structure: UnsafeMutablePointer<KeyTable>
  /// True for nodes whose unknown keys are passed over; by node.
  let isOpen: UnsafeMutablePointer<Bool>
  let conditions: [Condition]
  let messageNames: KeyTable
  let events: UnsafeMutablePointer<Event>
  let messages: UnsafeMutablePointer<Message>
  let symbols: UnsafeMutablePointer<KeyTable>
  private let counts: (events: Int, messages: Int, enumerations: Int, nodes: Int)
  /// The words that the widest line may need, without its messages, and that of a message.
  let mostWords: Int
  let mostWordsOfMessage: Int

  /// - Parameter records: The form of the records; nil: lines of a trace.
  init(_ rules: Core.Rules, _ records: ScannedRecords?) {
    let vocabulary = Vocabulary(rules)
    let records = records ?? ScannedRecords(vocabulary, rules)
    counts = (
      rules.events.count, rules.messages.count, rules.enumerations.count, records.nodes.count
    )
    isOfRecords = records.mapping != nil
    names = KeyTable(records.events)
    separator = records.separator
    outcomes = KeyTable(records.outcomes)
    isOfUnits = records.power != nil
    units = Self.units(records.power ?? 0)
    conditions = records.conditions.map {
      Condition(node: $0.node, key: Array($0.key.utf8), test: $0.test)
    }
    structure = .allocate(capacity: counts.nodes)
    isOpen = .allocate(capacity: counts.nodes)
    for (index, node) in records.nodes.enumerated() {
      (structure + index).initialize(
        to: KeyTable(
          node.children.merging(node.events.map { ($0, 0) }, uniquingKeysWith: { $1 })))
      (isOpen + index).initialize(to: node.isOpen)
    }
    messageNames = KeyTable(vocabulary.messages.mapValues(\.index))
    symbols = .allocate(capacity: max(1, counts.enumerations))
    for (index, cases) in vocabulary.symbols.enumerated() {
      (symbols + index).initialize(to: KeyTable(cases))
    }
    events = .allocate(capacity: max(1, counts.events))
    for (index, event) in rules.events.enumerated() {
      (events + index).initialize(
        to: Event(event, keys: records.nodes.map { $0.keys[index] }, rules))
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

  /// The event that a text names; -1: none.
  @inline(__always)
  func event(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int {
    if separator == 0 { return names.value(of: text, count) }
    var start = count
    while start > 0, text[start - 1] != separator { start -= 1 }
    return names.value(of: text + start, count - start)
  }

  /// The instant that a number of units is; nil: it is out of range, or no whole number of
  /// milliseconds.
  @inline(__always)
  func instant(ofUnits number: Int64) -> Int64? {
    guard (0...units.most).contains(number),
      units.aMillisecond == 1 || number % units.aMillisecond == 0
    else { return nil }
    return number / units.aMillisecond * units.milliseconds
  }

  private static func units(
    _ power: Int
  ) -> (aMillisecond: Int64, milliseconds: Int64, most: Int64) {
    let factor = (0..<abs(power)).reduce(Int64(1)) { factor, _ in factor * 10 }
    if power >= 0 { return (1, factor, Timestamp.latest / factor) }
    let (most, isTooMuch) = Timestamp.latest.multipliedReportingOverflow(by: factor)
    return (factor, 1, isTooMuch ? .max : most)
  }

  func deallocate() {
    names.deallocate()
    outcomes.deallocate()
    messageNames.deallocate()
    for index in 0..<counts.nodes { structure[index].deallocate() }
    structure.deallocate()
    isOpen.deallocate()
    for index in 0..<counts.enumerations { symbols[index].deallocate() }
    for index in 0..<counts.events {
      for node in 0..<counts.nodes { events[index].keys[node].deallocate() }
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
  /// - Parameter keys: By node.
  init(_ event: Core.Event, keys: [[String: Int]], _ rules: Core.Rules) {
    let parameters = event.parameters.count
    self.keys = .allocate(capacity: keys.count)
    for (index, keys) in keys.enumerated() { (self.keys + index).initialize(to: KeyTable(keys)) }
    let types = event.parameters.map(\.type) + event.results.map(\.variable.type)
    shapes = Shapes.Shape.all(types, rules)
    self.parameters = parameters
    count = types.count
    isTooWide = count > 56
    isRefusable = event.isRefusable
    optional =
      isTooWide
      ? 0
      : event.parameters.enumerated().reduce(0) { bits, parameter in
        parameter.element.type.isOptional ? bits | 1 << UInt64(parameter.offset) : bits
      }
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
    var names = keys.mapValues { Shapes.MessageKey.value + $0 }
    names[Vocabulary.NotificationKey.recipient.rawValue] = Shapes.MessageKey.recipient
    names[Vocabulary.NotificationKey.message.rawValue] = Shapes.MessageKey.message
    self.keys = KeyTable(names)
    shapes = Shapes.Shape.all(message.parameters.map(\.type), rules)
    count = message.parameters.count
  }
}
