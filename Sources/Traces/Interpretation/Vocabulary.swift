import Rulebook

/// The keys and names that lines of a trace may use, looked up in constant time.
struct Vocabulary: Sendable {
  /// The meaning of a key of a line.
  enum Key: Hashable, Sendable {
    case reserved(Reserved)
    case argument(Int)
    case result(Int)
  }

  /// The keys that mean the same in every rulebook.
  enum Reserved: String, CaseIterable, Hashable, Sendable {
    case at, event, observe, outcome, notified, id
    case checksum = "crc"
    /// The number of the line and the digest of the one before, which only the whole file tells of.
    case sequence = "seq"
    case previous = "prev"

    /// True if a parameter of that name is one all the same.
    var yields: Bool { self == .sequence || self == .previous }
  }

  /// The keys of a notification that mean the same in every rulebook.
  enum NotificationKey: String, CaseIterable, Hashable, Sendable {
    case recipient = "to"
    case message
  }

  let events: [String: Core.ID<Core.Event>]
  let messages: [String: Core.ID<Core.Message>]
  /// The keys of each event, by event.
  let eventKeys: [[String: Key]]
  /// The position of each parameter of a message, by message.
  let messageKeys: [[String: Int]]
  /// Fields by `field` and `Entity.field`; of a field of pairs its first set.
  let fields: [String: [Core.ID<Core.Field>]]
  let globals: [String: Core.ID<Core.Global>]
  /// The position of each case of an enumeration, by enumeration.
  let symbols: [[String: Int]]

  init(_ rules: Core.Rules) {
    events = Self.positions(rules.events.map(\.name)).mapValues { Core.ID($0) }
    messages = Self.positions(rules.messages.map(\.name)).mapValues { Core.ID($0) }
    globals = Self.positions(rules.globals.map(\.name)).mapValues { Core.ID($0) }
    symbols = rules.enumerations.map { Self.positions($0.cases) }
    messageKeys = rules.messages.map { Self.positions($0.parameters.map(\.name)) }
    eventKeys = rules.events.map(Self.keys)
    var fields: [String: [Core.ID<Core.Field>]] = [:]
    for (index, field) in rules.fields.enumerated() where field.pair?.position ?? 0 == 0 {
      fields[field.statedName, default: []].append(Core.ID(index))
      fields[field.qualifiedName(in: rules), default: []].append(Core.ID(index))
    }
    self.fields = fields
  }

  /// A reserved key wins over a parameter of its name, unless it yields.
  private static func keys(of event: Core.Event) -> [String: Key] {
    var keys: [String: Key] = [:]
    for (index, result) in event.results.enumerated() {
      keys[result.variable.name] = .result(index)
    }
    for (index, parameter) in event.parameters.enumerated() {
      keys[parameter.name] = .argument(index)
    }
    for key in Reserved.allCases where !key.yields || keys[key.rawValue] == nil {
      keys[key.rawValue] = .reserved(key)
    }
    return keys
  }

  /// The first position of each name.
  private static func positions(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
