import Findings
import Rulebook
import Testing
import Verification

@Suite("Of what only some is tried") struct SampledTests {
  /// Bikes with something of a type, and what is said of them.
  private func bikes(
    _ fields: String, _ rest: String, _ invariant: String, declaring types: String = ""
  ) throws -> Core.Rules {
    try Fixture.rules(
      """
      rulebook Bikes
      requirements "none.tsv"

      \(types)

      entity Bike
      \(fields)

      \(rest)

      invariant kept
        \(invariant)

      """)
  }

  /// What is said of `kept`, of which no run is found.
  private func sampled(_ rules: Core.Rules, _ scope: String = "Bike=1") throws -> Set<Sampled>? {
    let budget = Searcher.Budget(
      states: 3_000, randomSteps: 300, scope: try Scope(parsing: scope, rules))
    let question = Searcher.Question.violation(property: try rules.property("kept"))
    let outcome = try Searcher(rules, budget).answer(to: question)
    guard case .nothing(_, _, let sampled) = outcome else {
      Issue.record("\(outcome)")
      return nil
    }
    return sampled
  }

  @Test(
    "A range that is open is tried whole, or at its ends where it is wide", arguments: [16, 17])
  func openRange(_ upper: Int) throws {
    let rules = try bikes(
      "  grade: Grade = any", "event stand(bike: Bike) from member\n  require bike.grade is 1",
      "no b: Bike: 2 * b.grade is \(upper + 1) and b.grade < 0",
      declaring: "type Grade = 1...\(upper)")
    #expect(try sampled(rules) == (upper == 16 ? [] : [.values]))
  }

  @Test("Of a range that an event is given, some; all where the rules name all")
  func givenRange() throws {
    func rules(_ upper: Int) throws -> Core.Rules {
      try bikes(
        "  grade: Grade = 1", "event rate(bike: Bike, g: Grade) from member\n  bike.grade = g",
        "no b: Bike: 7 * b.grade is 26", declaring: "type Grade = 1...\(upper)")
    }
    #expect(try sampled(rules(16)) == [])
    #expect(try sampled(rules(17)) == [.values])
  }

  @Test(
    "Of numbers, lengths of time and instants that an event is given, some",
    arguments: ["Int", "Duration", "Time"])
  func givenNumbers(_ type: String) throws {
    let rules = try bikes(
      "  paid: Bool = false",
      "event pay(bike: Bike, n: \(type), m: \(type)) from member\n"
        + "  require n < m and m < n\n  bike.paid = true",
      "no b: Bike: b.paid")
    #expect(try sampled(rules)?.contains(.values) == true)
  }

  @Test("What nothing reads is no choice")
  func unread() throws {
    let rules = try bikes(
      "  paid: Bool = false\n  times: Int = any",
      "event pay(bike: Bike, n: Int) from member\n  bike.times = n",
      "no b: Bike: b.paid")
    #expect(try sampled(rules) == [])
  }

  @Test("An instant that is open is the present one")
  func openInstant() throws {
    let rules = try bikes(
      "  at: Time = any\n  opened: Bool = false",
      "event open(bike: Bike) from member\n  require now < bike.at\n  bike.opened = true",
      "no b: Bike: b.opened")
    #expect(try sampled(rules) == [.values])
  }

  /// A bike that was taken comes back, and keeps for how long it was away.
  private func taken(spent: String, _ invariant: String) throws -> Core.Rules {
    try bikes(
      """
        since: Time?    = none
        spent: Duration = 0 s
      """,
      """
      event take(bike: Bike) from member
        bike.since = now

      event back(bike: Bike) from member
        require bike.since is not none
        bike.spent = \(spent)
        bike.since = none
      """, invariant)
  }

  @Test("What reckons with the time may need any instant")
  func arithmetic() throws {
    let kept = try taken(spent: "now - bike.since", "no b: Bike: 2 * b.spent is 75 s")
    #expect(try sampled(kept) == [.instants])
    let compared = try taken(
      spent: "0 s",
      "all b: Bike where b.since is not none: 2 * (now - b.since) >= 0 s or b.spent > 0 s")
    #expect(try sampled(compared) == [.instants])
  }

  @Test(
    "It is not asked when what is written, said of a step or about a number turns",
    arguments: [
      ("  bike.late = now >= bike.since! + 5 s", "", "all b: Bike: not b.late"),
      (
        "  require now is bike.since! + grade * 5 s\n  bike.late = true", "",
        "all b: Bike: not b.late"
      ),
      (
        "  require bike.since! <= now",
        "step early after back\n  before(bike.since is none or now is not bike.since + 5 s)",
        "all b: Bike: not b.late"
      ),
    ])
  func unasked(_ effect: String, _ step: String, _ invariant: String) throws {
    let rules = try bikes(
      """
        since: Time? = none
        late:  Bool  = false
      """,
      """
      event take(bike: Bike) from member
        require bike.since is none
        bike.since = now

      event back(bike: Bike, grade: Grade) from member
        require bike.since is not none
      \(effect)

      \(step)
      """, invariant, declaring: "type Grade = 1...2")
    let name = step.isEmpty ? "kept" : "early"
    let budget = Searcher.Budget(
      states: 3_000, steps: 2, randomSteps: 0, scope: try Scope(parsing: "Bike=1", rules))
    let outcome = try Searcher(rules, budget).answer(
      to: .violation(property: rules.property(name)))
    guard case .nothing(_, _, [.instants]) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("Of one clock, all that matters is tried")
  func oneClock() throws {
    let rules = try taken(
      spent: "0 s",
      "all b: Bike where b.since is not none: b.since + 5 s <= now or b.spent < 1 s")
    #expect(try sampled(rules) == [])
    #expect(try sampled(rules, "Bike=2") == [.instants])
  }

  @Test("That no run is shorter is said with one clock, not with two", arguments: [1, 2])
  func shortest(_ bikes: Int) throws {
    let rules = try taken(
      spent: "0 s", "all b: Bike where b.since is not none: now <= b.since + 5 s")
    let budget = Searcher.Budget(scope: try Scope(parsing: "Bike=\(bikes)", rules))
    let outcome = try Searcher(rules, budget).answer(
      to: .violation(property: rules.property("kept")))
    guard case .found(let found) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(found.run.steps.count == 2)
    #expect(found.run.isShortest == (bikes == 1))
  }

  /// How far the instants of two events lie apart is known to nothing that turns.
  private func twoClocks() throws -> Core.Rules {
    try bikes(
      "  a: Time? = none\n  b: Time? = none",
      """
      event first(bike: Bike) from member
        require bike.a is none
        bike.a = now

      event second(bike: Bike) from member
        require bike.b is none
        bike.b = now
      """,
      """
      no x: Bike: x.a is not none and x.b is not none
          and now is x.a + 4 s and now is x.b + 2 s
      """)
  }

  @Test("Of two clocks it matters how far they are apart")
  func severalClocks() throws {
    #expect(try sampled(twoClocks()) == [.instants])
  }

  @Test("Random runs may find what a search to the end of what it tries does not")
  func hunted() throws {
    let rules = try twoClocks()
    let question = Searcher.Question.violation(property: try rules.property("kept"))
    guard case .found(let found) = try Searcher(rules).answer(to: question) else {
      Issue.record("not found")
      return
    }
    #expect(!found.run.isShortest)
    #expect(found.run.steps.map(\.at).max() == 4_000)
  }

  @Test("Starts that are too many to be listed are not all tried")
  func starts() throws {
    let rules = try bikes(
      "  a: Bool = any\n  b: Bool = any\n  c: Bool = any", "",
      "all x: Bike: not x.a or not x.b or not x.c or x.a")
    let budget = Searcher.Budget(
      states: 3_000, randomSteps: 300, scope: try Scope(parsing: "Bike=6", rules))
    let outcome = try Searcher(rules, budget).answer(
      to: .violation(property: rules.property("kept")))
    guard case .nothing(_, 0, [.values]) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("The slow twin tries as much")
  func slowly() throws {
    let rules = try twoClocks()
    var budget = Searcher.Budget(
      states: 3_000, randomSteps: 300, scope: try Scope(parsing: "Bike=1", rules))
    budget.isSlow = true
    let outcome = try Searcher(rules, budget).answer(
      to: .violation(property: rules.property("kept")))
    guard case .nothing(_, nil, [.instants]) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }
}
