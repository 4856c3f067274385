import Basics
import Findings
import Replay
import Rulebook
import Semantics
import Testing
import Traces

/// Traces that begin in mid-stream: what was before is learned, and nothing rests on a guess.
@Suite struct MidStreamTests {
  /// The rest of a trace that conforms shows no fault, wherever it begins.
  @Test(arguments: ShippedTraceTests.Trace.all.filter { $0.folder == "conforms" })
  func restOfWhatConforms(_ trace: ShippedTraceTests.Trace) throws {
    let book = try #require(ShippedTraceTests.books[trace.service])
    let lines = ShippedTraceTests.text("\(trace.path).jsonl").bytes
      .split(separator: UInt8(ascii: "\n"))
    for cut in Set([0, 1, 2, lines.count / 4, lines.count / 2, lines.count * 3 / 4]) {
      let bytes = Array(lines.dropFirst(cut).joined(separator: [UInt8(ascii: "\n")]))
      for evaluator in cut == lines.count / 2 ? [false, true] : [false] {
        let result = Self.replay(book.rules, bytes, evaluator: evaluator)
        let fault = result.findings.first { $0.kind != .assumptionBroken }
        #expect(fault == nil, "from line \(cut + 1), evaluator \(evaluator)")
      }
    }
  }

  /// The same of random runs of the shipped rulebooks.
  @Test(arguments: ShippedTraceTests.Trace.services, 0..<2)
  func restOfARun(_ service: String, seed: Int) throws {
    let book = try #require(ShippedTraceTests.books[service])
    let lines = try #require(try DifferentialTests.lines(book.rules, seed: UInt64(seed)))
    #expect(lines.count > 20)
    for cut in stride(from: 1, to: lines.count, by: max(1, lines.count / 7)) {
      let bytes = Array(lines.dropFirst(cut).joined(separator: "\n").utf8)
      for evaluator in [false, true] {
        let result = Self.replay(book.rules, bytes, evaluator: evaluator)
        let fault = result.findings.first { $0.kind != .assumptionBroken }
        #expect(fault == nil, "from line \(cut + 1), evaluator \(evaluator)")
      }
    }
  }

  /// What is found is wrong whatever was before: no state at the start explains the trace. All
  /// states of a small scope are tried.
  @Test(arguments: 0..<4) func noStartExplainsWhatIsFound(part: Int) throws {
    let rules = try #require(DeliberationTests.compiled.rules)
    let starts = Self.starts(rules)
    var random = SplitMix64(seed: UInt64(part))
    var found = 0
    for _ in 0..<10 {
      let lines = Self.lines(&random)
      let body = lines.joined(separator: "\n") + "\n"
      let result = Self.replay(rules, Array(body.utf8))
      #expect(Self.replay(rules, Array(body.utf8), evaluator: true).verdict == result.verdict)
      guard result.verdict == .violates else { continue }
      found += 1
      for start in starts {
        var replayer = Replayer(rules)
        replayer.feed(Array((start + "\n" + body).utf8)[...])
        replayer.endOfTrace()
        let known = replayer.finish()
        #expect(known.rejected.isEmpty)
        #expect(known.verdict == .violates, "\(start)\n\(body)")
      }
    }
    #expect(found > 1, "few traces show a fault")
  }

  @Test func whatALineCanOnlyMeanIsLearned() throws {
    // Who stops was active, and is not afterwards.
    let result = try replay("stop A", "stop A")
    #expect(result.findings.map(\.line) == [2])
    #expect(result.findings.first?.kind == .wronglyAccepted)
    #expect(result.undecided["stop"]?.times == 1)
  }

  @Test func whoIsSurelyAheadIsAhead() throws {
    let passedOver = try replay("enter A S", "enter B S", "call S B")
    #expect(passedOver.findings.map(\.line) == [3])
    // Somebody may stand before both.
    let inOrder = try replay("enter A S", "enter B S", "call S A")
    #expect(inOrder.findings.isEmpty)
    #expect(inOrder.verdict == .inconclusive)
    #expect(inOrder.undecided["call"] == Self.undecided([3]))
    // Or have been there before.
    #expect(try replay("call S C", "enter A S").findings.isEmpty)
  }

  @Test func anObservationSaysAllOfAQueue() throws {
    let observed =
      #"{"at":0,"observe":{"queue":{"S":["A","B"]},"until":{"A":null},"active":{"A":true}}}"#
    let right = try replay("call S A", "answer A", observing: observed)
    #expect(right.verdict == .conforms, "\(right)")
    let wrong = try replay("call S B", observing: observed)
    #expect(wrong.findings.map(\.kind) == [.wronglyAccepted])
  }

  @Test func whatCannotBeObservedIsAFinding() throws {
    let lines = ["enter A S", "enter B S", #"{"at":9000,"observe":{"queue":{"S":["B","A"]}}}"#]
    #expect(try replay(lines).findings.map(\.kind) == [.observation])
    let learned = [
      "enter A S", "enter B S", #"{"at":9000,"observe":{"queue":{"S":["C","A","B"]}}}"#,
    ]
    #expect(try replay(learned).findings.isEmpty)
  }

  @Test func onlyKnownDeadlinesAreMissed() throws {
    let known = try replay("enter A S", "call S A", "70 start B")
    #expect(known.findings.map(\.kind) == [.missed])
    // When it was called nobody knows.
    #expect(try replay("0 expire A", "70 start B").findings.isEmpty)
    #expect(try replay("0 start B", "70 answer A").findings.isEmpty)
  }

  @Test("Whom a line introduces was not there before, whatever is wrong with that line")
  func newNames() throws {
    let book = try #require(ShippedTraceTests.books["MyTaxiService"])
    let lines = """
      {"at":0,"observe":{"suspended":true,"dataEntered":true,"zone":{"T1":"Z4"}}}
      {"at":1000,"event":"reserve","passenger":"P1","origin":"Z4","meeting":9000000,\
      "reservation":"Res1","outcome":"ok"}
      """
    for evaluator in [false, true] {
      let result = Self.replay(book.rules, Array(lines.utf8), evaluator: evaluator)
      #expect(result.rejected.isEmpty)
      #expect(result.findings.map(\.kind) == [.wronglyAccepted], "\(result.findings)")
    }
  }

  @Test("A line of which everything is told is decided, though others of its kind are not")
  func decided() throws {
    let book = try #require(ShippedTraceTests.books["MyTaxiService"])
    let lines = """
      {"at":1451606400000,"observe":{"dataEntered":true,"crashed":false,"queue":{"Z1":[]},\
      "zone":{"T2":"Z2"},"Request.stage":{"R7":"searching"},"Request.origin":{"R7":"Z1"},\
      "Request.passenger":{"R7":"P3"},"Request.reservation":{"R7":null},"Request.holds":{"R7":0}}}
      {"at":1451606400000,"event":"giveUp","request":"R7"}
      """
    let results = [false, true].map {
      Self.replay(book.rules, Array(lines.utf8), evaluator: $0)
    }
    for result in results {
      #expect(result.rejected.isEmpty)
      #expect(result.verdict == .conforms)
      #expect(result.undecided.isEmpty)
    }
    #expect(results[0].exercised == results[1].exercised)
  }

  // MARK: Making traces

  private static func undecided(_ lines: [Int]) -> TraceResult.Undecided {
    var undecided = TraceResult.Undecided()
    for line in lines { undecided.count(line) }
    return undecided
  }

  private func replay(_ lines: String..., observing: String? = nil) throws -> TraceResult {
    try replay((observing.map { [$0] } ?? []) + lines)
  }

  private func replay(_ lines: [String]) throws -> TraceResult {
    let rules = try #require(DeliberationTests.compiled.rules)
    let text = lines.enumerated().map { Self.json($1, second: $0 + 1) }.joined(separator: "\n")
    let results = [false, true].map { Self.replay(rules, Array(text.utf8), evaluator: $0) }
    #expect(results[0].findings.map(\.line) == results[1].findings.map(\.line))
    #expect(results[0].verdict == results[1].verdict)
    #expect(results[0].undecided == results[1].undecided)
    #expect(results[0].exercised == results[1].exercised)
    return results[0]
  }

  static func replay(
    _ rules: Core.Rules, _ bytes: [UInt8], evaluator: Bool = false
  ) -> TraceResult {
    var replayer = Replayer(
      rules, options: ReplayOptions(evaluator: evaluator, startsUnknown: true))
    replayer.feed(bytes[...])
    replayer.endOfTrace()
    return replayer.finish()
  }

  /// `[SECOND] EVENT ARGUMENT…` as a line; a line stays as it is.
  private static func json(_ text: String, second: Int) -> String {
    if text.hasPrefix("{") { return text }
    var words = text.split(separator: " ").map(String.init)
    var second = second
    if let given = Int(words[0]) {
      second = given
      words.removeFirst()
    }
    let parameters =
      switch words[0] {
      case "enter": ["cab", "stand"]
      case "call": ["stand", "cab"]
      default: ["cab"]
      }
    let arguments = zip(parameters, words.dropFirst()).map { #","\#($0)":"\#($1)""# }.joined()
    return #"{"at":\#(second * 1000),"event":"\#(words[0])"\#(arguments),"outcome":"ok"}"#
  }

  private static func lines(_ random: inout SplitMix64) -> [String] {
    var second = 0
    return (0..<6).map { _ in
      second += 1 + random.below(20)
      let cab = ["A", "B"][random.below(2)]
      let events = ["start", "stop", "answer", "expire", "enter", "enter", "call", "call"]
      let event = events[random.below(events.count)]
      let text =
        switch event {
        case "enter": "enter \(cab) S"
        case "call": "call S \(cab)"
        default: "\(event) \(cab)"
        }
      let line = json(text, second: second)
      let isRefused = random.below(6) == 0 && ["start", "stop", "answer", "enter"].contains(event)
      return isRefused ? line.replacingOutcome : line
    }
  }

  /// Every state of two cabs that lines name and one that they do not, as observations.
  private static func starts(_ rules: Core.Rules) -> [String] {
    var found: [String] = []
    let queues = permutations(of: ["A", "B", "C"])
    for a in 0..<4 {
      for b in 0..<4 {
        for queue in queues {
          func until(_ bits: Int) -> String { bits & 2 == 2 ? "30000" : "null" }
          let members = queue.map { #""\#($0)""# }.joined(separator: ",")
          found.append(
            #"{"at":0,"observe":{"active":{"A":\#(a & 1 == 1),"B":\#(b & 1 == 1),"C":true},"#
              + #""until":{"A":\#(until(a)),"B":\#(until(b)),"C":null},"#
              + #""queue":{"S":[\#(members)]}}}"#)
        }
      }
    }
    return found
  }

  /// Of each subset.
  private static func permutations(of names: [String]) -> [[String]] {
    [[]]
      + names.flatMap { name in
        permutations(of: names.filter { $0 != name }).map { [name] + $0 }
      }
  }
}

extension String {
  fileprivate var replacingOutcome: String {
    String(dropLast(#""ok"}"#.count)) + #""refused"}"#
  }
}
