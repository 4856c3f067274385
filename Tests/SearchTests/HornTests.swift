import Rulebook
import Solver
import Testing
import Verification

/// Horn clauses of one scope, answered by Spacer, against a search that looks at all there is.
@Suite struct HornTests {
  private static let text = """
    rulebook Ferry
    requirements "none.tsv"

    type Stage = waiting | aboard | over

    parameter crossing = 10 min

    entity Ferry
      queue:  Queue<Car>
      deck:   Set<Car>
      sailed: Time? = none

    entity Car
      stage: Stage = waiting
      ferry: Ferry? = none
      since: Time

    event come(ferry: Ferry) from driver -> new car: Car
      car.since = now
      append car to ferry.queue

    event load(ferry: Ferry, car: Car) from crew
      require ferry.sailed is none
      require car is first c in ferry.queue
      remove car from ferry.queue
      add car to ferry.deck
      car.stage = aboard
      car.ferry = ferry

    event sail(ferry: Ferry) from crew
      require ferry.sailed is none
      require some c in ferry.deck: c.stage is aboard
      ferry.sailed = now

    event land(ferry: Ferry, car: Car) from clock
      require car in ferry.deck and ferry.sailed is not none
      due ferry.sailed + crossing
      remove car from ferry.deck
      car.stage = over
      car.ferry = none

    event back(ferry: Ferry) from crew
      require ferry.sailed is not none
      require no c: Car: c in ferry.deck
      ferry.sailed = none

    event clearDecks() from crew
      each c: Car where c.stage is aboard and c.ferry is not none:
        c.stage = over
        c.ferry = none
        remove c from c.ferry.deck

    event turn(ferry: Ferry, car: Car) from driver
      require car in ferry.queue
      move car to end of ferry.queue

    invariant oneFerry "Nobody is on two ferries."
      all f, g: Ferry, c: Car where c in f.deck and c in g.deck: f is g

    invariant linked "Who is aboard knows where."
      all c: Car where c.stage is aboard: c.ferry is not none and c in c.ferry.deck

    invariant inTime "Nobody is at sea for longer than it takes."
      all f: Ferry, c: Car where c in f.deck and f.sailed is not none: now <= f.sailed + crossing

    invariant neverTwo "There are never two aboard."
      all c, d: Car where c.stage is aboard and d.stage is aboard: c is d

    invariant neverOver "Nobody arrives."
      all c: Car: c.stage is not over

    invariant inOrder "Who came first is loaded first."
      all c, d: Car where c.stage is aboard and d.stage is waiting: c.since <= d.since

    step emptied after back "Nobody is left on it."
      no c: Car: c in ferry.deck

    step loaded after load "Who is loaded was the last in line."
      before(car is last c in ferry.queue)

    """

  @Test(arguments: ["Ferry=1,Car=1", "Ferry=1,Car=2", "Ferry=2,Car=1"])
  func spacerAgreesWithTheSearch(_ scope: String) throws {
    let rules = try Fixture.rules(Self.text)
    let scope = try Scope(parsing: scope, rules)
    let searcher = Searcher(rules, Searcher.Budget(randomSteps: 0, scope: scope))
    for (index, property) in rules.properties.enumerated() {
      let script = try #require(searcher.hornScript(breaking: index, in: scope), "\(property.name)")
      let answer = try HornQuestion(script).answer(within: 120)
      switch try searcher.answer(to: .violation(property: index)) {
      case .found: #expect(answer == .unsatisfiable, "\(property.name)")
      case .nothing: #expect(answer == .satisfiable, "\(property.name)")
      }
    }
  }

  @Test func whatHasNoForm() throws {
    let rules = try Fixture.shipped("MyTaxiService")
    let scope = Scope(rules, each: 1, introduced: 1)
    func script(_ name: String) throws -> String? {
      Searcher(rules).hornScript(breaking: try rules.property(name), in: scope)
    }
    #expect(try script("offerTold") == nil)
    #expect(try script("offerAnswered") == nil)
    #expect(try script("idle") != nil)
  }

  @Test func noScriptIsAMistake() {
    #expect(throws: SolverError.self) { try HornQuestion("(assert").answer(within: 1) }
  }
}
