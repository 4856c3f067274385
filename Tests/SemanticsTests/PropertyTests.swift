import Rulebook
import Semantics
import Testing

@Suite struct PropertyTests {
  let bay = variable(0, "bay", .entity(Depot.bay))
  let job = variable(1, "job", .entity(Depot.job))
  let amount = variable(2, "amount", .int)
  let new = variable(3, "new", .entity(Depot.job))

  var weight: E { E.variable(job).get(Depot.weight) }
  var jobs: Core.Binder { Core.Binder(job, .entities(Depot.job, .here)) }
  var bays: Core.Binder { Core.Binder(bay, .entities(Depot.bay, .here)) }

  @Test func statesAndSteps() throws {
    let light = E.quantified(.all, [jobs], condition: nil, body: .atMost(weight, int(2)))
    let pay = Depot.event(
      "pay", .system, [amount],
      [
        Depot.update(
          .assign(
            .global(Depot.total), .sum(.global(Depot.total, .here), .variable(amount), .int)))
      ])
    let grows = E.less(.global(Depot.total, .before), .global(Depot.total, .here))
    let exact = E.equal(
      .global(Depot.total, .here), .sum(.global(Depot.total, .before), .variable(amount), .int))
    func formula(_ formula: E, _ event: Int = 0) -> [Core.StepFormula] {
      [Core.StepFormula(event: Core.ID(event), formula: formula)]
    }
    let evaluator = Evaluator(
      Depot.rules(
        events: [pay],
        properties: [
          Depot.property(.invariant, .always(light)),
          Depot.property(.lemma, .always(.equal(.global(Depot.total, .here), int(0)))),
          Depot.property(.step, .step(formula(grows))),
          Depot.property(.step, .step(formula(exact))),
          Depot.property(.reach, .reach(.not(light))),
          Depot.property(.reach, .reachStep(formula(.less(.variable(amount), int(0))))),
          Depot.property(.measure, .measure([jobs], condition: .equal(weight, int(2)))),
          Depot.property(.axiom, .always(.less(.global(Depot.total, .here), int(0)))),
          Depot.property(.step, .step(formula(no, 1))),
        ]))
    var state = Depot.sample(evaluator)
    let clocks = try evaluator.clocks(startingAt: state)
    #expect(try evaluator.violatedProperties(in: state, clocks).map(\.property) == [])
    #expect(try evaluator.brokenAxioms(in: state).map(\.property) == [7])
    #expect(try evaluator.reachedProperties(in: state) == [])
    #expect(try evaluator.measure(6, in: state) == 2)
    #expect(try evaluator.measure(0, in: state) == nil)

    let step = try evaluator.fire(Core.ID(0), [.number(-3)], in: state)
    #expect(try evaluator.violatedProperties(of: step).map(\.property) == [2])
    #expect(try evaluator.reachedProperties(by: step) == [5])
    #expect(try evaluator.violatedProperties(in: step.after, clocks).map(\.property) == [1])
    state[Depot.weight, of: 0] = .number(3)
    #expect(try evaluator.violatedProperties(in: state, clocks).map(\.property) == [0])
    #expect(try evaluator.reachedProperties(in: state) == [4])
  }

  /// In `before` the new entity is missing; naming it there is an error.
  @Test func newEntitiesBefore() throws {
    let submit = Depot.event(
      "submit", results: [Core.Result(variable: new, isNew: true)],
      [Depot.update(.assign(.field(Depot.since, of: .variable(new)), .now))])
    let evaluator = Evaluator(Depot.rules(events: [submit]))
    let step = try evaluator.fire(
      Core.ID(0), [], results: [.none], in: Depot.sample(evaluator)
    ) { _, _ in .number(9) }
    let context = evaluator.context(of: step)
    func heavy(_ quantified: Core.Era, _ read: Core.Era) -> E {
      let binder = Core.Binder(job, .entities(Depot.job, quantified))
      return .quantified(
        .some, [binder], condition: nil,
        body: .equal(E.variable(job).get(Depot.weight, read), int(9)))
    }
    #expect(try evaluator.evaluate(heavy(.here, .here), in: context) == .bool(true))
    #expect(try evaluator.evaluate(heavy(.before, .here), in: context) == .bool(false))
    #expect(try evaluator.evaluate(heavy(.before, .before), in: context) == .bool(false))
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(heavy(.here, .before), in: context)
      } == .didNotExist(3, Depot.job))
  }

  func explain(_ formula: E) throws -> [Failure] {
    let evaluator = Evaluator(Depot.rules())
    var state = Depot.sample(evaluator)
    state[Depot.level, of: 1] = .unknown
    return try evaluator.explain(
      formula, in: Context(here: state, environment: Environment([amount], [.number(7)])))
  }

  func bind(_ variable: Core.Variable, _ index: Int32) -> Failure.Binding {
    Failure.Binding(variable: variable, value: .entity(index))
  }

  @Test func theFailingConjunct() throws {
    let small = E.less(.variable(amount), int(5))
    let positive = E.less(int(0), .variable(amount))
    #expect(try explain(positive) == [])
    #expect(
      try explain(.and([positive, small, no]))
        == [Failure(formula: small, role: .fails, bindings: [])])
    #expect(
      try explain(.not(.or([small, positive])))
        == [Failure(formula: positive, role: .holds, bindings: [])])
    #expect(
      try explain(.or([small, no])).map(\.formula) == [small, no])
  }

  @Test func premiseAndConclusion() throws {
    let premise = E.less(int(0), .variable(amount))
    let conclusion = E.less(.variable(amount), int(5))
    #expect(
      try explain(.or([.not(premise), .and([yes, conclusion])])) == [
        Failure(formula: premise, role: .premise, bindings: []),
        Failure(formula: conclusion, role: .fails, bindings: []),
      ])
    #expect(
      try explain(.conditional(premise, then: conclusion, otherwise: yes)) == [
        Failure(formula: premise, role: .premise, bindings: []),
        Failure(formula: conclusion, role: .fails, bindings: []),
      ])
  }

  @Test func theFalsifyingBinding() throws {
    let light = E.less(weight, E.variable(bay).get(Depot.size))
    let busy = E.less(int(1), weight)
    // Job 1 is the first that weighs more than 1; 2 + 4 is not less than the 5 of bay 0.
    let tight = E.less(.sum(weight, int(4), .int), E.variable(bay).get(Depot.size))
    let formula = E.quantified(
      .all, [bays, jobs], condition: busy, body: .and([light, tight]))
    #expect(
      try explain(formula) == [
        Failure(formula: busy, role: .premise, bindings: [bind(bay, 0), bind(job, 1)]),
        Failure(formula: tight, role: .fails, bindings: [bind(bay, 0), bind(job, 1)]),
      ])
    #expect(
      try explain(.not(.quantified(.some, [jobs], condition: nil, body: busy)))
        == [Failure(formula: busy, role: .holds, bindings: [bind(job, 1)])])
    let nothing = E.quantified(.some, [jobs], condition: nil, body: no)
    #expect(try explain(nothing) == [Failure(formula: nothing, role: .fails, bindings: [])])
  }

  @Test func whatIsNotKnown() throws {
    let level = E.equal(E.variable(job).get(Depot.level), int(0))
    #expect(
      try explain(.quantified(.all, [jobs], condition: nil, body: level))
        == [Failure(formula: level, role: .unknown, bindings: [bind(job, 1)])])
  }
}
