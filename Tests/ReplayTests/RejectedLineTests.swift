import Basics
import Findings
import Replay
import Testing

/// A line that could not be read makes nobody guilty of what it may have said.
@Suite struct RejectedLineTests {
  private func replay(_ lines: [String]) throws -> TraceResult {
    Trips.replay(lines, try Trips.rules())
  }

  private static let start = Trips.line(0, "start", [("taxi", "T1")])
  private static let finish = Trips.line(2, "finish", [("taxi", "T1")])

  @Test(
    "What an unreadable line may have done is not decided",
    arguments: [
      #"{"at":1000,"event":"stop","taxi":"T1","host":"n3"}"#,
      #"{"at":1000,"event":"stop","taxi":"T1""#,
      #"{"at":1000,"event":"stop","ta"#,
      #"{"at":"soon","event":"stop","taxi":"T1"}"#,
      #"{"at":1000,"event":"stpo","taxi":"T1"}"#,
      #"{"at":1000,"event":"stop","taxy":"T1"}"#,
      "\u{1}\u{2}\u{7f}",
    ])
  func explains(_ unread: String) throws {
    let result = try replay([Self.start, unread, Self.finish])
    #expect(result.verdict == .inconclusive)
    #expect(result.findings.map(\.kind) == [.unknown])
    #expect(result.findings.first?.undecidedBy == 2)
    #expect(
      result.findings.first?.observed.contains("unless line 2, which could not be read") == true)
  }

  @Test(
    "What it cannot have done is a finding as ever",
    arguments: [
      // Somebody else; another event; nothing at all.
      #"{"at":1000,"event":"stop","taxi":"T2","host":"n3"}"#,
      #"{"at":1000,"event":"pay","order":"O1","host":"n3"}"#,
      #"{"at":1000,"event":"stop","taxi":"T1","outcome":"refused","host":"n3"}"#,
    ])
  func doesNotExplain(_ unread: String) throws {
    let result = try replay([Self.start, unread, Self.finish])
    #expect(result.verdict == .violates)
    #expect(result.findings.map(\.line) == [3])
  }

  @Test("Lines since have shown what it cannot have changed")
  func confirmed() throws {
    let lines = [
      Self.start, #"{"at":1000,"event":"#, Trips.line(2, "stop", [("taxi", "T1")]),
      Trips.line(3, "stop", [("taxi", "T1")]),
    ]
    let result = try replay(lines)
    #expect(result.verdict == .violates)
    #expect(result.findings.map(\.line) == [4])
  }

  @Test("It explains one event, once")
  func once() throws {
    let lines = [
      Self.start, Trips.line(0, "start", [("taxi", "T2")]), "?", Self.finish,
      Trips.line(2, "finish", [("taxi", "T2")]),
    ]
    let result = try replay(lines)
    #expect(result.findings.map(\.kind) == [.unknown, .forbidden])
    #expect(result.findings.map(\.undecidedBy) == [3, nil])
    #expect(result.verdict == .violates)
  }

  @Test("Of two lines each explains what only it can")
  func matching() throws {
    let lines = [
      Self.start, Trips.line(0, "start", [("taxi", "T2")]), "?",
      #"{"at":1000,"event":"stop","taxi":"T1","host":"n3"}"#, Self.finish,
      Trips.line(2, "finish", [("taxi", "T2")]),
    ]
    #expect(try replay(lines).verdict == .inconclusive)
    #expect(
      try replay(lines.map { $0 == Self.finish ? lines[5] : $0 == lines[5] ? Self.finish : $0 })
        .verdict == .inconclusive)
  }

  @Test("It may have introduced whom nobody knows")
  func introduces() throws {
    let pay = Trips.line(2, "pay", [("order", "O1")])
    #expect(
      try replay([#"{"at":0,"event":"order","taxi":1,"order":"O1"}"#, pay]).verdict == .inconclusive
    )
    #expect(
      try replay([#"{"at":0,"event":"order","taxi":1,"order":"O2"}"#, pay]).verdict == .violates)
  }

  /// A line of which less can be read, or nothing.
  private func unreadable(_ line: String, _ random: inout SplitMix64) -> String {
    switch random.below(4) {
    case 0: String(line.prefix(1 + random.below(line.count - 1)))
    case 1: line.dropLast() + #","host":"n3"}"#
    case 2: line.replacing(#""at":"#, with: #""at":"soon","was":"#)
    default: "\u{1}\u{7f}"
    }
  }

  @Test("Of a conforming trace with unreadable lines nobody is accused", arguments: [1, 5, 20])
  func seeded(_ count: Int) throws {
    let rules = try Trips.rules()
    for seed in UInt64(0)..<70 {
      var random = SplitMix64(seed: seed)
      var lines = Trips.conforming(taxis: 3, trips: 12, seed: seed)
      for _ in 0..<count {
        let position = random.below(lines.count)
        lines[position] = unreadable(lines[position], &random)
      }
      let result = Trips.replay(lines, rules)
      #expect(result.findings.filter { $0.kind != .unknown } == [], "seed \(seed)")
      #expect(result.verdict == .inconclusive)
    }
  }

  @Test("The same with a fault elsewhere: it is told", arguments: [1, 5, 20])
  func seededFault(_ count: Int) throws {
    let rules = try Trips.rules()
    for seed in UInt64(0)..<70 {
      var random = SplitMix64(seed: seed)
      var lines = Trips.conforming(taxis: 3, trips: 12, seed: seed)
      for _ in 0..<count {
        let position = random.below(lines.count)
        lines[position] = unreadable(lines[position], &random)
      }
      // Another taxi stops twice.
      let last = lines.count
      lines += ["start", "stop", "stop"].enumerated().map {
        Trips.line(last + $0, $1, [("taxi", "T9")])
      }
      let found = Trips.replay(lines, rules).findings.filter { $0.kind != .unknown }
      #expect(found.map(\.line) == [lines.count], "seed \(seed)")
    }
  }
}
