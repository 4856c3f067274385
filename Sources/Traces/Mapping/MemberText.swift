import Basics
import Rulebook

/// The members of a mapped line as text, in which nothing sensitive is shown.
struct MemberText: Sendable {
  private let rules: Core.Rules

  init(_ rules: Core.Rules) { self.rules = rules }

  func members(of record: MappedRecord?, _ line: TraceLine) -> [MappingExplainer.Member] {
    (record?.members ?? []).map { member in
      MappingExplainer.Member(
        key: member.key, value: text(member, of: line), origin: member.origin?.description)
    }
  }

  private func text(_ member: MappedRecord.Member, of line: TraceLine) -> String {
    // Messages and facts have values of many types: their names must do.
    switch (line, Vocabulary.Reserved(rawValue: member.key)) {
    case (.event(let event), .notified):
      let names = (event.notified ?? []).map { rules[$0.message].name }
      return names.isEmpty ? "none" : names.joined(separator: ", ")
    case (.observation, .observe):
      guard case .object(let facts) = member.value.content else { break }
      return facts.map(\.key).joined(separator: ", ")
    default: break
    }
    if let type = type(of: member.key, in: line), rules.isSensitive(type.scalar) {
      return "‹\(rules.name(of: type.scalar))›"
    }
    var json = JSONBuilder()
    json.value(member.value)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func type(of key: String, in line: TraceLine) -> Core.ValueType? {
    guard case .event(let event) = line, Vocabulary.Reserved(rawValue: key)?.yields != false
    else { return nil }
    let rule = rules[event.event]
    let variables = rule.parameters + rule.results.map(\.variable)
    return variables.first { $0.name == key }?.type
  }
}
