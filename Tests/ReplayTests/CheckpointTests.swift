import Basics
import Findings
import FoundationEssentials
import Replay
import Rulebook
import Semantics
import TestSupport
import Testing
import Traces

/// A replay that is written and read again between any two lines comes to the same result.
@Suite struct CheckpointTests {
  @Test(arguments: ShippedTraceTests.Trace.all)
  func afterEveryLine(_ trace: ShippedTraceTests.Trace) throws {
    let book = try #require(ShippedTraceTests.books[trace.service])
    let bytes = ShippedTraceTests.text("\(trace.path).jsonl").bytes
    let difference = try Self.difference(book.rules, book.source, bytes)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: ShippedTraceTests.Trace.services)
  func theEvaluatorAlone(_ service: String) throws {
    let book = try #require(ShippedTraceTests.books[service])
    let traces = ShippedTraceTests.Trace.all.filter { $0.service == service }
    for trace in traces.enumerated().filter({ $0.offset % 6 == 0 }).map(\.element) {
      let bytes = ShippedTraceTests.text("\(trace.path).jsonl").bytes
      let options = ReplayOptions(tolerance: 2_000, evaluator: true, properties: true)
      let difference = try Self.difference(book.rules, book.source, bytes, options)
      #expect(difference == nil, "\(trace): \(difference ?? "")")
    }
  }

  /// Lines wait for those behind them, people are inferred, blamed and forgotten.
  @Test(.enabled(if: slowTestsRun), arguments: ShippedTraceTests.Trace.services, 0..<2)
  func corrupted(_ service: String, part: Int) throws {
    let book = try #require(ShippedTraceTests.books[service])
    let traces = ShippedTraceTests.Trace.all.filter { $0.service == service }
    for (position, trace) in traces.enumerated() where position % 6 == part {
      let lines = ShippedTraceTests.text("\(trace.path).jsonl").bytes
        .split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      var corruption = Corruption(lines, seed: UInt64(position))
      let bytes = corruption.bytes(faults: 1 + position % 3)
      let difference = try Self.difference(book.rules, book.source, bytes)
      #expect(difference == nil, "\(trace): \(difference ?? "")")
    }
  }

  @Test(.enabled(if: slowTestsRun), arguments: 0..<30)
  func randomRulebooks(seed: Int) throws {
    let source = SourceText(path: "random", text: RandomRulebook.text(seed: UInt64(seed)))
    let compilation = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
    let rules = try #require(compilation.rules)
    let lines = try #require(try DifferentialTests.lines(rules, seed: UInt64(seed)))
    var corruption = Corruption(lines, seed: UInt64(seed))
    let bytes = corruption.bytes(faults: seed % 4)
    let difference = try Self.difference(rules, source, bytes)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Numbers of those who are over are given to others in the same order.
  @Test(arguments: [0, 3]) func whoIsOver(remembered: Int) throws {
    let book = try #require(RetirementTests.book)
    for seed in 0..<4 {
      var corruption = Corruption(RetirementTests.rides(12), seed: UInt64(seed))
      let difference = try Self.difference(
        book.rules, book.source, corruption.bytes(faults: seed % 2),
        ReplayOptions(remembered: remembered))
      #expect(difference == nil, "\(difference ?? "")")
    }
  }

  /// A queue held its first member alone for no time, between two lines of one instant.
  @Test func linesOfOneInstantStayApart() throws {
    let source = SourceText(path: "fleet.rulebook", text: ObservationTests.fleet)
    let compilation = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil)
    let rules = try #require(compilation.rules)
    let text = """
      {"at":0,"event":"join","stand":"S1","taxi":"T1"}
      {"at":0,"event":"join","stand":"S1","taxi":"T2"}
      {"at":500,"event":"report","taxi":"T1"}
      {"at":900,"observe":{"queue":{"S1":["T1"]}}}

      """
    for evaluator in [false, true] {
      let options = ReplayOptions(tolerance: 1_000, evaluator: evaluator)
      let difference = try Self.difference(rules, source, Array(text.utf8), options)
      #expect(difference == nil, "\(difference ?? "")")
    }
  }

  /// Nothing of what is read is believed: there is an error, or a replay that goes on.
  @Test(arguments: [Workshop.offered, Workshop.accepted])
  func anyByteMayBeAnother(_ text: String) {
    let bytes = Array((text + "\n" + #"{"at":1,"event":"give","job":"J1"}"# + "\n").utf8)
    var replayer = Replayer(Workshop.rules, source: Workshop.source)
    replayer.feed(bytes[...])
    let kept = Self.bytes(of: &replayer)
    var random = SplitMix64(seed: 1)
    var (read, refused) = (0, 0)
    for _ in 0..<1_000 {
      var changed = kept
      for _ in 0...random.below(3) {
        changed[random.below(changed.count)] = UInt8(random.below(256))
      }
      if random.below(10) == 0 { changed.removeLast(random.below(changed.count)) }
      var other = Replayer(Workshop.rules, source: Workshop.source)
      do {
        try Self.read(&other, from: changed)
      } catch {
        refused += 1
        continue
      }
      read += 1
      other.feed(bytes[...])
      _ = other.finish()
    }
    #expect(read > 50)
    #expect(refused > 50)
  }

  // MARK: Both ways

  static func bytes(of replayer: inout Replayer) -> [UInt8] {
    CheckpointCoder.bytes(context: CheckpointBounds(replayer.rules)) {
      try replayer.code(with: &$0)
    }
  }

  static func read(_ replayer: inout Replayer, from bytes: [UInt8]) throws {
    var coder = CheckpointCoder(reading: bytes)
    coder.context = CheckpointBounds(replayer.rules)
    try replayer.code(with: &coder)
    try coder.finish()
  }

  /// How the results differ, if they do, of a replay in one go and of one that is read again after
  /// every line, and in the midst of lines.
  static func difference(
    _ rules: Core.Rules, _ source: SourceText, _ bytes: [UInt8],
    _ options: ReplayOptions = ReplayOptions()
  ) throws -> String? {
    func begin() -> Replayer { Replayer(rules, path: "t", source: source, options: options) }
    func takeUp(_ kept: [UInt8]) throws -> Replayer {
      var replayer = begin()
      try read(&replayer, from: kept)
      return replayer
    }
    var whole = begin()
    whole.feed(bytes[...])
    whole.endOfTrace()
    let expected = try DifferentialTests.json(whole.finish())

    var ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for (index, end) in ends.enumerated() where index % 5 == 0 { ends.append(end - 3) }
    var first = begin()
    var kept = Self.bytes(of: &first)
    for end in ends.filter({ $0 > 0 }).sorted() + [bytes.count] {
      var replayer = try takeUp(kept)
      replayer.feed(bytes[replayer.nextPlace.offset..<max(end, replayer.nextPlace.offset)])
      kept = Self.bytes(of: &replayer)
    }
    var last = try takeUp(kept)
    last.feed(bytes[last.nextPlace.offset...])
    last.endOfTrace()
    let found = try DifferentialTests.json(last.finish())
    return expected == found ? nil : DifferentialTests.firstDifference(expected, found)
  }
}
