import Basics
import Rulebook

/// Translations, and the names that the rulebook must have.
extension MappingParser {
  /// `"OFFERED" is offer`, `"-" is absent`, `else is skipped`
  mutating func translation(_ line: inout MappingLine) throws(Diagnostic) {
    let value = line.take(.text)
    if value == nil { try line.expect("else") }
    try line.expect("is")
    let name = try line.expectName("a name, `absent` or `skipped`")
    let translation: Mapping.Translation
    switch (name.kind, name.text) {
    case (.word, "absent"): translation = .absent
    case (.word, "skipped"): translation = .skipped
    default:
      try checkTranslation(name)
      translation = .text(name.text)
    }
    switch block {
    case .wrong: break
    case .none:
      throw Diagnostic(
        "misplaced-translation", .error, "the line above has no values to be translated",
        at: (value ?? name).span)
    case .field(let target, _):
      guard var field = mapping[keyPath: target] else { return }
      try add(translation, for: value, to: &field)
      mapping[keyPath: target] = field
    case .fact:
      guard var fact = mapping.facts.popLast() else { return }
      defer { mapping.facts.append(fact) }
      try add(translation, for: value, to: &fact.field)
    case .argument(let target):
      guard var argument = mapping[keyPath: target].popLast() else { return }
      defer { mapping[keyPath: target].append(argument) }
      try add(translation, for: value, to: &argument.field)
    }
  }

  private func add(
    _ translation: Mapping.Translation, for value: MappingLine.Token?, to field: inout Mapping.Field
  ) throws(Diagnostic) {
    guard let value else {
      field.otherwise = translation
      return
    }
    guard field.translations.updateValue(translation, forKey: value.text) == nil else {
      throw Diagnostic(
        "repeated-translation", .error, "this value is translated twice", at: value.span)
    }
  }

  /// The name that a value stands for must be one.
  private func checkTranslation(_ name: MappingLine.Token) throws(Diagnostic) {
    let (what, names): (String, [String]) =
      switch block {
      case .field(_, .event): ("event", rules.events.map(\.name))
      case .field(_, .outcome): ("outcome", TraceEvent.Outcome.allCases.map(\.rawValue))
      case .field(_, .message): ("message", rules.messages.map(\.name))
      default: ("", [name.text])
      }
    if !names.contains(name.text) {
      throw unknown(what, "the rulebook has no \(what)", name, among: names)
    }
  }

  func isArgument(_ event: MappingLine.Token?, _ name: MappingLine.Token) throws(Diagnostic) {
    let events = event.map { event in rules.events.filter { $0.name == event.text } }
    if let event, events?.isEmpty == true {
      throw unknown("event", "the rulebook has no event", event, among: rules.events.map(\.name))
    }
    let names = (events ?? rules.events).flatMap { event in
      (event.parameters + event.results.map(\.variable)).map(\.name)
    }
    if !names.contains(name.text) {
      let owner = event.map { "the event `\($0.text)` has" } ?? "the events have"
      throw unknown("argument", "\(owner) no parameter or result", name, among: names)
    }
  }

  func isMessageArgument(
    _ message: MappingLine.Token?, _ name: MappingLine.Token
  ) throws(Diagnostic) {
    let messages = message.map { message in rules.messages.filter { $0.name == message.text } }
    if let message, messages?.isEmpty == true {
      let names = rules.messages.map(\.name)
      throw unknown("message", "the rulebook has no message", message, among: names)
    }
    let names = (messages ?? rules.messages).flatMap { $0.parameters.map(\.name) }
    if !names.contains(name.text) {
      let owner = message.map { "the message `\($0.text)` has" } ?? "the messages have"
      throw unknown("argument", "\(owner) no parameter", name, among: names)
    }
  }

  /// A name that is none, with the one that was probably meant.
  func unknown(
    _ what: String, _ sentence: String, _ name: MappingLine.Token, among names: [String]
  ) -> Diagnostic {
    let hint =
      nearestName(to: name.text, among: names).map { "; did you mean `\($0)`?" }
      ?? (names.isEmpty ? "" : "; expected " + Self.list(names))
    return Diagnostic(
      "unknown-\(what)", .error, "\(sentence) `\(name.text.shortenedForDisplay())`\(hint)",
      at: name.span)
  }

  /// The largest number of names that a message lists where none is near.
  private static let mostNames = 24

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(mostNames).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > mostNames ? "\(shown)…" : names.count > 1 ? "one of \(shown)" : shown
  }
}
