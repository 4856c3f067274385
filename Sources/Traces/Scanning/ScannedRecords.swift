import Rulebook

/// The members of lines by their meaning to the scanner: of lines of a trace, or of records that a
/// flat mapping reads, one a line.
package struct ScannedRecords: Sendable {
  /// An object in which something stands that is read.
  struct Node {
    /// The objects in it that are nodes as well, by their keys.
    var children: [String: Int] = [:]
    /// The keys of the name of the event.
    var events: Set<String> = []
    /// The meanings of keys, as in ``Shapes/Key``, by event.
    var keys: [[String: Int]]
    /// True if all other keys stand for nothing; if not, they are for the strict reader.
    var isOpen = false
  }

  struct Condition {
    let node: Int
    let key: String
    let test: Mapping.Condition.Test
  }

  /// The mapping; nil: lines are those of a trace.
  let mapping: Mapping?
  /// The first is the line.
  var nodes: [Node]
  /// The positions of events, by their names in the records.
  var events: [String: Int]
  /// The names of outcomes; 1: refused.
  var outcomes = ["ok": 0, "refused": 1]
  /// The name of an event follows the last of these; 0: there is none.
  var separator: UInt8 = 0
  /// Instants are whole numbers of a unit of ten to this power of milliseconds; nil: they are
  /// written as in a trace.
  var power: Int?
  var conditions: [Condition] = []

  /// Lines of a trace.
  init(_ vocabulary: Vocabulary, _ rules: Core.Rules) {
    mapping = nil
    events = vocabulary.events.mapValues(\.index)
    let keys = zip(rules.events, vocabulary.eventKeys).map { event, keys in
      keys.mapValues { Shapes.Key.code(of: $0, in: event) }
    }
    nodes = [Node(events: [Vocabulary.Reserved.event.rawValue], keys: keys)]
  }

  /// Records that a mapping reads; nil: it says more of them than the scanner understands.
  package init?(_ mapping: Mapping, _ rules: Core.Rules) {
    let vocabulary = Vocabulary(rules)
    guard mapping.isOfOneObject, let event = mapping.event, let time = mapping.time,
      event.isOfPaths, time.isOfPaths, time.isAsItStands, mapping.outcome?.isOfPaths != false,
      mapping.outcome?.separator == nil, mapping.id?.constant == nil,
      mapping.observation?.constant == nil, mapping.notified.isUsual
    else { return nil }
    switch time.form {
    case .native: power = nil
    case .units(let power): self.power = power
    case .pattern: return nil
    }
    if let text = event.separator {
      guard text.utf8.count == 1, let separator = text.utf8.first else { return nil }
      self.separator = separator
    }
    self.mapping = mapping
    events = vocabulary.events.mapValues(\.index)
    events = event.meanings(of: events)
    if let outcome = mapping.outcome { outcomes = outcome.meanings(of: outcomes) }
    nodes = [Node(keys: rules.events.map { _ in [:] })]

    let fields: [(Mapping.Field?, Int)] = [
      (event, Shapes.Key.event), (time, Shapes.Key.at), (mapping.outcome, Shapes.Key.outcome),
      (mapping.notified.list, Shapes.Key.notified), (mapping.id, Shapes.Key.other),
      (mapping.observation, Shapes.Key.other), (mapping.source, Shapes.Key.ignored),
    ]
    for (field, code) in fields {
      for path in field?.paths ?? [] where !put(path, code) { return nil }
    }
    guard add(mapping.conditions), addArguments(of: mapping, rules),
      addObjects(of: mapping, vocabulary, rules)
    else { return nil }
    for index in nodes.indices {
      for key in nodes[index].children.keys {
        guard nodes[index].keys.allSatisfy({ $0[key] == nil || $0[key] == Shapes.Key.object })
        else { return nil }
        for event in rules.events.indices { nodes[index].keys[event][key] = Shapes.Key.object }
      }
    }
  }

  /// The object to which members lead; nil: it is no object that is told by its members alone.
  private mutating func node(_ steps: some Collection<FieldPath.Step>) -> Int? {
    var node = 0
    for step in steps {
      guard case .member(let name) = step else { return nil }
      if let next = nodes[node].children[name] {
        node = next
        continue
      }
      nodes.append(Node(keys: nodes[node].keys.map { _ in [:] }, isOpen: true))
      nodes[node].children[name] = nodes.count - 1
      node = nodes.count - 1
    }
    return node
  }

  private mutating func place(_ path: FieldPath) -> (node: Int, key: String)? {
    guard path.climbs == 0, case .member(let key)? = path.steps.last,
      let node = node(path.steps.dropLast())
    else { return nil }
    return (node, key)
  }

  /// Sets the meaning of a path, for one event or all.
  /// - Returns: False if it has one already, or there is no such place.
  private mutating func put(_ path: FieldPath, _ code: Int, event: Int? = nil) -> Bool {
    guard let (node, key) = place(path) else { return false }
    if code == Shapes.Key.event { nodes[node].events.insert(key) }
    for index in nodes[node].keys.indices {
      let code = event == nil || event == index ? code : Shapes.Key.ignored
      let known = nodes[node].keys[index][key] ?? Shapes.Key.ignored
      guard known == Shapes.Key.ignored || code == Shapes.Key.ignored || known == code else {
        return false
      }
      nodes[node].keys[index][key] = known == Shapes.Key.ignored ? code : known
    }
    return true
  }

  private mutating func add(_ conditions: [Mapping.Condition]) -> Bool {
    for condition in conditions {
      guard condition.field.isOfPaths, condition.field.isAsItStands,
        condition.field.paths.count == 1, let (node, key) = place(condition.field.paths[0])
      else { return false }
      switch condition.test {
      case .isPresent, .isAbsent: break
      case .isOne, .isNone:
        guard put(condition.field.paths[0], Shapes.Key.literal) else { return false }
      }
      self.conditions.append(Condition(node: node, key: key, test: condition.test))
    }
    return true
  }

  private mutating func addArguments(of mapping: Mapping, _ rules: Core.Rules) -> Bool {
    let sources = RecordMapper.sources(mapping, rules)
    for event in rules.events.indices {
      for (index, fields) in sources[event].enumerated() {
        for field in fields {
          guard field.isOfPaths, field.isAsItStands, field.form == .native else { return false }
          for path in field.paths
          where !put(path, Shapes.Key.value + index, event: event) { return false }
        }
      }
    }
    return true
  }

  private mutating func addObjects(
    of mapping: Mapping, _ vocabulary: Vocabulary, _ rules: Core.Rules
  ) -> Bool {
    nodes[0].isOpen = true
    for path in mapping.objects {
      guard path.climbs == 0, let node = node(path.steps) else { return false }
      nodes[node].isOpen = mapping.ignoresOthers
      let taken = mapping.taken(in: path)
      for (event, rule) in rules.events.enumerated() {
        var keys = nodes[node].keys[event]
        for (key, meaning) in vocabulary.eventKeys[event] where !taken.contains(key) {
          if case .reserved(let key) = meaning {
            keys[key.rawValue] = key.yields ? Shapes.Key.ignored : Shapes.Key.other
          } else {
            keys[key] = Shapes.Key.code(of: meaning, in: rule)
          }
        }
        for key in taken where keys[key] == nil && nodes[node].children[key] == nil {
          keys[key] = Shapes.Key.ignored
        }
        nodes[node].keys[event] = keys
      }
    }
    return true
  }
}

extension Mapping {
  /// True if a line has one record, and that makes one line.
  fileprivate var isOfOneObject: Bool {
    format == .json && records.isEmpty && wrappers.isEmpty && pairs == nil && prefix == nil
      && further.isEmpty && facts.isEmpty && positions.isEmpty && source?.isOfPaths != false
  }
}

extension Mapping.Field {
  /// True if a value stands by itself at one of the paths.
  fileprivate var isOfPaths: Bool { constant == nil && joined.isEmpty && !isJSON }

  /// True if it counts as it stands.
  fileprivate var isAsItStands: Bool {
    separator == nil && translations.isEmpty && otherwise == nil
  }

  /// Returns the meanings of words of a record, if they are translated into these; all others are
  /// for the strict reader.
  fileprivate func meanings(of words: [String: Int]) -> [String: Int] {
    var meanings = otherwise == nil ? words : [:]
    for (text, translation) in translations {
      meanings[text] = nil
      if case .text(let word) = translation { meanings[text] = words[word] }
    }
    return meanings
  }
}

extension Mapping.Notified {
  /// True if messages are written as in a trace.
  fileprivate var isUsual: Bool {
    guard let list else { return true }
    let usual = Self()
    return list.isOfPaths && list.isAsItStands && objects.isEmpty && arguments.isEmpty
      && [(recipient, usual.recipient), (message, usual.message)].allSatisfy { own, usual in
        own?.paths == usual?.paths && own?.isOfPaths == true && own?.isAsItStands == true
      }
  }
}

extension Shapes.Key {
  fileprivate static func code(of key: Vocabulary.Key, in event: Core.Event) -> Int {
    switch key {
    case .reserved(.at): at
    case .reserved(.event): self.event
    case .reserved(.outcome): outcome
    case .reserved(.notified): notified
    case .reserved(.checksum): checksum
    case .reserved(.sequence): sequence
    case .reserved(.previous): previous
    case .reserved(.id), .reserved(.observe): other
    case .argument(let index): value + index
    case .result(let index): value + event.parameters.count + index
    }
  }
}
