internal import Diagnostics
internal import Findings
internal import JSON

extension ExpectedFindings {
  private static let largestFile = 16 << 20

  /// None if there is no such file. What is wrong with it is told with its place: of a mistake
  /// nothing would be left but a trace that is not as expected.
  static func load(_ path: String) throws(Failure) -> ExpectedFindings? {
    guard Files.exists(path) else { return nil }
    let bytes = try Files.read(path, limit: largestFile, what: "expected findings")
    let source = SourceText(path: path, bytes: bytes)
    do throws(Diagnostic) {
      return try ExpectedFindings(reading: bytes)
    } catch {
      let renderer = DiagnosticRenderer(source: source, style: Console.standardError.style)
      throw Failure(.wrongInput, rendered: renderer.render(error))
    }
  }

  private init(reading bytes: [UInt8]) throws(Diagnostic) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONParser.parse(bytes)
    } catch {
      throw Diagnostic(
        error.reason.rawValue, .error, error.message,
        at: SourceSpan(error.offset, error.offset + 1))
    }
    let members = try Members(json, "the findings of a trace", ["findings"], maybe: ["rejected"])
    findings = try members.list("findings").map { json throws(Diagnostic) in
      let item = try Members(json, "a finding", ["line", "kind", "rule"])
      return Item(
        line: try item.line(), kind: try item.kind(), rule: try item.text("rule"))
    }
    rejected = try members.list("rejected").map { json throws(Diagnostic) in
      let item = try Members(json, "a rejected line", ["line", "id"])
      return Rejected(line: try item.line(), id: try item.text("id"))
    }
  }
}

/// The members of an object of which all keys are known.
private struct Members {
  private let what: String
  private let span: SourceSpan
  private let values: [JSONValue.Member]

  init(
    _ json: JSONValue, _ what: String, _ keys: [String], maybe others: [String] = []
  ) throws(Diagnostic) {
    guard case .object(let members) = json.content else {
      throw .wrong("not-an-object", "\(what): expected an object, found", json)
    }
    self.what = what
    // Of a long object the beginning shows enough.
    span = SourceSpan(json.span.lower, json.span.lower + 1)
    values = members
    for member in members where !(keys + others).contains(member.key) {
      let hint =
        nearestName(to: member.key, among: keys + others).map { "; did you mean '\($0)'?" }
        ?? ": expected \((keys + others).joined(separator: ", "))"
      throw Diagnostic(
        "unknown-member", .error, "\(what): unknown key '\(member.key)'\(hint)",
        at: member.keySpan)
    }
    for key in keys { _ = try value(key) }
  }

  private subscript(key: String) -> JSONValue? { values.first { $0.key == key }?.value }

  /// The elements of an array; none if it is not there.
  func list(_ key: String) throws(Diagnostic) -> [JSONValue] {
    guard let value = self[key] else { return [] }
    guard case .array(let elements) = value.content else {
      throw .wrong("not-an-array", "'\(key)': expected an array, found", value)
    }
    return elements
  }

  func line() throws(Diagnostic) -> Int {
    let value = try value("line")
    guard case .integer(let number) = value.content, number > 0, let line = Int(exactly: number)
    else { throw .wrong("no-line", "'line': expected a whole number from 1, found", value) }
    return line
  }

  func text(_ key: String) throws(Diagnostic) -> String {
    let value = try value(key)
    guard case .string(let text) = value.content else {
      throw .wrong("not-a-string", "'\(key)': expected a string, found", value)
    }
    return text
  }

  func kind() throws(Diagnostic) -> Finding.Kind {
    let text = try text("kind")
    if let kind = Finding.Kind(rawValue: text) { return kind }
    let kinds = Finding.Kind.allCases.map(\.rawValue)
    let hint =
      nearestName(to: text, among: kinds).map { "; did you mean '\($0)'?" }
      ?? ": expected \(kinds.joined(separator: ", "))"
    throw Diagnostic(
      "unknown-kind", .error, "there is no kind of finding '\(text)'\(hint)",
      at: try value("kind").span)
  }

  private func value(_ key: String) throws(Diagnostic) -> JSONValue {
    if let value = self[key] { return value }
    throw Diagnostic("missing-member", .error, "\(what): the key '\(key)' is missing", at: span)
  }
}

extension Diagnostic {
  fileprivate static func wrong(_ id: String, _ expected: String, _ found: JSONValue) -> Self {
    Diagnostic(id, .error, "\(expected) \(found.kindDescription)", at: found.span)
  }
}
