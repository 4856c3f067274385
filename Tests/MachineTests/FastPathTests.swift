import Rulebook
import Semantics
import Testing

/// That the machine answers by itself, and does not hand everything to the evaluator.
@Suite struct FastPathTests {
  @Test(arguments: Shipped.names)
  func legalRunsNeverAskTheEvaluator(name: String) throws {
    let rules = try Shipped.rules(name)
    let evaluator = Evaluator(rules)
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    for sort in rules.entities.indices { counts[Core.ID(sort)] = 4 }
    var run = try #require(try RandomRun(evaluator, counts: counts, seed: 7))
    var machine = Machine(evaluator, at: run.state, run.clocks)
    #expect(machine.slowRules.isEmpty)
    var events = 0
    while events < 300, let step = try run.next() {
      guard case .event(let step) = step else { continue }
      events += 1
      let results = zip(rules[step.event].results, step.results).map { $0.isNew ? .none : $1 }
      let outcome = machine.step(step.event, step.arguments, results: results, at: step.instant)
      #expect(outcome == .performed)
      #expect(machine.notifications == step.notifications)
    }
    #expect(events == 300)
    #expect(machine.escapes == 0)
  }

  @Test func whatIsNotInTimeHoldsTimeUp() throws {
    let rules = try Shipped.rules("MyTaxiService")
    let evaluator = Evaluator(rules)
    var counts: [Core.ID<Core.Entity>: Int] = [:]
    for sort in rules.entities.indices { counts[Core.ID(sort)] = 4 }
    var run = try #require(try RandomRun(evaluator, counts: counts, seed: 5))
    var late = 0
    for _ in 0..<400 {
      _ = try run.next()
      guard let deadline = try evaluator.earliestDeadline(run.state, run.clocks) else { continue }
      var machine = Machine(evaluator, at: run.state, run.clocks)
      let event = try #require(rules.events.firstIndex { $0.parameters.isEmpty })
      let outcome = machine.step(Core.ID(event), [], results: [], at: deadline.instant + 1)
      #expect(outcome == .overdue(deadline))
      #expect(machine.now == deadline.instant)
      late += 1
    }
    #expect(late > 100)
  }
}
