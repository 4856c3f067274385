import Findings
import Replay
import Testing

/// A second fault about the same entity follows from the first only if it reads what that one
/// leaves in doubt.
@Suite("Independent faults about one entity")
struct IndependentFaultTests {
  private static let text = """
    rulebook Cars
    requirements "requirements.tsv"

    type Load = bare | half | full

    entity Car
      locked: Bool = false
      washed: Bool = false
      load:   Load = bare

    event lock(car: Car) from driver
      require not car.locked
      car.locked = true

    event unlock(car: Car) from driver
      require car.locked
      car.locked = false

    event wash(car: Car) from crew
      require not car.washed
      car.washed = true

    event soil(car: Car) from crew
      require car.washed
      car.washed = false

    event fill(car: Car) from crew
      require car.load is bare
      car.load = half

    event top(car: Car) from crew
      require car.load is half
      car.load = full

    event empty(car: Car) from crew
      require car.load is full
      car.load = bare
    """

  /// The findings of a trace of `event` or `event car`, a second apart.
  private func found(_ lines: [String]) throws -> [String] {
    let written = lines.enumerated().map { second, line in
      let words = line.split(separator: " ").map(String.init)
      return Trips.line(second, words[0], [("car", words.count > 1 ? words[1] : "C")])
    }
    let result = Trips.replay(written, try OneLineASecond.rules(Self.text))
    return result.findings.map { "\($0.line) \($0.rule)" }
  }

  private static func others(_ count: Int) -> [String] { (0..<count).map { "lock X\($0)" } }

  @Test("each is told, however far behind", arguments: [0, 1, 300])
  func told(_ distance: Int) throws {
    let between = Self.others(distance)
    #expect(
      try found(["unlock"] + between + ["soil"]) == ["1 unlock", "\(distance + 2) soil"])
    #expect(
      try found(["unlock"] + between + ["empty"]) == ["1 unlock", "\(distance + 2) empty"])
  }

  @Test("several of several entities")
  func several() throws {
    let lines = ["unlock A", "soil A", "unlock B", "soil B"]
    #expect(try found(lines) == ["1 unlock", "2 soil", "3 unlock", "4 soil"])
  }

  @Test("what reads what is in doubt follows")
  func follows() throws {
    #expect(try found(["empty"] + Self.others(300) + ["top"]) == ["1 empty"])
  }

  @Test("a wrong event does not follow from a property that is broken before")
  func brokenProperty() throws {
    let text =
      Self.text.replacing(
        "event lock(", with: "event build() from crew -> new car: Car\n\nevent lock(")
      + "\ninvariant shut\n  all car: Car: car.locked or car.load is bare\n"
    let events = [
      Trips.line(0, "build", [("car", "C")]), Trips.line(1, "fill", [("car", "C")]),
      #"{"at":2000,"observe":{"load":{"C":"half"}}}"#, Trips.line(3, "empty", [("car", "C")]),
    ]
    let findings = Trips.replay(events, try OneLineASecond.rules(text)).findings
    #expect(findings.map { "\($0.line) \($0.rule)" } == ["3 shut", "4 empty"])
  }
}
