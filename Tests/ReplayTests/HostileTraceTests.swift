import Findings
import Replay
import Testing

@Suite struct HostileTraceTests {
  @Test func emptyTrace() {
    let result = Workshop.replay(bytes: [])
    #expect(result.verdict == .inconclusive)
    #expect(result.reason == "no event")
  }

  @Test func binaryTrace() {
    let result = Workshop.replay(bytes: (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167) })
    #expect(result.verdict == .inconclusive)
    #expect(!result.rejected.isEmpty)
  }

  @Test(arguments: [
    #"{"at":1e400,"event":"open"}"#, #"{"at":0,"at":1,"event":"open"}"#,
    #"{"at":0.5,"event":"open"}"#, #"{"at":-1,"event":"open"}"#, #"{"at":0,"event":"shut"}"#,
    #"{"at":99999999999999999999,"event":"open"}"#, "null", "{}",
  ]) func anUnusableLineIsRejected(_ line: String) {
    let result = Workshop.replay(line, #"{"at":5,"event":"open","outcome":"ok"}"#)
    #expect(result.rejected.map(\.line) == [1])
    #expect(result.findings.isEmpty)
    #expect(result.verdict == .inconclusive)
    #expect(result.events == 1)
  }

  @Test func aLineThatIsTooDeepIsRejected() {
    anUnusableLineIsRejected(String(repeating: "[", count: 100_000))
  }

  @Test func strictReplayEndsAtTheFirstRejectedLine() {
    let result = Workshop.replay(
      "{}", #"{"at":5,"event":"open","outcome":"refused"}"#, "{}",
      options: ReplayOptions(strict: true))
    #expect(result.rejected.count == 1)
    #expect(result.events == 0)
    #expect(result.verdict == .inconclusive)
  }

  /// Before each line 9,000 tickets would have been printed that nobody logs.
  @Test func whatIsInferredInAllIsBounded() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Desk
      requirements "requirements.tsv"

      entity Desk
        last: Time? = none

      entity Ticket
        desk: Desk

      event begin(desk: Desk) from clerk
        require desk.last is none
        desk.last = now

      event print(desk: Desk) from clock -> new ticket: Ticket
        require desk.last is not none
        due desk.last! + 1 s
        ticket.desk = desk
        desk.last = now

      event touch(desk: Desk) from clerk
      """)
    func found(_ count: Int) throws -> [String] {
      let touches = (1...count).map { "touch@\($0 * 9_000) D" }
      return try OneLineASecond.lookBack(
        ["begin D"] + touches, rules, ReplayOptions(hidden: ["print"]))
    }
    #expect(try found(4) == ["print 35999"])
    let many = try found(40)
    let inferred = try #require(many.last?.split(separator: " ").last.flatMap { Int($0) })
    #expect(inferred < 150_000)
    #expect(many.dropLast().map { $0.drop { $0 != " " } } == [" unknown: the replay ended here"])
  }

  @Test func byteOrderMarkAndCarriageReturns() {
    let text = "\u{FEFF}" + Workshop.offered.split(separator: "\n").joined(separator: "\r\n")
    #expect(Workshop.replay(bytes: Array(text.utf8)).verdict == .conforms)
  }

  @Test func tornTail() {
    let result = Workshop.replay(bytes: Array((Workshop.offered + "\n{\"at\":20").utf8))
    #expect(result.verdict == .conforms)
    #expect(result.notes.contains { $0.hasPrefix("line 7 is torn") })
  }

  @Test func everyPrefixHasAVerdict() {
    let bytes = Array(Workshop.accepted.utf8)
    for length in stride(from: 0, through: bytes.count, by: 7) {
      #expect(Workshop.replay(bytes: Array(bytes[..<length])).findings.isEmpty)
    }
  }

  @Test func linesInAnyOrder() {
    let lines = Workshop.accepted.split(separator: "\n").map(String.init)
    for shift in 1..<lines.count {
      let turned = (lines[shift...] + lines[..<shift]).joined(separator: "\n") + "\n"
      #expect(Workshop.replay(bytes: Array(turned.utf8)).verdict != .conforms)
    }
  }

  @Test func findingsAreKeptUpToTheLimit() {
    let line = #"{"at":0,"event":"open","outcome":"ok"}"#
    let result = Workshop.replay(
      line, line, line, line, options: ReplayOptions(mostFindings: 1, limit: 2))
    #expect(result.findings.count == 2)
    #expect(result.unlisted == 1)
    #expect(result.rows.map(\.count) == [3])
    #expect(result.verdict == .violates)
  }

  @Test func namesAreEscaped() {
    let result = Workshop.replay(
      #"{"at":0,"event":"join","worker":"W\u001b[31m\u202e","outcome":"ok"}"#)
    #expect(result.findings.allSatisfy { !$0.entity.unicodeScalars.contains("\u{1B}") })
    #expect(result.findings.count == 1)
  }

  @Test func theEndOfTimeIsNoTrap() {
    let result = Workshop.replay(
      Workshop.offered,
      #"{"at":253402300799999,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"ok"}"#,
      options: ReplayOptions(tolerance: .max))
    #expect(result.verdict == .violates)
  }
}
