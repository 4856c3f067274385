import Basics
import Rulebook

/// Functions that several kinds of line share.
extension TraceInterpreter {
  /// Reads a string that stands for itself.
  func text(_ json: JSONValue, of key: String) throws(InterpretationError) -> String {
    guard case .string(let text) = json.content else { throw wrongType(json, "a string", of: key) }
    return text
  }

  func checksum(_ json: JSONValue) throws(InterpretationError) -> TraceChecksum {
    switch json.content {
    case .string(let text): return .text(text)
    case .integer(let number): return .number(String(number))
    case .number(let text): return .number(text)
    case .null, .bool, .array, .object:
      throw wrongType(json, "a string or a number", of: Vocabulary.Reserved.checksum.rawValue)
    }
  }

  func wrongType(_ json: JSONValue, _ expected: String, of key: String) -> InterpretationError {
    InterpretationError(
      .wrongType, at: json.span.lower,
      "`\(key)` must be \(expected), this is \(json.kindDescription)")
  }

  func unknownKey(
    _ member: JSONValue.Member, of what: String, among keys: some Sequence<String>
  ) -> InterpretationError {
    let name = member.key.shortenedForDisplay()
    // Sorted, so that of several that are equally near the same one is named every time.
    let hint = meant(member.key, among: keys.sorted())
    return InterpretationError(
      .unknownKey, at: member.keySpan.lower, "\(what) has no key `\(name)`\(hint)")
  }

  /// Returns the end of a sentence that suggests the name that was probably meant; empty if none is
  /// near.
  func meant(_ name: String, among names: some Sequence<String>) -> String {
    nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
  }
}
