import Findings
import Replay
import Testing

@Suite("Findings are counted without a limit and kept with one")
struct FindingLedgerTests {
  private func finding(_ line: Int, _ rule: String, taxi: String = "T1") -> Finding {
    var finding = Finding(
      line: line, offset: 0, at: 0, kind: .wronglyAccepted, rule: rule, requirements: [],
      statement: "s", entity: "taxi \(taxi)", expected: "e", observed: "o")
    finding.entities = [Finding.Entity(sort: "Taxi", name: taxi)]
    return finding
  }

  private func result(_ ledger: FindingLedger) -> TraceResult {
    var result = TraceResult(path: "t")
    ledger.add(to: &result)
    return result
  }

  @Test func aRareRuleIsNotCrowdedOut() {
    var ledger = FindingLedger(limit: 3)
    for line in 1...1_000 { ledger.take(finding(line, "often", taxi: "T\(line % 7)")) }
    ledger.take(finding(1_001, "rarely"))
    let result = result(ledger)
    #expect(result.rows.map(\.count) == [1_000, 1])
    #expect(result.rows.map(\.entities) == [7, 1])
    #expect(result.rows.map(\.last.line) == [1_000, 1_001])
    #expect(result.findings.map(\.line) == [1, 2, 3, 1_001])
    #expect(result.unlisted == 997)
  }

  @Test func guardsAndKindsHaveRowsOfTheirOwn() {
    var ledger = FindingLedger(limit: 9)
    var first = finding(1, "accept")
    first.guard = Finding.Guard("a", values: [Finding.Reading(path: "x", value: "1")])
    var second = finding(2, "accept")
    second.guard = Finding.Guard("a", values: [Finding.Reading(path: "x", value: "2")])
    var third = finding(3, "accept")
    third.guard = Finding.Guard("b")
    for finding in [first, second, third] { ledger.take(finding) }
    #expect(result(ledger).rows.map(\.guard) == ["a", "b"])
    #expect(result(ledger).rows.map(\.count) == [2, 1])
  }

  @Test func aFilterShowsLessAndCountsAll() {
    let filter = FindingLedger.Filter(entities: [Finding.Entity(sort: "taxi", name: "T2")])
    var ledger = FindingLedger(limit: 1, filter: filter)
    for line in 1...10 { ledger.take(finding(line, "accept", taxi: "T\(1 + line % 2)")) }
    let result = result(ledger)
    #expect(result.rows.map(\.count) == [10])
    #expect(result.rows.map(\.shown) == [5])
    #expect(result.findings.map(\.line) == [1])
    #expect(result.unlisted == 4)
  }

  @Test func entitiesBeyondTheLimitAreSaidToBeMore() {
    var ledger = FindingLedger(limit: 0)
    for line in 1...20_001 { ledger.take(finding(line, "accept", taxi: "T\(line)")) }
    #expect(result(ledger).rows.map(\.entities) == [20_000])
    #expect(result(ledger).rows.map(\.hasMoreEntities) == [true])
  }

  /// The checker keeps one finding to lay others to; what it finds later is counted all the same.
  @Test func whatTheCheckerDoesNotKeepIsCounted() {
    var lines = (0..<20).map { #"{"at":\#($0),"event":"open","outcome":"ok"}"# }
    lines.append(#"{"at":30,"event":"accept","job":"J9","worker":"W1","code":7,"outcome":"ok"}"#)
    let trace = Array((lines.joined(separator: "\n") + "\n").utf8)
    let all = Workshop.replay(bytes: trace)
    let few = Workshop.replay(bytes: trace, ReplayOptions(mostFindings: 1, limit: 1))
    #expect(few.rows.total > 15)
    #expect(Set(few.rows.map(\.key)) == Set(few.findings.map(\.key)))
    #expect(few.findings.count == few.rows.count)
    #expect(all.rows.first?.count == few.rows.first?.count)
  }
}
