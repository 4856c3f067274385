import Foundation
import Testing

@Suite("The file of accepted findings and changes")
struct AcceptedTests {
  private static let digest = String(repeating: "0a", count: 32)
  private static let fixtures = Tool.root.appending(path: "Tests/Fixtures/reports")

  /// A replay of one wrong line, of which the file may accept the finding.
  private func replay(_ text: String, _ options: String...) throws -> Tool.Result {
    let folder = try Folder()
    for name in ["lift.rulebook", "lift.tsv"] {
      try folder.write(name, try Data(contentsOf: Self.fixtures.appending(path: name)))
    }
    try folder.write("wrong.jsonl", #"{"at":0,"event":"leave","lift":"A"}"# + "\n")
    try folder.write("accepted.json", text)
    return try Tool.run(
      ["replay", "lift.rulebook", "wrong.jsonl", "--accepted", "accepted.json"] + options,
      in: folder)
  }

  private static func file(_ entries: String...) -> String {
    #"{"schema": "medallion.accepted/1", "accepted": ["# + entries.joined(separator: ",\n") + "]}"
  }

  private static let finding =
    #"{"finding": {"rule": "leave", "how": "wronglyAccepted", "guard": "lift.load > 0"}, "#
    + #""reason": "old app", "until": "9999-12-31"}"#
  private static let change =
    #"{"change": {"sha256": "\#(digest)", "event": "accept", "kind": "no-longer-permitted"}, "#
    + #""reason": "agreed"}"#

  @Test("Findings and changes are read side by side")
  func both() throws {
    let accepted = try replay(Self.file(Self.finding, Self.change))
    #expect(accepted.code == 0, "\(accepted.output)\(accepted.errors)")
    #expect(accepted.output.contains("accepted until 9999-12-31: old app"))
  }

  @Test("An expired entry accepts nothing; it and a stale one are told")
  func expiry() throws {
    let expired = Self.finding.replacing("9999-12-31", with: "2020-01-31")
    let old = try replay(Self.file(expired))
    #expect(old.code == 1)
    #expect(
      old.output.contains(
        "accepted until 2020-01-31, expired: wronglyAccepted of leave, guard lift.load > 0"))
    let stale = try replay(Self.file(Self.finding.replacing("leave", with: "enter")))
    #expect(stale.code == 1)
    #expect(
      stale.output.contains(
        "accepted, but no longer found: wronglyAccepted of enter, guard lift.load > 0"))
  }

  @Test(
    "Each form tells of entries that are stale or expired",
    arguments: ["text", "json", "jsonl", "junit", "sarif"])
  func remarks(format: String) throws {
    let stale = Self.finding.replacing("leave", with: "enter")
    let result = try replay(Self.file(Self.finding, stale), "--format", format)
    #expect(result.code == 0)
    #expect(result.output.contains("accepted, but no longer found"), "\(result.output)")
  }

  @Test(
    "Each mistake is told with its place",
    arguments: [
      ("", "1:1"), ("[]", "expected an object, found an array"),
      (#"{"schema": "medallion.accepted/1"}"#, "the key 'accepted' is missing"),
      (#"{"schema": "medallion.accepted/9", "accepted": []}"#, "expected medallion.accepted/1"),
      (file(#"{"reason": "x"}"#), "either the key 'finding' or the key 'change'"),
      (
        file(#"{"finding": {"rule": "a", "how": "wronglyAcepted"}, "reason": "x"}"#),
        "did you mean 'wronglyAccepted'?"
      ),
      (file(#"{"finding": {"rule": "a", "how": "missed"}, "reason": " "}"#), "empty text"),
      (file(#"{"finding": {"rule": "a", "how": "missed"}}"#), "the key 'reason' is missing"),
      (
        file(#"{"finding": {"rule": "a", "how": "missed"}, "reason": "x", "untill": "2027"}"#),
        "did you mean 'until'?"
      ),
      (
        file(#"{"finding": {"rule": "a", "how": "missed"}, "reason": "x", "until": "2027-02-29"}"#),
        "expected a day such as 2027-03-31"
      ),
      (
        file(#"{"change": {"sha256": "0A", "event": "a", "kind": "k"}, "reason": "x"}"#),
        "expected 64 digits"
      ),
      (file(finding, finding), "2:1"),
    ])
  func mistakes(_ text: String, _ expected: String) throws {
    try isMistake(text, expected)
  }

  @Test(
    "Days that do not exist are no dates",
    arguments: ["2027-13-01", "2027-00-10", "2027-1-1", "٢٠٢٧-01-01", "+027-01-01", "2100-02-29"])
  func dates(day: String) throws {
    try isMistake(
      Self.file(Self.finding.replacing("9999-12-31", with: day)), "expected a day such as")
  }

  private func isMistake(_ text: String, _ expected: String) throws {
    let result = try replay(text)
    #expect(result.code == 2)
    #expect(result.errors.contains(expected), "\(result.errors)")
    #expect(result.errors.contains("accepted.json:"))
  }
}
