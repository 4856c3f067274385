import Findings
import Rulebook
import Testing
import Verification

@Suite struct LassoTests {
  @Test(
    "A clock that no guard reads is no progress",
    arguments: ["", "bounded b\n  all r: Ride: not r.over lasts at most 3 s\n"])
  func clocks(_ property: String) throws {
    let rules = try Fixture.rules(
      """
      rulebook Rides
      requirements "none.tsv"

      entity Ride
        over: Bool = false

      event begin() from system -> new ride: Ride

      """ + property)
    let budget = Searcher.Budget(states: 1_000, randomSteps: 0)
    let answer = try Searcher(rules, budget).answers(to: [.lasso])[.lasso]
    guard case .found(let found)? = answer else {
      Issue.record("\(answer as Any)")
      return
    }
    #expect(found.run.steps.map(\.event) == ["begin"])
    #expect(
      found.run.failure == [
        "these steps of the server's own lead back to where they began, but for new entities, "
          + "and need no time"
      ])
  }

  @Test("Entities that were introduced before the cycle are not said to be new")
  func newBefore() throws {
    let rules = try Fixture.rules(
      """
      rulebook Rides
      requirements "none.tsv"

      entity Ride
        over: Bool = false

      event begin() from rider -> new ride: Ride

      event finish(ride: Ride) from system
        require not ride.over
        ride.over = true

      event resume(ride: Ride) from system
        require ride.over
        ride.over = false

      """)
    let budget = Searcher.Budget(states: 1_000, randomSteps: 0)
    guard case .found(let found)? = try Searcher(rules, budget).answers(to: [.lasso])[.lasso] else {
      Issue.record("not found")
      return
    }
    #expect(found.run.steps.map(\.event) == ["begin", "finish", "resume"])
    #expect(
      found.run.failure == [
        "these steps of the server's own lead back to where they began, and need no time"
      ])
  }
}
