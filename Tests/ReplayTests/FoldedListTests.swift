import Basics
import Findings
import Replay
import Testing
import Traces

/// Everything that is counted as following from a finding is listed with it.
@Suite("Lists of folded lines")
struct FoldedListTests {
  private static let text = """
    rulebook Cabs
    requirements "requirements.tsv"

    entity Cab
      busy:   Bool = false
      seated: Bool = false

    event take(cab: Cab) from driver
      require not cab.busy
      cab.busy   = true
      cab.seated = true

    invariant both "A cab is busy exactly if somebody sits in it."
      all c: Cab: c.busy iff c.seated
    """

  private static func isListed(_ finding: Finding) -> Bool {
    let count = finding.folded?.count ?? 0
    return count == finding.downstream || count == Finding.mostFolded
  }

  @Test("a property that breaks on the line of the finding")
  func ownLine() throws {
    let lines = [
      Trips.line(0, "take", [("cab", "C")]), #"{"at":1000,"observe":{"busy":{"C":false}}}"#,
    ]
    let result = Trips.replay(lines, try OneLineASecond.rules(Self.text))
    let finding = try #require(result.findings.first)
    #expect(result.findings.count == 1 && finding.downstream == 1)
    #expect(finding.folded?.map(\.line) == [2])
    #expect(finding.folded?.first?.rule == "both")
    #expect(finding.folded?.first?.why == "it does not hold after this line")
  }

  @Test("all of the shipped traces", arguments: ShippedTraceTests.Trace.all)
  func shipped(_ trace: ShippedTraceTests.Trace) throws {
    let book = try #require(ShippedTraceTests.books[trace.service])
    let lines = ShippedTraceTests.text("\(trace.path).jsonl").bytes
      .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    for seed in 0..<(lines.isEmpty ? 0 : 3) {
      var corruption = Corruption(lines, seed: UInt64(seed))
      var replayer = Replayer(book.rules, source: book.source)
      replayer.feed(corruption.bytes(faults: seed)[...])
      replayer.endOfTrace()
      let others = replayer.finish().findings.filter { !Self.isListed($0) }
      #expect(others.isEmpty, "\(trace), seed \(seed): \(others)")
    }
  }
}
