import Findings
import Rulebook
import Semantics

/// A run that was found, in words. Rules that differ little are likely to have a run much like it.
struct RunSighting: Hashable, Sendable {
  /// As ``Scope/init(parsing:_:option:others:)`` reads it.
  let scope: String
  /// The choices at the start, by place.
  let start: [String: String]
  let moves: [MoveWord]
  /// The rules and limits with which no shorter run exists, as a digest; nil: that is not known.
  let shortestFor: String?
}

/// A move in words.
enum MoveWord: Hashable, Sendable {
  /// An event with its arguments and results, and the chosen values of new entities by place.
  case event(String, values: [String], openings: [String: String])
  /// The length of time that passes, in milliseconds.
  case passage(Int64)
}

extension RunSighting {
  /// - Parameter digest: Of the rules and limits of the search.
  init(_ found: FoundRun, _ rules: Core.Rules, digest: String) {
    let script = found.script
    scope = zip(rules.entities, script.scope.counts).map { "\($0.name)=\($1)" }
      .joined(separator: ",")
    start = Dictionary(
      uniqueKeysWithValues: script.choices.map { ($0.key.word, $0.value.word) })
    var now: Int64 = 0
    moves = script.moves.map { move in
      switch move {
      case .passage(let instant):
        defer { now = instant }
        return .passage(instant &- now)
      case .event(let event, let arguments, let results, let openings):
        return .event(
          rules[event].name, values: (arguments + results).map(\.word),
          openings: Dictionary(
            openings.map { ($0.word, $0.value.word) }, uniquingKeysWith: { first, _ in first }))
      }
    }
    shortestFor = found.run.isShortest ? digest : nil
  }

  /// The sighting as words that ``init(_:)`` reads.
  var words: String {
    let start = MoveWord.event("start", values: [], openings: start)
    return ([scope, start.text, shortestFor ?? "-"] + moves.map(\.text)).joined(separator: " ")
  }

  /// Reads words. Whoever wrote them, they are no more than a proposal.
  init?(_ words: ArraySlice<Substring>) {
    let words = words.map(String.init)
    guard words.count >= 3, case .event(_, _, let start)? = MoveWord(words[1]) else { return nil }
    moves = words[3...].compactMap(MoveWord.init)
    guard moves.count == words.count - 3 else { return nil }
    scope = words[0]
    self.start = start
    shortestFor = words[2] == "-" ? nil : words[2]
  }
}

extension MoveWord {
  fileprivate var text: String {
    switch self {
    case .passage(let length): "+\(length)"
    case .event(let name, let values, let openings):
      ([name] + values + openings.map { "\($0.key)=\($0.value)" }.sorted()).joined(separator: ",")
    }
  }

  fileprivate init?(_ text: String) {
    if text.first == "+" {
      guard let length = Int64(text.dropFirst()), length > 0 else { return nil }
      self = .passage(length)
      return
    }
    var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let name = parts.removeFirst()
    let openings = parts.filter { $0.contains("=") }.map { $0.split(separator: "=") }
    guard openings.allSatisfy({ $0.count == 2 }) else { return nil }
    self = .event(
      name, values: parts.filter { !$0.contains("=") },
      openings: Dictionary(
        openings.map { (String($0[0]), String($0[1])) }, uniquingKeysWith: { first, _ in first }))
  }
}

extension Value {
  fileprivate var word: String {
    switch self {
    case .none: "-"
    case .unknown: "?"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let number): "\(number)"
    case .symbol(let number), .entity(let number): "\(number)"
    }
  }
}

extension FieldChoice {
  var word: String { "\(field.index).\(position)" }
}

extension Place {
  var word: String {
    switch self {
    case .global(let global): "\(global.index)"
    case .field(let field, let owner): "\(field.index).\(owner)"
    }
  }
}

extension Core.Rules {
  /// Returns the value of a type that a word means; nil: it means none. Entities need not exist.
  func value(_ word: String, _ type: Core.ValueType) -> Value? {
    if word == "-" { return type.isOptional ? Value.none : nil }
    switch type.scalar {
    case .bool: return Bool(word).map { .bool($0) }
    case .enumeration(let id):
      return Int32(word).flatMap { self[id].cases.indices.contains(Int($0)) ? .symbol($0) : nil }
    case .entity: return Int32(word).flatMap { $0 >= 0 ? .entity($0) : nil }
    case .range(let id):
      return Int64(word).flatMap {
        (self[id].lower...self[id].upper).contains($0) ? .number($0) : nil
      }
    case .int, .time, .duration, .unit: return Int64(word).map { .number($0) }
    }
  }
}
