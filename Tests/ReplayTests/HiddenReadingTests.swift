import Findings
import Replay
import Testing

/// A feed that tells the state of vehicles every few minutes, and no event.
@Suite("Readings that hidden events explain")
struct HiddenReadingTests {
  private static let feed = """
    rulebook Feed
    requirements "requirements.tsv"

    parameter hold = 15 min

    entity Vehicle
      listed:   Bool  = true
      reserved: Bool  = false
      disabled: Bool  = false
      since:    Time? = none

    event reserve(vehicle: Vehicle) from rider
      require vehicle.listed and not vehicle.reserved and not vehicle.disabled
      vehicle.reserved = true
      vehicle.since    = now

    event holdEnds(vehicle: Vehicle) from clock
      require vehicle.reserved
      due vehicle.since! + hold
      vehicle.reserved = false

    event start(vehicle: Vehicle) from rider
      require vehicle.listed and not vehicle.disabled
      vehicle.listed   = false
      vehicle.reserved = false

    event end(vehicle: Vehicle) from rider
      require not vehicle.listed
      vehicle.listed = true

    event breaks(vehicle: Vehicle) from staff
      require vehicle.listed and not vehicle.reserved
      vehicle.disabled = true

    event repaired(vehicle: Vehicle) from staff
      require vehicle.disabled
      vehicle.disabled = false
    """

  private static let hidden: Set<String> = ["reserve", "start", "end", "breaks", "repaired"]

  /// `{"at":300000,"observe":{"listed":{"V1":true},…}}` of `5 L--`: at minute 5 the vehicle is
  /// listed (`L`), not reserved (`R`) and not disabled (`D`).
  private static func line(_ reading: String, of vehicle: String = "V1") throws -> String {
    let words = reading.split(separator: " ")
    let minute = try #require(Int(words[0]))
    let facts = [("listed", "L"), ("reserved", "R"), ("disabled", "D")].map { field, sign in
      #""\#(field)":{"\#(vehicle)":\#(words[1].contains(sign))}"#
    }
    return #"{"at":\#(minute * 60_000),"observe":{\#(facts.joined(separator: ","))}}"#
  }

  /// The readings, and those that no hidden event explains.
  static let cases: [([String], [Int])] = [
    (["0 L--", "5 LR-", "10 ---", "15 ---", "20 L--"], []),
    (["0 L--", "5 ---"], []),
    // Started, ended and started again between two readings of one instant.
    (["0 L--", "5 ---", "5 L--", "5 ---"], []),
    // A deadline that a hidden event sets is not checked.
    (["0 L--", "0 LR-", "16 L--"], []),
    (["0 L--", "5 LR-", "21 LR-"], []),
    // What is rented is not reserved, and what is disabled is neither rented nor reserved.
    (["0 L--", "5 -R-"], [2]),
    (["0 L--", "5 --D"], [2]),
    (["0 L--", "5 LRD"], [2]),
    // The same wrong reading again is no second finding, a right one between them makes it one.
    (["0 L--", "5 -R-", "10 -R-"], [2]),
    (["0 L--", "5 -R-", "10 L--", "15 -R-"], [2, 4]),
  ]

  @Test("a reading is found if no placing of hidden events allows it", arguments: cases)
  func readings(_ readings: [String], found: [Int]) throws {
    let result = Trips.replay(
      try readings.map { try Self.line($0) }, try OneLineASecond.rules(Self.feed),
      ReplayOptions(hidden: Self.hidden))
    #expect(result.findings.map(\.line) == found)
    #expect(result.findings.allSatisfy { $0.kind == .observation })
    #expect(result.verdict == (found.isEmpty ? .conforms : .violates))
  }

  @Test("without hidden events each change is a finding, also beside an event that is logged")
  func logged() throws {
    let rules = try OneLineASecond.rules(Self.feed)
    let lines = [try Self.line("0 L--"), try Self.line("5 ---")]
    #expect(Trips.replay(lines, rules).findings.map(\.line) == [2])
    let ended = [
      try Self.line("0 L--"), Trips.line(300, "end", [("vehicle", "V1")]), try Self.line("6 L--"),
    ]
    let result = Trips.replay(ended, rules, ReplayOptions(hidden: Self.hidden))
    #expect(result.verdict == .conforms)
    #expect(result.inferred == ["start": 1])
    #expect(Trips.replay(ended, rules).findings.map(\.line) == [2])
  }

  @Test("the wrong reading of one vehicle is not laid to another")
  func two() throws {
    let lines = [
      try Self.line("0 L--"), try Self.line("0 L--", of: "V2"), try Self.line("5 -R-"),
      try Self.line("5 ---", of: "V2"),
    ]
    let result = Trips.replay(
      lines, try OneLineASecond.rules(Self.feed), ReplayOptions(hidden: Self.hidden))
    #expect(result.findings.map(\.line) == [3])
    #expect(result.findings.first?.entities.map(\.name) == ["V1"])
  }
}
