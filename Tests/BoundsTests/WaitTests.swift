import Findings
import Rulebook
import Testing
import Verification

@Suite("The worst in small scopes") struct WaitTests {
  private func searcher(_ rules: Core.Rules, _ scope: String? = nil) throws -> Searcher {
    var budget = Searcher.Budget()
    budget.scope = try scope.map { try Scope(parsing: $0, rules) }
    return Searcher(rules, budget)
  }

  @Test("The longest wait of a scope is found, and is known to be it")
  func longest() throws {
    let rules = try Counter.rules()
    for (name, minutes) in [("answered", 15), ("callEnds", 5)] as [(String, Int64)] {
      for tickets in 1...2 {
        let wait = try Counter.bound(name, rules).wait
        let found = try searcher(rules, "Ticket=\(tickets)").longest(wait)
        #expect(found.map(\.length) == [minutes * 60_000])
      }
    }
  }

  @Test("Of a scope that is not searched to its end nothing is said")
  func budget() throws {
    let rules = try Counter.rules()
    let wait = try Counter.bound("answered", rules).wait
    #expect(try Searcher(rules, Searcher.Budget(steps: 3)).longest(wait).isEmpty)
    #expect(try Searcher(rules, Searcher.Budget(states: 5)).longest(wait).isEmpty)
  }

  @Test("What ends goes on for ever nowhere")
  func endsEverywhere() throws {
    let rules = try Counter.rules()
    let bounds = Bound.all(of: rules)
    #expect(bounds.count == 2)
    for bound in bounds {
      #expect(try searcher(rules).endless(bound.wait) == nil)
    }
  }

  @Test("A wait that comes back to where it was is a lasso")
  func lasso() throws {
    let rules = try Counter.rules(Counter.uncapped)
    let endless = try #require(
      try searcher(rules).endless(Counter.bound("answered", rules).wait))
    #expect(endless.period == 300_000)
    #expect(endless.joining == nil)
    #expect(
      endless.run.steps.dropFirst(endless.before).compactMap(\.event).sorted() == [
        "call", "missed",
      ])
    #expect(endless.run.steps.last.map { $0.at } == 300_000)
    #expect(try searcher(rules).endless(Counter.bound("callEnds", rules).wait) == nil)
  }

  @Test("Where nothing holds time up a wait needs no round")
  func stalled() throws {
    let text = Counter.capped.replacing(
      "event missed(ticket: Ticket) from clock", with: "event missed(ticket: Ticket) from visitor"
    )
    .replacing("  due ticket.calledAt! + patience\n", with: "")
    let rules = try Counter.rules(text)
    let endless = try #require(
      try searcher(rules).endless(Counter.bound("callEnds", rules).wait))
    #expect(endless.period == nil)
    #expect(endless.run.steps.compactMap(\.event) == ["draw", "call"])
  }

  /// A ticket is handed to one clerk after the other, who comes, keeps it, and leaves.
  static let clerks = """
    rulebook Clerks
    requirements "none.tsv"

    type Stage = queued | called | served

    parameter patience = 5 min

    entity Clerk
      isHere: Bool = false

    entity Ticket
      stage:    Stage = queued
      clerk:    Clerk? = none
      since:    Time
      calledAt: Time? = none
      tried:    Set<Clerk>
      ghost calls: Int = 0

    event draw() from visitor -> new ticket: Ticket
      ticket.since = now

    event come(clerk: Clerk) from staff
      require not clerk.isHere
      clerk.isHere = true

    event leave(clerk: Clerk) from staff
      require clerk.isHere
      require no t: Ticket: t.stage is called and t.clerk is clerk
      clerk.isHere = false

    event call(ticket: Ticket, clerk: Clerk) from system
      require ticket.stage is queued and clerk.isHere and clerk not in ticket.tried
      ticket.stage    = called
      ticket.clerk    = clerk
      ticket.calledAt = now
      ticket.calls   += 1
      add clerk to ticket.tried

    event missed(ticket: Ticket) from clock
      require ticket.stage is called
      due ticket.calledAt! + patience
      ticket.stage = queued
      ticket.clerk = none

    event close(ticket: Ticket) from system
      require ticket.stage is queued and no c: Clerk: c.isHere and c not in ticket.tried
      ticket.stage = served

    prompt noDelay "Who is queued is called, or served, at once."
      all t: Ticket: t.stage is queued lasts at most 0 s

    invariant answered "Nobody waits longer than his calls take."
      all t: Ticket where t.stage in {queued, called}: now <= t.since + t.calls * patience
    """

  @Test("Rounds that each need somebody new go on as long as there is one")
  func joining() throws {
    let rules = try Counter.rules(Self.clerks)
    let wait = try Counter.bound("answered", rules).wait
    let endless = try #require(try searcher(rules).endless(wait))
    #expect(endless.joining == "Clerk")
    #expect(endless.period == 300_000)
    // In a scope that is given there are so many clerks, and no more.
    let longest = try (1...3).map { try searcher(rules, "Clerk=\($0),Ticket=1").longest(wait) }
    #expect(longest.map { $0.map(\.length) } == [[300_000], [600_000], [900_000]])
  }

  @Test("Those who are left behind in an order can be told apart")
  func ordered() throws {
    let text = Self.clerks.replacing("tried:    Set<Clerk>", with: "tried:    Queue<Clerk>")
      .replacing("add clerk to ticket.tried", with: "append clerk to ticket.tried")
    let rules = try Counter.rules(text)
    #expect(try searcher(rules).endless(Counter.bound("answered", rules).wait) == nil)
  }

  @Test("A rule that counts those who were used up ends the rounds")
  func counted() throws {
    let text = Self.clerks.replacing(
      "  require ticket.stage is queued and clerk.isHere and clerk not in ticket.tried\n",
      with: """
          require ticket.stage is queued and clerk.isHere and clerk not in ticket.tried
          require no a, b: Clerk: a is not b and a in ticket.tried and b in ticket.tried

        """
    ).replacing(
      "no c: Clerk: c.isHere and c not in ticket.tried",
      with: "(no c: Clerk: c.isHere and c not in ticket.tried)")
    let rules = try Counter.rules(text)
    #expect(try searcher(rules).endless(Counter.bound("answered", rules).wait) == nil)
  }
}
