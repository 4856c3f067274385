import Findings
import Replay
import Testing

/// The nearest explanation, or none: without `--reorder` no line is taken to belong minutes before
/// its place.
@Suite("How far away an explanation may be")
struct NearestExplanationTests {
  private static let text = """
    rulebook Hail
    requirements "requirements.tsv"

    type Stage = open | assigned | withdrawn | done

    entity Driver
      onRide: Bool = false
      inbox:  Set<Ride>

    entity Ride
      stage:  Stage   = open
      driver: Driver? = none

    event request() from rider -> new ride: Ride

    event offer(ride: Ride, driver: Driver) from system
      require ride.stage is open
      require not driver.onRide
      add ride to driver.inbox

    event accept(ride: Ride, driver: Driver) from driver
      require ride in driver.inbox
      require ride.stage is open
      require not driver.onRide
      ride.stage    = assigned
      ride.driver   = driver
      driver.onRide = true

    event withdraw(ride: Ride) from rider
      require ride.stage is open
      ride.stage = withdrawn

    event finish(ride: Ride) from driver
      require ride.stage is assigned
      ride.stage          = done
      ride.driver!.onRide = false

    invariant one "A driver has one ride at most."
      all r, s: Ride where r.stage is assigned and s.stage is assigned and r.driver is s.driver: r is s

    invariant flag "A driver is on a ride exactly if a ride has it."
      all d: Driver: d.onRide iff some r: Ride: r.stage is assigned and r.driver is d
    """

  /// A driver on a ride is offered another one at second 181; the ride ends at this second.
  private func replay(end: Int, _ between: [String] = []) throws -> TraceResult {
    let ride = [("ride", "R1")]
    let other = [("ride", "R3")]
    let driver = [("driver", "D1")]
    let lines =
      [
        Trips.line(1, "request", ride), Trips.line(2, "offer", ride + driver),
        Trips.line(6, "accept", ride + driver), Trips.line(180, "request", other),
        Trips.line(181, "offer", other + driver),
      ] + between + [
        Trips.line(end, "finish", ride),
        #"{"at":\#((end + 30) * 1_000),"observe":{"onRide":{"D1":false}}}"#,
      ]
    return Trips.replay(lines, try OneLineASecond.rules(Self.text))
  }

  @Test("an end minutes later explains no offer", arguments: [360, 1_200, 3_300, 7_200])
  func far(end: Int) throws {
    for between in [[], [Trips.line(200, "withdraw", [("ride", "R3")])]] {
      let result = try replay(end: end, between)
      #expect(result.findings.map(\.line) == [5])
      #expect(result.findings.first?.because.contains(3) == true)
      #expect(result.findings.first?.repair?.contains("was taken as coming before") == false)
    }
  }

  /// The fault is in the first line of the trace, and the lines behind it show its cause.
  @Test("the first line is explained like any other")
  func first() throws {
    let lines = [
      Trips.line(1, "offer", [("ride", "R1"), ("driver", "D1")]),
      Trips.line(1, "request", [("ride", "R1")]),
      Trips.line(2, "accept", [("ride", "R1"), ("driver", "D1")]),
    ]
    let rules = try OneLineASecond.rules(Self.text)
    let late = Trips.replay(lines, rules)
    #expect(late.findings.map(\.line) == [1], "\(late.findings)")
    #expect(late.findings.first?.repair == "line 2, request, was taken as coming before it")
    let behind = Trips.replay([Trips.line(0, "request", [("ride", "R0")])] + lines, rules)
    #expect(behind.findings.map(\.line) == [2], "\(behind.findings)")
  }
}
