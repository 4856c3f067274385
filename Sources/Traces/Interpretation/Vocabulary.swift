public import Diagnostics
public import Rulebook

/// The keys and names that lines of a trace may use, looked up in constant time.
struct Vocabulary: Sendable {
  /// What a key of a line stands for.
  enum Key: Hashable, Sendable {
    case reserved(Reserved)
    case argument(Int)
    case result(Int)
  }

  /// The keys that mean the same in every rulebook.
  enum Reserved: String, CaseIterable, Hashable, Sendable {
    case at, event, observe, outcome, notified, id
    case checksum = "crc"
  }

  /// The keys of a notification that mean the same in every rulebook.
  enum NotificationKey: String, CaseIterable, Hashable, Sendable {
    case recipient = "to"
    case message
  }

  let events: [String: Core.ID<Core.Event>]
  let messages: [String: Core.ID<Core.Message>]
  /// By event: its keys.
  let eventKeys: [[String: Key]]
  /// By message: the position of each of its parameters.
  let messageKeys: [[String: Int]]
  /// Fields by `field` and `Entity.field`.
  let fields: [String: [Core.ID<Core.Field>]]
  let globals: [String: Core.ID<Core.Global>]
  /// By enumeration: the position of each of its cases.
  let symbols: [[String: Int]]

  init(_ rules: Core.Rules) {
    events = Self.positions(rules.events.map(\.name)).mapValues { Core.ID($0) }
    messages = Self.positions(rules.messages.map(\.name)).mapValues { Core.ID($0) }
    globals = Self.positions(rules.globals.map(\.name)).mapValues { Core.ID($0) }
    symbols = rules.enumerations.map { Self.positions($0.cases) }
    messageKeys = rules.messages.map { Self.positions($0.parameters.map(\.name)) }
    eventKeys = rules.events.map(Self.keys)
    var fields: [String: [Core.ID<Core.Field>]] = [:]
    for (index, field) in rules.fields.enumerated() {
      fields[field.name, default: []].append(Core.ID(index))
      fields[field.qualifiedName(in: rules), default: []].append(Core.ID(index))
    }
    self.fields = fields
  }

  /// A reserved key wins over a parameter of its name.
  private static func keys(of event: Core.Event) -> [String: Key] {
    var keys: [String: Key] = [:]
    for (index, result) in event.results.enumerated() { keys[result.variable.name] = .result(index) }
    for (index, parameter) in event.parameters.enumerated() { keys[parameter.name] = .argument(index) }
    for key in Reserved.allCases { keys[key.rawValue] = .reserved(key) }
    return keys
  }

  /// The first position of each name.
  private static func positions(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Vocabulary {
  /// Facts by the key under which an observation in canonical form states them, the keys in the
  /// order of their first fact.
  func grouped(
    _ facts: [Observation.Fact], _ rules: Core.Rules
  ) -> [(key: String, facts: [Observation.Fact])] {
    var groups: [(key: String, facts: [Observation.Fact])] = []
    var indices: [String: Int] = [:]
    for fact in facts {
      let key = key(of: fact, rules)
      if let index = indices[key] {
        groups[index].facts.append(fact)
      } else {
        indices[key] = groups.count
        groups.append((key, [fact]))
      }
    }
    return groups
  }

  /// The name of what a fact is about. A field's entity is named only where it says something:
  /// the name alone could be read otherwise.
  func key(of fact: Observation.Fact, _ rules: Core.Rules) -> String {
    switch fact {
    case .global(let id, _): return rules[id].name
    case .field(_, let readings):
      guard let field = readings.first.map({ rules[$0.field] }) else { return "" }
      let isPlain = globals[field.name] == nil && fields[field.name]?.count == 1
      return isPlain || readings.count > 1 ? field.name : field.qualifiedName(in: rules)
    }
  }
}

extension Core.Field {
  /// `Entity.field`.
  func qualifiedName(in rules: Core.Rules) -> String { "\(rules[owner].name).\(name)" }
}

extension TraceInterpreter {
  /// The names of a rulebook that no line of a trace can use, since the format has another use
  /// for them: a parameter or result of an event, or a parameter of a message.
  public static func conflicts(in rules: Core.Rules) -> [Diagnostic] {
    var conflicts: [Diagnostic] = []
    for event in rules.events {
      for variable in event.parameters + event.results.map(\.variable)
      where Vocabulary.Reserved(rawValue: variable.name) != nil {
        conflicts.append(
          conflict("`\(variable.name)` of the event `\(event.name)`", at: event.span))
      }
    }
    for message in rules.messages {
      for parameter in message.parameters
      where Vocabulary.NotificationKey(rawValue: parameter.name) != nil {
        conflicts.append(conflict("`\(parameter.name)` of the message `\(message.name)`", at: nil))
      }
    }
    return conflicts
  }

  private static func conflict(_ what: String, at span: SourceSpan?) -> Diagnostic {
    Diagnostic(
      "reserved-in-traces", .error,
      "\(what) cannot be recorded: lines of traces use that key for something else", at: span)
  }
}
