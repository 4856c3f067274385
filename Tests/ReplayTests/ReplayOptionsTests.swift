import Replay
import Testing

@Suite("The options of a replay")
struct ReplayOptionsTests {
  private static let options = ReplayOptions(
    tolerance: 7_000, resolution: 5_000, strict: true, mostFindings: 7, remembered: 9,
    hidden: ["offer"], closed: ["Taxi"], looksBack: .behind(lines: 3), limit: 4, diagnoses: false)

  @Test("another limit leaves all other options as they are")
  func listing() {
    #expect(Self.options.listing(9).limit == 9)
    #expect(Self.options.listing(9) != Self.options)
    #expect(Self.options.listing(9).listing(4) == Self.options)
  }

  @Test("another limit drops the filter")
  func filter() {
    let filter = FindingLedger.Filter(rules: ["accept"], entities: [])
    let options = ReplayOptions(closed: ["Taxi"], limit: 4, filter: filter)
    #expect(options.listing(4) == ReplayOptions(closed: ["Taxi"], limit: 4))
  }
}
