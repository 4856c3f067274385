import Findings
import Replay
import Testing

/// A name that no line has introduced is excused only if a hidden event may have introduced it.
@Suite("Names that hidden events introduce, or do not")
struct HiddenNameTests {
  private static let text = """
    rulebook Rides
    requirements "requirements.tsv"

    entity Driver
      rides: Int = 0

    entity Ride
      driver: Driver? = none

    entity Call

    event ask() from rider -> new ride: Ride

    event offer(ride: Ride, driver: Driver) from system -> new call: Call
      require ride.driver is none
      ride.driver = driver

    event accept(ride: Ride, driver: Driver) from driver
      require ride.driver is driver
      driver.rides += 1

    event answer(call: Call, driver: Driver) from driver
      driver.rides += 1
    """

  private func kinds(_ line: String, _ hidden: Set<String>) throws -> [Finding.Kind] {
    let lines = [Trips.line(0, "ask", [("ride", "R")]), line]
    let rules = try OneLineASecond.rules(Self.text)
    return Trips.replay(lines, rules, ReplayOptions(hidden: hidden)).findings.map(\.kind)
  }

  @Test("a logged event introduces it: wrong identity")
  func logged() throws {
    let accept = Trips.line(1, "accept", [("ride", "X"), ("driver", "D")])
    #expect(try kinds(accept, []) == [.identity])
    #expect(try kinds(accept, ["offer"]) == [.identity])
  }

  @Test("a hidden event introduces it: not decided, or inferred")
  func hidden() throws {
    let answer = Trips.line(1, "answer", [("call", "X"), ("driver", "D")])
    #expect(try kinds(answer, []) == [.identity])
    #expect(!(try kinds(answer, ["offer"]).contains(.identity)))
  }
}
