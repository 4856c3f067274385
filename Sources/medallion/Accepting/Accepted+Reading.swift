import Basics
import Findings

extension Accepted {
  private static let largestFile = 16 << 20
  static let schema = "medallion.accepted/1"

  /// Reads the file. The error shows the place of the first mistake.
  static func load(_ path: String) throws(Failure) -> Accepted {
    try Files.readDocument(path, limit: largestFile, what: "accepted findings") {
      json throws(Diagnostic) in try Accepted(json)
    }
  }

  private init(_ json: JSONValue) throws(Diagnostic) {
    let members = try DocumentMembers(json, "accepted findings", ["schema", "accepted"])
    let schema = try members.text("schema")
    guard schema == Self.schema else {
      throw Diagnostic(
        "unknown-schema", .error,
        "'schema': expected \(Self.schema), found '\(schema.shortenedForDisplay())'",
        at: try members.value("schema").span)
    }
    for json in try members.list("accepted") { try add(json) }
  }

  private mutating func add(_ json: JSONValue) throws(Diagnostic) {
    let members = try DocumentMembers(
      json, "an accepted entry", ["reason"], maybe: ["finding", "change", "until"])
    let start = SourceSpan(json.span.lower, json.span.lower + 1)
    let reason = try members.text("reason")
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw Diagnostic(
        "empty-reason", .error, "'reason': expected a sentence, found an empty text",
        at: try members.value("reason").span)
    }
    let until = try members.date("until")
    let isNew: Bool
    switch (members["finding"], members["change"]) {
    case (let finding?, nil):
      isNew = findings.add(
        Entry(subject: try Self.finding(finding), reason: reason, until: until))
    case (nil, let change?):
      isNew = changes.add(Entry(subject: try Self.change(change), reason: reason, until: until))
    default:
      throw Diagnostic(
        "not-one-subject", .error,
        "an accepted entry has either the key 'finding' or the key 'change'", at: start)
    }
    guard isNew else {
      throw Diagnostic("doubled-entry", .error, "this is accepted by an earlier entry", at: start)
    }
  }

  private static func finding(_ json: JSONValue) throws(Diagnostic) -> KnownFinding {
    let members = try DocumentMembers(json, "'finding'", ["rule", "how"], maybe: ["guard"])
    return KnownFinding(
      rule: try members.text("rule"),
      how: try members.name("how", "unknown-kind", "kind of finding"),
      guard: members["guard"] == nil ? nil : try members.text("guard"))
  }

  private static func change(_ json: JSONValue) throws(Diagnostic) -> KnownChange {
    let members = try DocumentMembers(json, "'change'", ["sha256", "event", "kind"])
    let digest = try members.text("sha256")
    let isDigest = digest.utf8.count == 64 && digest.allSatisfy { "0123456789abcdef".contains($0) }
    guard isDigest else {
      throw Diagnostic(
        "no-digest", .error, "'sha256': expected 64 digits of 0123456789abcdef",
        at: try members.value("sha256").span)
    }
    return KnownChange(
      digest: digest, event: try members.text("event"), kind: try members.text("kind"))
  }
}

extension DocumentMembers {
  /// A day; nil: the key is not there.
  fileprivate func date(_ key: String) throws(Diagnostic) -> CalendarDate? {
    guard let value = self[key] else { return nil }
    let text = try text(key)
    if let date = CalendarDate(text) { return date }
    throw Diagnostic(
      "no-date", .error,
      "'\(key)': expected a day such as 2027-03-31, found '\(text.shortenedForDisplay())'",
      at: value.span)
  }
}
