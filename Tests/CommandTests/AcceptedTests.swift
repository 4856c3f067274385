import Findings
import Foundation
import Testing

@testable import MedallionCommands

@Suite("The file of accepted findings and changes")
struct AcceptedTests {
  private static let digest = String(repeating: "0a", count: 32)

  private func read(_ text: String) throws -> Accepted {
    let folder = try Folder()
    try folder.write("accepted.json", text)
    return try Accepted.load(folder.url.appending(path: "accepted.json").path)
  }

  private func message(_ text: String) -> String {
    do {
      _ = try read(text)
      return "read"
    } catch let failure as Failure {
      return failure.outcome == .wrongInput ? failure.message : "another outcome"
    } catch {
      return "\(error)"
    }
  }

  private static func file(_ entries: String...) -> String {
    #"{"schema": "medallion.accepted/1", "accepted": ["# + entries.joined(separator: ",\n") + "]}"
  }

  private static let finding =
    #"{"finding": {"rule": "accept", "how": "wronglyAccepted", "guard": "g is x"}, "#
    + #""reason": "old app", "until": "2027-03-31"}"#
  private static let change =
    #"{"change": {"sha256": "\#(digest)", "event": "accept", "kind": "no-longer-permitted"}, "#
    + #""reason": "agreed"}"#

  private static let known = Accepted.KnownFinding(
    rule: "accept", how: .wronglyAccepted, guard: "g is x")

  @Test("Findings and changes are read side by side")
  func both() throws {
    let accepted = try read(Self.file(Self.finding, Self.change))
    let day = try #require(CalendarDate("2027-03-31"))
    #expect(accepted.findings.entry(for: Self.known, on: day)?.reason == "old app")
    let change = Accepted.KnownChange(
      digest: Self.digest, event: "accept", kind: "no-longer-permitted")
    #expect(accepted.changes.entry(for: change, on: day)?.until == nil)
    let other = Accepted.KnownFinding(rule: "accept", how: .wronglyAccepted, guard: nil)
    #expect(accepted.findings.entry(for: other, on: day) == nil)
  }

  @Test("An expired entry accepts nothing; it and a stale one are told")
  func expiry() throws {
    let accepted = try read(Self.file(Self.finding))
    let last = try #require(CalendarDate("2027-03-31"))
    let after = try #require(CalendarDate("2027-04-01"))
    #expect(accepted.findings.entry(for: Self.known, on: after) == nil)
    #expect(accepted.findings.remarks(occurring: [Self.known], on: last) == [])
    #expect(
      accepted.findings.remarks(occurring: [Self.known], on: after) == [
        "accepted until 2027-03-31, expired: wronglyAccepted of accept, guard g is x"
      ])
    #expect(
      accepted.findings.remarks(occurring: [], on: last) == [
        "accepted, but no longer found: wronglyAccepted of accept, guard g is x"
      ])
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
  func mistakes(_ text: String, _ expected: String) {
    let message = message(text)
    #expect(message.contains(expected), "\(message)")
    #expect(message.contains("accepted.json:"))
  }

  @Test("Days that do not exist are no dates")
  func dates() {
    #expect(CalendarDate("2028-02-29")?.description == "2028-02-29")
    for text in ["2027-13-01", "2027-00-10", "2027-1-1", "٢٠٢٧-01-01", "+027-01-01", "2100-02-29"] {
      #expect(CalendarDate(text) == nil, "\(text)")
    }
  }
}
