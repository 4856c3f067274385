import Basics
import Findings
import Replay
import Rulebook
import TestSupport
import Testing

/// Without diagnosis a line that is not allowed is believed, and each is a finding of its own.
@Suite struct DiagnosisTests {
  private static let none = ReplayOptions(limit: 3, diagnoses: false)

  /// The rules of trips, by hand: believes every line.
  private struct Fleet {
    private var states: [String: String] = [:]
    private var started: Set<String> = []

    /// - Returns: Whether the event is allowed.
    mutating func take(_ event: String, _ taxi: String) -> Bool {
      let state = states[taxi, default: "idle"]
      switch event {
      case "start":
        states[taxi] = "riding"
        return started.insert(taxi).inserted && state != "riding"
      case "stop":
        states[taxi] = "halted"
        return state == "riding"
      default:
        states[taxi] = "idle"
        return started.remove(taxi) != nil && state == "halted"
      }
    }
  }

  @Test("Of random lines as many are told as the rules by hand forbid", arguments: 0..<20)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var fleet = Fleet()
    var lines: [String] = []
    var wrong: [Int] = []
    for line in 0..<500 {
      let event = ["start", "stop", "finish"][random.below(3)]
      let taxi = "T\(random.below(4))"
      lines.append(Trips.line(line, event, [("taxi", taxi)]))
      if !fleet.take(event, taxi) { wrong.append(line + 1) }
    }
    let unlimited = ReplayOptions(diagnoses: false)
    let all = Trips.replay(lines, try Trips.rules(), unlimited)
    #expect(all.findings.map(\.line) == wrong)
    #expect(all.findings.allSatisfy { $0.kind == .forbidden && $0.downstream == 0 })
    let few = Trips.replay(lines, try Trips.rules(), Self.none)
    #expect(few.rows.total == wrong.count)
    #expect(few.rows == all.rows)
    #expect(few.findings.count < wrong.count)
    // Of each row the first are told, as they are where all are.
    let listed = Dictionary(grouping: all.findings, by: \.key).values.flatMap { $0.prefix(3) }
    #expect(few.findings == listed.sorted { $0.line < $1.line })
  }

  @Test("The evaluator counts the same as the machine", arguments: 0..<4)
  func twin(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let events = ["start", "stop", "finish"]
    let lines = (0..<200).map { line in
      Trips.line(line, events[random.below(3)], [("taxi", "T\(random.below(3))")])
    }
    let rules = try Trips.rules()
    let machine = Trips.replay(lines, rules, Self.none)
    let evaluator = Trips.replay(
      lines, rules, ReplayOptions(evaluator: true, limit: 3, diagnoses: false))
    #expect(machine.rows == evaluator.rows)
    #expect(machine.findings == evaluator.findings)
  }

  /// The fast path counts violations, from bytes alone; the evaluator has none.
  @Test("Any rules count the same on the fast path, also after a checkpoint", arguments: 0..<60)
  func randomRulebooks(seed: UInt64) throws {
    let source = SourceText(path: "random", text: RandomRulebook.text(seed: seed))
    let compilation = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
    let rules = try #require(compilation.rules)
    var corruption = Corruption(
      try #require(try DifferentialTests.lines(rules, seed: seed)), seed: seed)
    let bytes = corruption.bytes(faults: 10)
    let options = ReplayOptions(limit: 1, diagnoses: false)
    func result(_ options: ReplayOptions) throws -> [String] {
      var replayer = Replayer(rules, path: "t", source: source, options: options)
      replayer.feed(bytes[...])
      replayer.endOfTrace()
      return try DifferentialTests.json(replayer.finish())
    }
    let evaluated = ReplayOptions(evaluator: true, limit: 1, diagnoses: false)
    #expect(try result(options) == result(evaluated))
    let difference = try CheckpointTests.difference(rules, source, bytes, options)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("With diagnosis, what follows from a fault is no finding of its own")
  func beside() throws {
    let lines = ["start", "start", "stop", "finish"].enumerated().map {
      Trips.line($0, $1, [("taxi", "T1")])
    }
    let rules = try Trips.rules()
    #expect(Trips.replay(lines, rules, Self.none).findings.map(\.line) == [2])
    let missing = ["stop", "finish"].enumerated().map { Trips.line($0, $1, [("taxi", "T1")]) }
    #expect(Trips.replay(missing, rules, Self.none).findings.map(\.line) == [1, 2])
    #expect(Trips.replay(missing, rules).findings.map(\.line) == [1])
  }

  @Test("More violations than are kept to find causes are counted all")
  func many() throws {
    let lines = (0..<2_000).map { Trips.line($0, "stop", [("taxi", "T\($0 % 7)")]) }
    let options = ReplayOptions(mostFindings: 10, limit: 3, diagnoses: false)
    let result = Trips.replay(lines, try Trips.rules(), options)
    #expect(result.rows.map(\.count) == [2_000])
    #expect(result.findings.count == 3)
    #expect(result.verdict == .violates)
  }
}
