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
  }
}
