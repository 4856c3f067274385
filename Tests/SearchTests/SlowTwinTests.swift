import Findings
import Rulebook
import Search
import Testing

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
