import Basics
import Findings
import Replay
import Rulebook
import Testing

/// Entities that are over give their numbers to others, and nobody can tell.
@Suite struct RetirementTests {
  static let book: ShippedTraceTests.Book? = {
    let folder = "\(ShippedTraceTests.Trace.root)/Benchmarks/lifecycle"
    let source = ShippedTraceTests.text("\(folder)/Lifecycle.rulebook")
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source),
      requirements: ShippedTraceTests.text("\(folder)/requirements.tsv"))
    return compilation.rules.map { ShippedTraceTests.Book(source: source, rules: $0) }
  }()

  /// So many rides, one after the other, by two taxis.
  static func rides(_ count: Int) -> [String] {
    var lines: [String] = []
    var at = 0
    func add(_ event: String, _ names: String) {
      at += 500
      lines.append(#"{"at":\#(at),"event":"\#(event)",\#(names)"zone":"Z1","outcome":"ok"}"#)
    }
    for ride in 0..<count {
      let taxi = #""taxi":"T\#(ride % 2)","#
      let both = #""request":"R\#(ride)","# + taxi
      add("available", taxi)
      add("request", #""request":"R\#(ride)","#)
      for event in ["offer", "accept", "arrive", "onboard", "endRide"] { add(event, both) }
    }
    return lines
  }

  static func replay(_ lines: [String], _ options: ReplayOptions) throws -> TraceResult {
    let book = try #require(book)
    var replayer = Replayer(book.rules, path: "rides", source: book.source, options: options)
    replayer.feed(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    replayer.endOfTrace()
    #expect(replayer.lastingSorts.isEmpty)
    #expect(replayer.slowRules.isEmpty)
    return replayer.finish()
  }

  @Test(arguments: [0, 1, 7, 10_000]) func conforms(remembered: Int) throws {
    let result = try Self.replay(Self.rides(60), ReplayOptions(remembered: remembered))
    #expect(result.verdict == .conforms)
    #expect(result.entities["Request"] == 60)
    #expect(result.events == 420)
  }

  @Test(arguments: [0, 3, 10_000]) func findsTheSame(remembered: Int) throws {
    var violated = 0
    for seed in 0..<24 {
      var corruption = Corruption(Self.rides(30), seed: UInt64(seed))
      let lines = String(decoding: corruption.bytes(faults: 1), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      let expected = try Self.replay(lines, ReplayOptions(remembered: 10_000))
      let found = try Self.replay(lines, ReplayOptions(remembered: remembered))
      #expect(found.findings.first == expected.findings.first)
      #expect(found.verdict == expected.verdict)
      if found.verdict == .violates { violated += 1 }
    }
    #expect(violated > 2)
  }

  /// Rides that end on trial are not over.
  @Test func lookingForACauseMakesNobodyForgotten() throws {
    var lines = Self.rides(40)
    let late =
      #"{"at":900000,"event":"refuse","request":"R12","taxi":"T0","zone":"Z1","outcome":"refused"}"#
    lines.append(late)
    // The offer of the sixth ride.
    lines.remove(at: 5 * 7 + 2)
    // Then others come, whose numbers are those of who is forgotten.
    let result = try Self.replay(lines, ReplayOptions(remembered: 30))
    #expect(result.findings.count == 1)
  }

  @Test func whoIsRememberedIsJudgedByWhatHeWas() throws {
    let late = #"{"at":900000,"event":"refuse","request":"R3","taxi":"T1","zone":"Z1","outcome":"#
    let refused = Self.rides(10) + [late + #""refused"}"#]
    #expect(try Self.replay(refused, ReplayOptions()).verdict == .conforms)
    let accepted = Self.rides(10) + [late + #""ok"}"#]
    #expect(try Self.replay(accepted, ReplayOptions()).brief == ["71 wronglyAccepted refuse"])
    // R3 is over and forgotten: nobody knows any more whether it was introduced.
    let forgotten = try Self.replay(accepted, ReplayOptions(remembered: 0))
    #expect(forgotten.brief == ["71 identity refuse"])
  }
}
