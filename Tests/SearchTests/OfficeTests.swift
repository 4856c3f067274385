import Findings
import Rulebook
import Semantics
import Testing
import Verification

/// A small office, searched with and without all that makes searching fast.
@Suite struct OfficeTests {
  static let text = """
    rulebook Office
    requirements "none.tsv"

    type Stage = waiting | called | gone

    parameter patience = 5 min

    entity Desk
      queue: Queue<Ticket>
      open:  Bool = any

    entity Ticket
      stage: Stage = waiting
      since: Time
      ghost calls: Int = 0

    state drawn: Int = 0

    event open(desk: Desk) from clerk
      require not desk.open
      desk.open = true

    event draw(desk: Desk) from visitor -> new ticket: Ticket
      require desk.open
      ticket.since = now
      drawn += 1
      append ticket to desk.queue

    event call(desk: Desk, ticket: Ticket) from clerk
      require ticket is first t in desk.queue
      ticket.stage = called
      ticket.calls += 1
      remove ticket from desk.queue

    event leave(desk: Desk, ticket: Ticket) from clock
      require ticket in desk.queue
      due ticket.since + patience
      ticket.stage = gone
      remove ticket from desk.queue

    invariant fewTickets "There are not two tickets."
      all t, u: Ticket: t is u

    invariant neverBothCalled "Only one is ever called."
      all t, u: Ticket where t.stage is called and u.stage is called: t is u

    invariant shortQueues "No queue has two tickets."
      all d: Desk, t, u: Ticket where t in d.queue and u in d.queue: t is u

    invariant bothDesks "No two desks have tickets waiting."
      all c, d: Desk, t, u: Ticket where t in c.queue and u in d.queue: c is d

    invariant nobodyLeaves "Nobody leaves."
      all t: Ticket: t.stage is not gone

    invariant inOrder "Tickets are as old as each other."
      all t, u: Ticket: t.since is u.since

    invariant impatient "Nobody waits as long as patience lasts."
      all t: Ticket where t.stage is waiting: now < t.since + patience

    invariant patient "Nobody waits longer than patience lasts."
      all t: Ticket where t.stage is waiting: now <= t.since + patience

    step calledOnce after call "A ticket is called when nobody else was."
      before(no t: Ticket: t.stage is called)

    bounded waits "Nobody waits for two minutes."
      all t: Ticket: t.stage is waiting lasts at most 2 min

    reach allGone "Two visitors leave."
      some t, u: Ticket: t is not u and t.stage is gone and u.stage is gone
    """

  static let broken = [
    "fewTickets", "neverBothCalled", "shortQueues", "bothDesks", "nobodyLeaves", "inOrder",
    "impatient", "calledOnce", "waits",
  ]

  @Test(arguments: broken, [1, 2])
  func isAsShortAsTheNaiveSearchFinds(_ name: String, _ desks: Int) throws {
    let rules = try Fixture.rules(Self.text)
    let property = try rules.property(name)
    let naive = Naive(
      evaluator: Evaluator(rules), counts: [Core.ID(0): desks, Core.ID(1): 2], cap: 2)
    let least = try naive.leastSteps(breaking: property, atMost: desks == 1 ? 5 : 4)
    let scope = try Scope(parsing: "Desk=\(desks),Ticket=2", rules)
    switch try Searcher(rules, Searcher.Budget(scope: scope)).answer(
      to: .violation(property: property))
    {
    case .found(let found):
      let run = found.run
      #expect(run.steps.count == least)
      // Two tickets are two clocks: that no run is shorter is so, and not shown.
      #expect(!run.isShortest)
      #expect(!run.failure.isEmpty)
    case .nothing:
      #expect(least == nil)
    }
  }

  @Test func knownLengths() throws {
    let rules = try Fixture.rules(Self.text)
    let lengths = ["fewTickets": 2, "neverBothCalled": 4, "nobodyLeaves": 3, "impatient": 2]
    for (name, length) in lengths {
      #expect(try rules.refutation(of: name).steps.count == length, "\(name)")
    }
  }

  @Test func theWholeSpaceIsSearched() throws {
    let rules = try Fixture.rules(Self.text)
    let scope = try Scope(parsing: "Desk=1,Ticket=1", rules)
    let searcher = Searcher(rules, Searcher.Budget(scope: scope))
    for name in ["patient", "fewTickets"] {
      guard
        case .nothing(let scope, let steps, _) = try searcher.answer(
          to: .violation(property: rules.property(name)))
      else {
        Issue.record("\(name) is refuted")
        continue
      }
      #expect(steps == nil, "\(name)")
      #expect(scope == "Desk=1 Ticket≤1")
    }
  }

  @Test func budgetsEndTheSearch() throws {
    let rules = try Fixture.rules(Self.text)
    let property = try rules.property("neverBothCalled")
    var budget = Searcher.Budget(states: 10_000, steps: 3, randomSteps: 0)
    budget.scope = try Scope(parsing: "Desk=1,Ticket=2", rules)
    guard
      case .nothing(_, 3, _) = try Searcher(rules, budget).answer(
        to: .violation(property: property))
    else {
      Issue.record("not excluded up to three steps")
      return
    }
    budget.steps = 10
    budget.states = 3
    guard
      case .nothing(_, let steps?, _) = try Searcher(rules, budget).answer(
        to: .violation(property: property))
    else {
      Issue.record("found beyond the budget")
      return
    }
    #expect(steps < 3)
  }

  @Test func randomRunsAreShortened() throws {
    let rules = try Fixture.rules(Self.text)
    var budget = Searcher.Budget(states: 1, randomSteps: 40_000)
    budget.scope = try Scope(parsing: "Desk=2,Ticket=4", rules)
    let run = try rules.refutation(of: "nobodyLeaves", budget)
    #expect(!run.isShortest)
    #expect(run.steps.compactMap(\.event).suffix(2) == ["draw", "leave"])
    #expect(run.steps.last?.at == 300_000)
    #expect(run.scope == ["Desk=1", "Ticket≤1"])
  }

  @Test func theSameTwice() throws {
    let rules = try Fixture.rules(Self.text)
    for name in Self.broken {
      #expect(try rules.refutation(of: name) == rules.refutation(of: name), "\(name)")
    }
    let reach = try rules.property("allGone")
    let runs = try (0..<2).map { _ in try Searcher(rules).farWitnesses(of: [reach]).mapValues(\.run)
    }
    #expect(runs[0] == runs[1])
  }

  @Test func aRunIsToldInFull() throws {
    let rules = try Fixture.rules(Self.text)
    let run = try rules.refutation(of: "impatient")
    #expect(run.start == ["desk D1.open = true"])
    #expect(run.steps.map(\.event) == ["draw", nil])
    #expect(run.steps.map(\.at) == [0, 300_000])
    #expect(run.steps[0].arguments.map(\.value) == ["D1", "T1"])
    #expect(
      run.steps[0].changes.contains(
        Run.Change(place: "desk D1.queue", before: "[]", after: "[T1]")))
    #expect(
      run.failure == [
        "although: t.stage is waiting   (t = T1)", "fails: now < t.since + 5min   (t = T1)",
      ])
  }
}
