import Basics
import Rulebook
import Semantics
import Testing

/// Jobs queue at bays; the first is started within a second and takes five minutes.
@Suite struct RandomRunTests {
  let bay = variable(0, "bay", .entity(Depot.bay))
  let job = variable(1, "job", .entity(Depot.job))
  let other = variable(2, "other", .entity(Depot.job))
  let new = variable(3, "new", .entity(Depot.job))

  let evaluator: Evaluator

  init() {
    let queue = E.variable(bay).collection(Depot.queue)
    let isBusy = E.variable(job).get(Depot.isBusy)
    let end = E.sum(E.variable(job).get(Depot.since), ms(300_000), .time)
    let isHere = E.equal(E.variable(job).get(Depot.owner), .variable(bay))
    func set(_ field: Core.ID<Core.Field>, of owner: Core.Variable, to value: E) -> Core.Update {
      Depot.update(.assign(.field(field, of: .variable(owner)), value))
    }
    let submit = Depot.event(
      "submit", .input(actor: "clerk"), [bay],
      results: [Core.Result(variable: new, isNew: true)],
      guards: [E.variable(bay).get(Depot.isOpen)],
      [
        set(Depot.since, of: new, to: .now), set(Depot.owner, of: new, to: .variable(bay)),
        Depot.update(.append(.variable(new), to: queue)),
      ])
    let first = E.extreme(
      Core.Extreme(
        kind: .first, subject: .variable(job), binder: Core.Binder(other, .members(queue)),
        condition: nil))
    let start = Depot.event(
      "start", .system, [bay, job], guards: [isHere, .not(isBusy), first],
      [set(Depot.isBusy, of: job, to: yes), set(Depot.since, of: job, to: .now)])
    let finish = Depot.event(
      "finish", .clock, [bay, job], guards: [isHere, isBusy], due: end,
      [
        set(Depot.isBusy, of: job, to: no), set(Depot.owner, of: job, to: nobody),
        Depot.update(.remove(.variable(job), from: queue)),
      ])
    let isInQueue = E.member(.variable(job), of: queue)
    let binders = [
      Core.Binder(bay, .entities(Depot.bay, .here)), Core.Binder(job, .entities(Depot.job, .here)),
    ]
    evaluator = Evaluator(
      Depot.rules(
        events: [submit, start, finish],
        properties: [
          Depot.property(
            .prompt,
            .lasts(
              Core.Lasting(binders: binders, condition: .and([first, .not(isBusy)]), limit: 1000))),
          Depot.property(
            .bounded, .lasts(Core.Lasting(binders: binders, condition: first, limit: 301_000))),
          Depot.property(
            .invariant,
            .always(.quantified(.all, binders, condition: nil, body: .equal(isInQueue, isHere)))),
          Depot.property(
            .invariant,
            .always(.quantified(.all, [binders[1]], condition: isBusy, body: .atMost(.now, end)))),
        ]))
  }

  func run(seed: UInt64) throws -> RandomRun {
    try #require(
      try RandomRun(evaluator, counts: [Depot.bay: 2], caps: [Depot.job: 40], seed: seed))
  }

  @Test func everyStepIsLegal() throws {
    var run = try run(seed: 1)
    var happened = [0, 0, 0]
    var passages = 0
    for _ in 0..<600 {
      let (state, clocks) = (run.state, run.clocks)
      guard let step = try run.next() else { break }
      switch step {
      case .event(let step):
        happened[step.event.index] += 1
        #expect(try evaluator.isEnabled(step.event, step.arguments, in: state))
        #expect(try evaluator.violatedProperties(of: step).isEmpty)
      case .passage(let before, let after):
        passages += 1
        #expect(before < after.now)
        #expect(after.now <= (try evaluator.earliestDeadline(state, clocks))?.instant ?? .max)
      }
      #expect(step.after == run.state)
      #expect(try evaluator.violatedProperties(in: run.state, run.clocks).isEmpty)
    }
    #expect(happened == [40, 40, 40])
    #expect(passages > 40)
    #expect(run.state.count(of: Depot.job) == 40)
  }

  @Test func theSameSeedIsTheSameRun() throws {
    var (first, second, third) = (try run(seed: 5), try run(seed: 5), try run(seed: 6))
    #expect(first.state == second.state)
    for _ in 0..<100 {
      _ = try (first.next(), second.next(), third.next())
      #expect(first.state == second.state)
      #expect(first.clocks == second.clocks)
    }
    #expect(first.state != third.state)
  }

  /// Published values of the generator for the seed 1234567.
  @Test func generator() {
    var generator = SplitMix64(seed: 1_234_567)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
    #expect((0..<1_000).allSatisfy { _ in (0..<7).contains(generator.below(7)) })
  }

  @Test func aRunThatCannotGoOnEnds() throws {
    let blocked = Depot.property(
      .prompt, .lasts(Core.Lasting(binders: [], condition: yes, limit: 0)))
    var run = try #require(
      try RandomRun(Evaluator(Depot.rules(properties: [blocked])), counts: [:], seed: 0))
    #expect(try run.next() == nil)
    let absurd = Depot.property(.axiom, .always(no))
    #expect(
      try RandomRun(Evaluator(Depot.rules(properties: [absurd])), counts: [:], seed: 0) == nil)
  }
}
