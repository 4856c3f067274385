import Basics
import Findings
import Replay
import Testing

/// A fault that one entity repeats is a finding each time.
@Suite struct RepeatTests {
  private func wrongLines(_ lines: [(String, String)]) throws -> [Int] {
    let written = lines.enumerated().map { Trips.line($0, $1.0, [("taxi", $1.1)]) }
    return Trips.replay(written, try Trips.rules()).findings.map(\.line)
  }

  private static let right = ["start", "stop", "finish"]

  @Test(
    "Each double line of one taxi is told",
    arguments: [
      (["start", "stop", "start", "stop", "finish"], 2, [3, 8]),
      (["start", "stop", "start", "stop", "finish"], 4, [3, 8, 13, 18]),
      (["start", "stop", "stop", "finish"], 4, [3, 7, 11, 15]),
      (["start", "stop", "finish", "finish"], 3, [4, 8, 12]),
      (["start", "start", "stop", "finish"], 3, [2, 6, 10]),
      (["start", "finish", "start", "stop", "finish"], 2, [2, 7]),
      (["start", "stop", "stop", "stop", "stop", "finish"], 1, [3, 4, 5]),
      (["start", "start", "start", "stop", "finish"], 1, [2, 3]),
    ])
  func repeats(_ trip: [String], times: Int, wrong: [Int]) throws {
    let lines = (0..<times).flatMap { _ in trip.map { ($0, "T1") } }
    #expect(try wrongLines(lines) == wrong)
  }

  @Test(
    "Stops of one taxi that are done two to four times, 1 to 50 lines apart, are told each at its line"
  )
  func seeded() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      var lines: [(String, String)] = []
      var wrong: [Int] = []
      func trip(_ taxi: String) { lines += Self.right.map { ($0, taxi) } }
      for _ in 0..<(2 + random.below(9)) {
        lines += [("start", "T1"), ("stop", "T1")]
        for _ in 0..<(1 + random.below(3)) {
          lines.append(("stop", "T1"))
          wrong.append(lines.count)
        }
        lines.append(("finish", "T1"))
        for _ in 0..<random.below(17) { trip(random.below(2) == 0 ? "T1" : "T2") }
      }
      #expect(try wrongLines(lines) == wrong, "seed \(seed)")
    }
  }

  private static let desks = """
    rulebook Desks
    requirements "requirements.tsv"

    entity Clerk
      present: Bool = false
      served:  Int  = 0

    event come(clerk: Clerk) from clerk
      clerk.present = true

    event serve(clerk: Clerk) from clerk
      require clerk.present
      clerk.served += 1
    """

  /// A clerk who serves without having come may have come unrecorded: then later services are
  /// allowed, and the report lists them as what is allowed only because of that.
  @Test("What a fault shows of a permission hides no repeat")
  func permission() throws {
    let rules = try OneLineASecond.rules(Self.desks)
    let lines = (0..<6).map { second in
      Trips.line(second, "serve", [("clerk", second == 3 ? "B" : "A")])
    }
    let full = Trips.replay(lines, rules)
    let named = full.findings.flatMap { [$0.line] + ($0.folded ?? []).map(\.line) }
    #expect(named.sorted() == [1, 2, 3, 4, 5, 6], "\(full.findings)")
    let counted = Trips.replay(lines, rules, ReplayOptions(diagnoses: false))
    #expect(counted.findings.map(\.line) == [1, 2, 3, 4, 5, 6], "\(counted.findings)")
  }
}
