import Findings
import Replay
import Testing

/// A finding names the line that last set what the broken guard reads.
@Suite("Lines that a finding refers to")
struct SeeAlsoTests {
  private static let text = """
    rulebook Cabs
    requirements "requirements.tsv"

    entity Zone
      open: Bool = false

    entity Cab
      busy:  Bool  = false
      zone:  Zone? = none
      times: Int   = 0

    entity Job
      cab: Cab

    event pass(cab: Cab) from driver
      cab.times += 1

    event take(cab: Cab) from driver
      require not cab.busy
      cab.busy = true

    event order(cab: Cab) from rider -> new job: Job
      job.cab = cab

    event grab(job: Job) from driver
      require not job.cab.busy
      job.cab.busy = true

    event openAll() from staff
      each z: Zone: z.open = true

    event enter(cab: Cab, zone: Zone) from driver
      require not zone.open
      cab.zone = zone
    """

  private static let take = ["take", "cab=C"]

  /// `{"at":3000,"event":"take","cab":"C"}` of `take cab=C`; `observe {…}` stands for facts.
  private func line(_ second: Int, _ words: [String]) -> String {
    if words[0] == "observe" {
      return #"{"at":\#(second * 1_000),"observe":\#(words[1])}"#
    }
    let names = words.dropFirst().map { word -> (String, String) in
      let parts = word.split(separator: "=").map(String.init)
      return (parts[0], parts[1])
    }
    return Trips.line(second, words[0], names)
  }

  /// The lines that the only finding refers to; it is about the last line.
  private func seen(_ lines: [[String]]) throws -> [Int] {
    let written = lines.enumerated().map { line($0.offset, $0.element) }
    let result = Trips.replay(written, try OneLineASecond.rules(Self.text))
    #expect(result.findings.map(\.line) == [lines.count], "\(result.findings)")
    let slow = Trips.replay(
      written, try OneLineASecond.rules(Self.text), ReplayOptions(evaluator: true))
    #expect(slow.findings.map(\.because) == result.findings.map(\.because))
    return result.findings.first?.because ?? []
  }

  private static func passes(_ cab: String, _ count: Int) -> [[String]] {
    Array(repeating: ["pass", "cab=\(cab)"], count: count)
  }

  @Test("the line that set it, however many lines about others are between", arguments: [0, 2_000])
  func others(_ count: Int) throws {
    #expect(try seen([Self.take] + Self.passes("D", count) + [Self.take]) == [1])
  }

  @Test("the line that set it, and the latest about the same entity")
  func latest() throws {
    #expect(try seen([Self.take] + Self.passes("C", 3) + [Self.take]) == [1, 2, 3, 4])
  }

  @Test("of an event that introduces an entity, the line that set the other one")
  func setter() throws {
    let lines = [
      ["take", "cab=C"], ["order", "cab=C", "job=J"], ["pass", "cab=D"], ["grab", "job=J"],
    ]
    #expect(try seen(lines).contains(1))
  }

  @Test("the line that set it, if more lines about the same entity are between than are kept")
  func farBehind() throws {
    #expect(try seen([Self.take] + Self.passes("C", 20) + [Self.take]).contains(1))
  }

  @Test("the line that set it by way of another entity")
  func byReference() throws {
    let lines = [["order", "cab=C", "job=J"], ["grab", "job=J"], ["pass", "cab=C"], Self.take]
    #expect(try seen(lines).contains(2))
  }

  @Test("the line that set it for each entity")
  func forEach() throws {
    let lines = [
      ["observe", #"{"open":{"Z":false}}"#], ["pass", "cab=C"], ["openAll"], ["pass", "cab=D"],
      ["enter", "cab=C", "zone=Z"],
    ]
    #expect(try seen(lines).contains(3))
  }

  @Test("the observation that told it")
  func observed() throws {
    let rules = try OneLineASecond.rules(
      Self.text.replacing("busy:  Bool  = false", with: "busy:  Bool  = any"))
    let lines = [
      #"{"at":0,"observe":{"busy":{"C":true}}}"#, Trips.line(1, "pass", [("cab", "C")]),
      Trips.line(2, "take", [("cab", "C")]),
    ]
    let result = Trips.replay(lines, rules)
    #expect(result.findings.map(\.line) == [3])
    #expect(result.findings.first?.because.contains(1) == true)
  }
}
