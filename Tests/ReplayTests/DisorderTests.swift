import Findings
import Replay
import Testing

/// Traces that are not in the order of time.
@Suite struct DisorderTests {
  private let rulebook = """
    rulebook Tried
    requirements "requirements.tsv"
    entity Lamp
      isOn: Bool = false
    event light(lamp: Lamp) from driver
      require not lamp.isOn
      lamp.isOn = true
    event quench(lamp: Lamp) from driver
      require lamp.isOn
      lamp.isOn = false
    """

  private func result(_ lines: [(second: Int, event: String, lamp: String)]) throws -> TraceResult {
    let text = lines.map {
      #"{"at":\#($0.second * 1000),"event":"\#($0.event)","lamp":"\#($0.lamp)","outcome":"ok"}"#
    }.joined(separator: "\n")
    var results: [TraceResult] = []
    for evaluator in [false, true] {
      var replayer = Replayer(
        try OneLineASecond.rules(rulebook), path: "test",
        options: ReplayOptions(evaluator: evaluator))
      replayer.feed(Array((text + "\n").utf8)[...])
      replayer.endOfTrace()
      results.append(replayer.finish())
    }
    #expect(results[0].brief == results[1].brief)
    #expect(results[0].findings.map(\.downstream) == results[1].findings.map(\.downstream))
    #expect(results[0].notes == results[1].notes)
    return results[0]
  }

  /// So many lamps are lit one second after the other.
  private func lit(_ letter: String, from start: Int, _ count: Int)
    -> [(second: Int, event: String, lamp: String)]
  {
    (0..<count).map { (start + $0, "light", "\(letter)\($0)") }
  }

  @Test func aPartInTheWrongPlaceIsOneFinding() throws {
    let result = try result(lit("A", from: 100, 5) + lit("B", from: 10, 40))
    #expect(result.brief == ["6 order time"])
    #expect(result.findings.first?.downstream == 39)
    #expect(
      result.notes.first
        == "40 events came later than others of a later instant, by up to 1min34s: "
        + "--reorder puts in their place those that come late")
  }

  @Test func eachPartIsAnother() throws {
    let result = try result(
      lit("A", from: 100, 5) + lit("B", from: 10, 3) + lit("C", from: 200, 2)
        + lit("D", from: 20, 3))
    #expect(result.brief == ["6 order time", "11 order time"])
    #expect(result.findings.map(\.downstream) == [2, 2])
  }

  @Test func goingBackAgainIsAnother() throws {
    let result = try result(
      lit("A", from: 100, 5) + lit("B", from: 10, 3) + lit("C", from: 5, 3))
    #expect(result.brief == ["6 order time", "9 order time"])
  }

  @Test func whatElseIsWrongThereIsTold() throws {
    let result = try result(
      lit("A", from: 100, 5) + lit("B", from: 10, 3) + [(20, "quench", "C")]
        + lit("D", from: 30, 3))
    #expect(result.findings.contains { $0.line == 9 && $0.rule == "quench" })
  }

  @Test func oneLateLineNeedsNoAdvice() throws {
    let result = try result(lit("A", from: 100, 5) + lit("B", from: 10, 1))
    #expect(result.brief == ["6 order time"])
    #expect(result.notes.isEmpty)
  }
}
