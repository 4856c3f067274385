import Findings
import Replay
import Rulebook
import Testing

/// Observations that differ from the state: readings that lag, wrong readings, wrong states.
@Suite("Observations")
struct ObservationTests {
  static let fleet = """
    rulebook Fleet
    requirements "requirements.tsv"

    type Stage = open | fetched | done
    type Mode  = free | kept | busy

    entity Stand
      queue: Queue<Taxi>
      modes: (Taxi) -> Mode = free

    entity Taxi
      occupied: Bool = false
      reports:  Int  = 0

    entity Ride
      stage: Stage = open
      taxi:  Taxi? = none

    state rides: Int = 0

    event ask() from rider -> new ride: Ride
      rides = rides + 1

    event fetch(ride: Ride, taxi: Taxi) from driver
      require ride.stage is open
      require not taxi.occupied
      ride.stage    = fetched
      ride.taxi     = taxi
      taxi.occupied = true

    event drop(ride: Ride) from driver
      require ride.stage is fetched
      require ride.taxi is not none
      ride.stage         = done
      ride.taxi.occupied = false

    event join(stand: Stand, taxi: Taxi) from driver
      require taxi not in stand.queue
      append taxi to stand.queue

    event leave(stand: Stand, taxi: Taxi) from driver
      require taxi in stand.queue
      remove taxi from stand.queue

    event yield(stand: Stand, taxi: Taxi) from driver
      require taxi in stand.queue
      remove taxi from stand.queue
      append taxi to stand.queue

    event put(stand: Stand, taxi: Taxi, mode: Mode) from driver
      stand.modes(taxi) = mode

    event report(taxi: Taxi) from driver
      taxi.reports = taxi.reports + 1
    """

  private static let asked = #"{"at":1000,"event":"ask","ride":"R1"}"#
  private static let fetched = #"{"at":2000,"event":"fetch","ride":"R1","taxi":"T1"}"#
  private static let dropped = #"{"at":9000,"event":"drop","ride":"R1"}"#

  private static func at(_ instant: Int, _ facts: String) -> String {
    #"{"at":\#(instant),"observe":{\#(facts)}}"#
  }

  /// The lines, and those that are found exactly and with a tolerance of a second.
  static let lagging: [([String], [Int], [Int])] = [
    ([asked, fetched, at(2500, #""occupied":{"T1":false}"#)], [3], []),
    ([asked, fetched, at(3001, #""occupied":{"T1":false}"#)], [3], [3]),
    ([asked, fetched, at(2500, #""stage":{"R1":"done"}"#)], [3], [3]),
    ([asked, at(1900, #""rides":0"#)], [2], []),
    ([asked, at(2100, #""rides":0"#)], [2], [2]),
    (
      [
        #"{"at":0,"event":"join","stand":"S1","taxi":"T1"}"#,
        #"{"at":500,"event":"join","stand":"S1","taxi":"T2"}"#,
        #"{"at":800,"event":"leave","stand":"S1","taxi":"T1"}"#,
        at(1000, #""queue":{"S1":["T1"]}"#),
      ], [4], []
    ),
    (
      [
        #"{"at":0,"event":"join","stand":"S1","taxi":"T1"}"#,
        #"{"at":500,"event":"join","stand":"S1","taxi":"T2"}"#,
        #"{"at":800,"event":"leave","stand":"S1","taxi":"T1"}"#,
        at(1000, #""queue":{"S1":["T2","T1"]}"#),
      ], [4], [4]
    ),
    (
      [
        #"{"at":0,"event":"put","stand":"S1","taxi":"T1","mode":"kept"}"#,
        #"{"at":500,"event":"put","stand":"S1","taxi":"T1","mode":"busy"}"#,
        at(1000, #""modes":{"S1":{"T1":"kept"}}"#),
      ], [3], []
    ),
    (
      [
        #"{"at":0,"event":"put","stand":"S1","taxi":"T1","mode":"kept"}"#,
        at(1000, #""modes":{"S1":{"T1":"free"}}"#),
      ], [2], []
    ),
    (
      [
        #"{"at":0,"event":"put","stand":"S1","taxi":"T1","mode":"kept"}"#,
        at(1500, #""modes":{"S1":{"T1":"free"}}"#),
      ], [2], [2]
    ),
    // What a queue holds while one line changes it nobody can read: neither while an event does,
    // nor while an observation is believed.
    (
      [
        #"{"at":0,"event":"join","stand":"S1","taxi":"T1"}"#,
        #"{"at":100,"event":"join","stand":"S1","taxi":"T2"}"#,
        #"{"at":2000,"event":"yield","stand":"S1","taxi":"T1"}"#,
        at(2100, #""queue":{"S1":["T2"]}"#),
      ], [4], [4]
    ),
    (
      [
        #"{"at":0,"event":"join","stand":"S1","taxi":"T1"}"#,
        at(2000, #""queue":{"S1":["T2","T3"]}"#),
        at(2100, #""queue":{"S1":["T2"]}"#),
      ], [2, 3], [2, 3]
    ),
    // Two lines of one instant are two lines.
    (
      [
        #"{"at":0,"event":"join","stand":"S1","taxi":"T1"}"#,
        #"{"at":0,"event":"join","stand":"S1","taxi":"T2"}"#,
        #"{"at":500,"event":"report","taxi":"T1"}"#,
        at(900, #""queue":{"S1":["T1"]}"#),
      ], [4], []
    ),
  ]

  @Test("a value that a place held within the tolerance is right", arguments: lagging)
  func lag(lines: [String], exact: [Int], tolerant: [Int]) throws {
    for evaluator in [false, true] {
      func found(_ tolerance: Int64) throws -> TraceResult {
        try Self.replay(lines, ReplayOptions(tolerance: tolerance, evaluator: evaluator))
      }
      #expect(try found(0).findings.map(\.line) == exact, "evaluator \(evaluator)")
      let result = try found(1_000)
      #expect(result.findings.map(\.line) == tolerant, "evaluator \(evaluator)")
      #expect(result.needsTolerance == tolerant.isEmpty)
    }
  }

  @Test("a reading that comes late is held against what was so at its instant")
  func late() throws {
    let lines = [
      Self.asked, Self.fetched, Self.dropped, #"{"at":20000,"event":"report","taxi":"T1"}"#,
      Self.at(8500, #""stage":{"R1":"fetched"}"#),
    ]
    for evaluator in [false, true] {
      let result = try Self.replay(lines, ReplayOptions(tolerance: 1_000, evaluator: evaluator))
      #expect(result.findings.map(\.kind) == [.order], "evaluator \(evaluator)")
    }
  }

  @Test("a wrong reading is one finding if later lines agree with the state")
  func wrongReading() throws {
    let lines = [
      Self.asked, Self.fetched, #"{"at":3000,"event":"ask","ride":"R2"}"#, Self.dropped,
      Self.at(9500, #""stage":{"R1":"fetched"},"occupied":{"T1":true}"#),
      #"{"at":10000,"event":"fetch","ride":"R2","taxi":"T1"}"#,
      Self.at(11000, #""stage":{"R1":"done"},"occupied":{"T1":true}"#),
    ]
    let result = try Self.replay(lines)
    #expect(result.findings.map(\.line) == [5])
    #expect(result.findings.first?.repair == "the state is kept: later lines agree with it")
    #expect(result.findings.first?.alongside?.map(\.rule) == ["Taxi.occupied"])
    // A fault of the same taxi behind it is told.
    let more = try Self.replay(
      lines + [#"{"at":12000,"event":"fetch","ride":"R2","taxi":"T1"}"#])
    #expect(more.findings.map(\.line) == [5, 8])
  }

  @Test("a wrong state is one finding if later lines agree with the reading")
  func wrongState() throws {
    // The line of the fetching is missing.
    let result = try Self.replay([
      Self.asked, Self.at(3000, #""stage":{"R1":"fetched"}"#),
      Self.at(4000, #""stage":{"R1":"fetched"}"#), Self.at(5000, #""stage":{"R1":"fetched"}"#),
    ])
    #expect(result.findings.map(\.line) == [2])
    #expect(result.findings.first?.repair == "the observation is believed")
  }

  private static func replay(
    _ lines: [String], _ options: ReplayOptions = ReplayOptions()
  ) throws -> TraceResult {
    var replayer = Replayer(try OneLineASecond.rules(fleet), options: options)
    replayer.feed(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    replayer.endOfTrace()
    return replayer.finish()
  }
}
