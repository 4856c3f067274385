import Findings
import Rulebook
import Testing
import Verification

/// The search over words against the same search on the evaluator: the same runs, told alike.
@Suite struct SlowTwinTests {
  private func answers(
    _ rules: Core.Rules, _ scope: String, _ states: Int, isSlow: Bool
  ) throws -> [String: String] {
    // What is left to random runs is the same code in both.
    var budget = Searcher.Budget(
      states: states, steps: 6, randomSteps: 0, scope: try Scope(parsing: scope, rules, others: 1))
    budget.isSlow = isSlow
    var told: [String: String] = [:]
    for (index, property) in rules.properties.enumerated() {
      let questions: [Searcher.Question] = [.violation(property: index), .witness(property: index)]
      for (question, outcome) in try Searcher(rules, budget).answers(to: questions) {
        guard case .found(let found) = outcome else { continue }
        // That none is shorter is claimed of what was left out, which differs.
        told["\(property.name) \(question)"] = "\(found.run)".replacing(
          "isShortest: true", with: "isShortest: false")
      }
    }
    return told
  }

  @Test(arguments: ["Desk=1,Ticket=2", "Desk=2,Ticket=2", "Desk=3,Ticket=1"])
  func office(_ scope: String) throws {
    let rules = try Fixture.rules(OfficeTests.text)
    let fast = try answers(rules, scope, 20_000, isSlow: false)
    #expect(fast.count >= 3)
    #expect(fast == (try answers(rules, scope, 20_000, isSlow: true)))
  }

  /// Stamps, and messages that are sent again, which only the slow search takes as they come.
  @Test(arguments: ["Doctor=1,Patient=2", "Doctor=2,Patient=1", "Doctor=1,Patient=3"])
  func clinic(_ scope: String) throws {
    let rules = try Fixture.rules(Self.clinicText)
    let fast = try answers(rules, scope, 100_000, isSlow: false)
    #expect(fast.count >= 4)
    let slow = try answers(rules, scope, 100_000, isSlow: true)
    #expect(slow.keys.sorted() == fast.keys.sorted())
    for (question, run) in slow { #expect(run == fast[question], "\(question)") }
  }

  /// What is done to each, and who is told of it.
  @Test(arguments: ["Desk=1,Agent=2", "Desk=2,Agent=2", "Desk=1,Agent=3"])
  func shift(_ scope: String) throws {
    let rules = try Fixture.rules(Self.shiftText)
    let fast = try answers(rules, scope, 20_000, isSlow: false)
    #expect(fast.count >= 3)
    #expect(fast == (try answers(rules, scope, 20_000, isSlow: true)))
  }

  private static let shiftText = """
    rulebook Shift
    requirements "none.tsv"

    entity Desk
      line:   Queue<Agent>
      team:   Set<Agent>
      strict: Bool = false

    entity Agent
      free: Bool = true
      rank: Int  = 0

    message over(rank: Int)

    event rise(agent: Agent) from chief
      require agent.rank < 2
      agent.rank += 1

    event begin(agent: Agent, desk: Desk) from agent
      require agent.free and agent not in desk.line
      agent.free = false
      append agent to desk.line
      add agent to desk.team

    event end(desk: Desk) from chief
      each a in desk.line where a.rank > 0: a.free = true
      notify each a in desk.line over(a.rank)
      clear desk.line

    event leave(desk: Desk) from chief
      each a: Agent where a.free: remove a from desk.team

    event tighten(desk: Desk) from chief
      case desk.strict
        each a in desk.team: a.rank = 3
      otherwise
        desk.strict = true

    invariant few "Nobody is of rank three."
      no a: Agent: a.rank is 3

    invariant left "Who is free is in no line."
      all d: Desk, a in d.line: not a.free

    reach told after end "Two are told."
      some a: Agent, b: Agent: notified(a, over(1)) and notified(b, over(2))

    reach gone "Somebody has left, and somebody has not."
      some d: Desk, a: Agent, b: Agent: a.free and a.rank > 0 and a not in d.team and b in d.team

    """

  private static let clinicText = """
    rulebook Clinic
    requirements "none.tsv"

    entity Doctor
      since:    Time  = any
      here:     Bool  = false
      missed:   Bool  = false
      recallAt: Time  = any
      recalls:  Int   = 0

    entity Patient
      came:   Time
      seenAt: Time? = none

    event begin(doctor: Doctor) from staff
      require not doctor.here
      doctor.here  = true
      doctor.since = now

    event come() from visitor -> new patient: Patient
      patient.came = now

    event see(patient: Patient, doctor: Doctor) from staff
      require doctor.here and patient.seenAt is none
      require doctor.since <= patient.came
      patient.seenAt = now

    event miss(doctor: Doctor) from world
      doctor.missed   = true
      doctor.recallAt = now + 10 s
      doctor.recalls  = 0

    event recall(doctor: Doctor) from clock
      require doctor.missed
      due doctor.recallAt
      doctor.recalls += 1
      doctor.recallAt = now + 10 s
      case doctor.recalls >= 2
        doctor.missed = false

    invariant rarely "Nobody is called again and again."
      all d: Doctor: d.recalls < 2

    invariant together "All come at one time."
      all p, q: Patient: p.came is q.came

    invariant atOnce "Who is seen is seen at once."
      all p: Patient where p.seenAt is not none: p.seenAt is p.came

    invariant inTurn "Who came first is seen first."
      all p, q: Patient where p.seenAt is not none and q.seenAt is none: p.came <= q.came

    invariant fresh "Doctors have just begun."
      all d: Doctor where d.here: d.since is now

    reach queue "One after the other comes."
      some p, q, r: Patient: p.came < q.came and q.came < r.came

    reach patience after see "Nothing happens at one time."
      before(doctor.since < patient.came) and patient.came < now

    """

  @Test func undefined() throws {
    let rules = try Fixture.rules(UndefinedTests.text)
    var budget = Searcher.Budget(randomSteps: 0)
    let questions = rules.events.indices.map { Searcher.Question.undefined(event: $0) }
    let fast = try Searcher(rules, budget).answers(to: questions).mapValues { "\($0)" }
    budget.isSlow = true
    #expect(fast == (try Searcher(rules, budget).answers(to: questions).mapValues { "\($0)" }))
  }

  /// Each shipped rulebook without one of its guards, which breaks something near.
  @Test(arguments: [
    (
      "MyTaxiService", "require dataEntered ", "require dataEntered or true ",
      "Taxi=1,Reservation=0"
    ),
    ("MyTaxiService", "require not isStopped ", "require true ", "Taxi=1,Request=0"),
  ])
  func shipped(_ name: String, _ text: String, _ other: String, _ scope: String) throws {
    let rules = try Fixture.shipped(name, replacing: [(text, other)])
    let wanted = rules.properties.indices.filter {
      [.invariant, .lemma, .step, .bounded].contains(rules.properties[$0].kind)
    }
    let questions = wanted.map { Searcher.Question.violation(property: $0) } + [.timelock]
    var budget = Searcher.Budget(
      states: 8_000, steps: 4, randomSteps: 0, scope: try Scope(parsing: scope, rules, others: 1))
    func runs() throws -> [Searcher.Question: Run] {
      try Searcher(rules, budget).answers(to: questions).compactMapValues { outcome in
        if case .found(let found) = outcome { found.run } else { nil }
      }
    }
    let fast = try runs()
    #expect(!fast.isEmpty)
    budget.isSlow = true
    budget.states *= 10
    #expect(fast == (try runs()))
  }
}
