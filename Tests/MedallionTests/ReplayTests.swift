import Medallion
import Testing

@Suite("The library replays traces") struct ReplayTests {
  @Test("A trace that conforms")
  func conforms() throws {
    var results: [ReplayResult] = []
    let summary = try Loans.rulebook().replay(lines: [Loans.lent, Loans.givenBack]) {
      results.append($0)
    }
    // The second invariant is refuted by a run of three steps; these are two.
    #expect(summary.verdict == .conforms && summary.reason == nil)
    #expect(summary.lines == 2 && summary.events == 2 && summary.violations == 0)
    #expect(summary.counts == [:] && results == [])
  }

  @Test("A trace that violates, line by line: the findings and then the summary")
  func violates() async throws {
    let lines = AsyncStream {
      $0.yield(Loans.lent)
      $0.yield(Loans.lentTwice)
      $0.finish()
    }
    var results: [ReplayResult] = []
    for try await result in try Loans.rulebook().replay(lines: lines) { results.append(result) }
    #expect(results.count == 2)
    guard case .finding(let finding)? = results.first, case .summary(let summary)? = results.last
    else {
      Issue.record("expected a finding and a summary: \(results)")
      return
    }
    #expect(finding.line == 2 && finding.kind == .wronglyAccepted && finding.rule == "lend")
    #expect(finding.condition?.hasPrefix("book.reader is none") == true)
    #expect(finding.ruleLine == 11 && finding.kind.isViolation)
    #expect(finding.instant == 1_777_978_800_000)
    #expect(summary.verdict == .violates && summary.violations == 1)
    #expect(summary.counts == [.wronglyAccepted: 1])
  }

  @Test("A line that cannot be read leaves the trace inconclusive, and is counted")
  func unreadable() throws {
    var results: [ReplayResult] = []
    let summary = try Loans.rulebook().replay(lines: [Loans.lent, "{"]) { results.append($0) }
    #expect(summary.verdict == .inconclusive && summary.reason != nil)
    #expect(summary.rejectedLines == 1)
    guard case .rejected(let line)? = results.first else {
      Issue.record("expected a rejected line: \(results)")
      return
    }
    #expect(line.line == 2 && !line.message.isEmpty && results.count == 1)
  }

  @Test("Counts are exact, whatever the number of findings")
  func counts() throws {
    let lines = (0..<60).map { second in
      "{\"at\":\"2026-05-04T09:00:\(second < 10 ? "0" : "")\(second)Z\",\"event\":\"giveBack\","
        + "\"book\":\"b\(second)\"}"
    }
    let summary = try Loans.rulebook().replay(lines: lines)
    #expect(summary.verdict == .violates)
    #expect(summary.counts == [.wronglyAccepted: 60] && summary.violations == 60)
  }

  @Test("A cancelled task gets an error and no summary")
  func cancelled() async throws {
    let rulebook = try Loans.rulebook()
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let task = Task {
      for try await result in rulebook.replay(lines: lines) {
        if case .summary = result { return true }
      }
      return false
    }
    continuation.yield(Loans.lent)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    withExtendedLifetime(continuation) {}
  }
}
