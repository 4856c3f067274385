import Findings
import Replay
import Testing

/// What is sensitive has one pseudonym within one report, and no two share one.
@Suite struct PseudonymTests {
  @Test func eachHasItsOwn() throws {
    let text = Trips.text.replacing("entity Taxi", with: "sensitive Taxi\n\nentity Taxi")
    // Of each of five taxis a line is written twice, and of the first once more.
    let lines = [1, 2, 3, 4, 5, 1].flatMap { taxi in
      ["start", "start", "stop", "finish"].map { ($0, "T\(taxi)") }
    }.enumerated().map { Trips.line($0 * 60, $1.0, [("taxi", $1.1)]) }
    let result = Trips.replay(lines, try OneLineASecond.rules(text))
    let shown = result.findings.map(\.entity)
    #expect(shown.count == 6)
    #expect(Set(shown).count == 5)
    #expect(shown.first == shown.last)
  }
}
