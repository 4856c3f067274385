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
        told["\(property.name) \(question)"] = "\(found.run)"
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
    ("MyTaxiService", "  require dataEntered                                                                       [G1.4]", "Taxi=1,Reservation=0"),
    ("MyTaxiService", "\n  require not suspended                                                                     [A13]", "Taxi=1,Request=0"),
  ])
  func shipped(_ name: String, _ text: String, _ scope: String) throws {
    let rules = try Fixture.shipped(name, replacing: [(text, "")])
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
