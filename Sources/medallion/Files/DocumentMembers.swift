import Basics
import Findings

/// The members of an object of a file that users write; an unknown or a missing key is an error.
struct DocumentMembers {
  private let what: String
  private let span: SourceSpan
  private let values: [JSONValue.Member]

  /// - Parameters:
  ///   - what: The object, for the user: `a finding`.
  ///   - keys: The required keys.
  ///   - others: The optional keys.
  init(
    _ json: JSONValue, _ what: String, _ keys: [String], maybe others: [String] = []
  ) throws(Diagnostic) {
    guard case .object(let members) = json.content else {
      throw .wrong("not-an-object", "\(what): expected an object, found", json)
    }
    self.what = what
    // The first byte of a long object is enough to find it.
    span = SourceSpan(json.span.lower, json.span.lower + 1)
    values = members
    for member in members where !(keys + others).contains(member.key) {
      let hint =
        nearestName(to: member.key, among: keys + others).map { "; did you mean '\($0)'?" }
        ?? ": expected \((keys + others).joined(separator: ", "))"
      throw Diagnostic(
        "unknown-member", .error,
        "\(what): unknown key '\(member.key.shortenedForDisplay())'\(hint)", at: member.keySpan)
    }
    for key in keys { _ = try value(key) }
  }

  subscript(key: String) -> JSONValue? { values.first { $0.key == key }?.value }

  /// The elements of an array; none if it is not there.
  func list(_ key: String) throws(Diagnostic) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    guard case .array(let elements) = value.content else {
      throw .wrong("not-an-array", "'\(key)': expected an array, found", value)
    }
    return elements
  }

  func text(_ key: String) throws(Diagnostic) -> String {
    let value = try value(key)
    guard case .string(let text) = value.content else {
      throw .wrong("not-a-string", "'\(key)': expected a string, found", value)
    }
    return text
  }

  func value(_ key: String) throws(Diagnostic) -> JSONValue {
    if let value = self[key] { return value }
    throw Diagnostic("missing-member", .error, "\(what): the key '\(key)' is missing", at: span)
  }

  /// A text that is one of several names.
  func name<Name: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ id: String, _ what: String
  ) throws(Diagnostic) -> Name {
    let text = try text(key)
    if let name = Name(rawValue: text) { return name }
    let names = Name.allCases.map(\.rawValue)
    let hint =
      nearestName(to: text, among: names).map { "; did you mean '\($0)'?" }
      ?? ": expected \(names.joined(separator: ", "))"
    throw Diagnostic(
      id, .error, "there is no \(what) '\(text.shortenedForDisplay())'\(hint)",
      at: try value(key).span)
  }
}

extension Diagnostic {
  /// An error about a value of the wrong kind.
  static func wrong(_ id: String, _ expected: String, _ found: JSONValue) -> Self {
    Diagnostic(id, .error, "\(expected) \(found.kindDescription)", at: found.span)
  }
}

extension Files {
  /// Reads a small JSON file that a user wrote. The error shows the place of the first mistake.
  /// - Parameters:
  ///   - limit: the greatest size of the file, in bytes.
  ///   - what: the content of the file, for messages.
  static func readDocument<Document>(
    _ path: String, limit: Int, what: String,
    _ body: (JSONValue) throws(Diagnostic) -> Document
  ) throws(Failure) -> Document {
    let bytes = try read(path, limit: limit, what: what)
    do throws(Diagnostic) {
      return try body(try parse(bytes))
    } catch {
      let renderer = DiagnosticRenderer(
        source: SourceText(path: path, bytes: bytes), style: Console.standardError.style)
      throw Failure(.wrongInput, rendered: renderer.render(error))
    }
  }

  private static func parse(_ bytes: [UInt8]) throws(Diagnostic) -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(bytes, mostValues: 1_000_000)
    } catch {
      throw Diagnostic(
        error.reason.rawValue, .error, error.message,
        at: SourceSpan(error.offset, error.offset + 1))
    }
  }
}
