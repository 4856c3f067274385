import Findings
import Replay
import Testing

/// Unreadable lines before obligations, refusals, new entities and repeated events.
@Suite("Kinds of findings behind a line that could not be read")
struct UnreadKindTests {
  private static let calls = """
    rulebook Calls
    requirements "requirements.tsv"

    type Stage = open | offered | taken | over

    entity Driver

    entity Call
      stage:  Stage   = open
      madeAt: Time
      driver: Driver? = none

    event ask() from rider -> new call: Call
      call.madeAt = now

    event offer(call: Call, driver: Driver) from system
      require call.stage is open
      call.stage  = offered
      call.driver = driver

    event accept(call: Call, driver: Driver) from driver
      require call.stage is offered and call.driver is driver
      call.stage = taken

    event withdraw(call: Call) from rider
      require call.stage is open
      call.stage = over

    event lapse(call: Call) from clock
      require call.stage is open
      due call.madeAt + 20 s
      call.stage = over
    """

  private static let ask = #"{"at":0,"event":"ask","call":"A"}"#
  private static let later = #"{"at":30000,"event":"ask","call":"Z"}"#
  private static let last = #"{"at":31000,"event":"withdraw","call":"Z"}"#
  private static let offer = #"{"at":1000,"event":"offer","call":"A","driver":"D"}"#
  private static let refused =
    #"{"at":2000,"event":"accept","call":"A","driver":"D","outcome":"refused"}"#

  /// The lines, the findings that are violations, and those that are not decided.
  static let cases: [([String], [Int], [Int])] = [
    // The obligation itself, or what made an end of it, could not be read.
    ([ask, #"{"at":20000,"event":"lapse","ca"#, later, last], [], [3]),
    ([ask, #"{"at":9000,"event":"withdraw","call":"A","x":1}"#, later, last], [], [3]),
    // Another call has nothing to do with it, and one line excuses one obligation.
    ([ask, #"{"at":9000,"event":"withdraw","call":"B","x":1}"#, later, last], [3], []),
    ([ask, #"{"at":0,"event":"ask","call":"B"}"#, "?", later, last], [4], [4]),
    // A refusal may have been right.
    ([ask, offer, refused], [3], []),
    ([ask, offer, "?", refused], [], [4]),
    ([ask, "?", offer, refused], [4], []),
    // A call that nobody knows.
    (["?", offer], [], [2]),
    ([#"{"at":0,"event":"ask","call":7}"#, offer], [], [2]),
    ([#"{"at":0,"event":"ask","call":"B","x":1}"#, offer], [2], []),
    ([#"{"at":0,"event":"lapse","ca"#, offer], [2], []),
  ]

  @Test("what one event explains is not decided, and no more than that", arguments: cases)
  func kinds(_ lines: [String], violations: [Int], open: [Int]) throws {
    let result = Trips.replay(lines, try OneLineASecond.rules(Self.calls))
    let found = Dictionary(grouping: result.findings) { $0.kind == .unknown }
    #expect((found[false] ?? []).map(\.line) == violations, "\(result.findings)")
    #expect((found[true] ?? []).map(\.line) == open, "\(result.findings)")
    #expect((found[true] ?? []).allSatisfy { $0.undecidedBy != nil })
    #expect(result.verdict == (violations.isEmpty ? .inconclusive : .violates))
  }
}
