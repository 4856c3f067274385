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
}
