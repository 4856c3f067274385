import Rulebook
import Semantics
import Testing

@Suite struct QuantifierTests {
  let evaluator: Evaluator
  let state: State
  let bay = variable(0, "bay", .entity(Depot.bay))
  let job = variable(1, "job", .entity(Depot.job))
  let digit = variable(2, "digit", .range(Depot.digit))
  let subject = variable(3, "subject", .entity(Depot.job), isOptional: true)

  init() {
    evaluator = Evaluator(Depot.rules())
    state = Depot.sample(evaluator)
  }

  func truth(_ expression: E, in state: State? = nil, subject: Value = .none) throws -> Value {
    let environment = Environment([bay, self.subject], [.entity(0), subject])
    return try evaluator.evaluate(
      expression, in: Context(here: state ?? self.state, environment: environment))
  }

  func jobs(
    _ quantifier: Core.Quantifier, where condition: E? = nil, _ body: E
  ) -> E {
    .quantified(
      quantifier, [Core.Binder(job, .entities(Depot.job, .here))], condition: condition, body: body)
  }

  var weight: E { E.variable(job).get(Depot.weight) }

  @Test func overEntities() throws {
    #expect(try truth(jobs(.all, .less(int(0), weight))) == .bool(true))
    #expect(try truth(jobs(.all, .less(int(1), weight))) == .bool(false))
    #expect(try truth(jobs(.some, .less(int(1), weight))) == .bool(true))
    #expect(try truth(jobs(.some, .less(int(2), weight))) == .bool(false))
    #expect(
      try truth(jobs(.all, where: .less(int(1), weight), .equal(weight, int(2))))
        == .bool(true))
    #expect(
      try truth(jobs(.some, where: .less(int(1), weight), .equal(weight, int(1))))
        == .bool(false))
    let empty = evaluator.initialState(counts: [Depot.bay: 1])
    #expect(try truth(jobs(.all, no), in: empty) == .bool(true))
    #expect(try truth(jobs(.some, yes), in: empty) == .bool(false))
  }

  @Test func overUnknownValues() throws {
    var state = state
    state[Depot.weight, of: 1] = .unknown
    #expect(try truth(jobs(.all, .less(int(0), weight)), in: state) == .unknown)
    #expect(try truth(jobs(.all, .equal(weight, int(1))), in: state) == .bool(false))
    #expect(try truth(jobs(.some, .equal(weight, int(1))), in: state) == .bool(true))
    #expect(try truth(jobs(.some, .equal(weight, int(5))), in: state) == .unknown)
    // What the condition may rule out decides nothing, unless it would satisfy the body anyway.
    #expect(try truth(jobs(.all, where: .equal(weight, int(5)), no), in: state) == .unknown)
    #expect(try truth(jobs(.all, where: .equal(weight, int(5)), yes), in: state) == .bool(true))
    #expect(try truth(jobs(.some, where: .equal(weight, int(5)), no), in: state) == .bool(false))
  }

  @Test func overMembersAndValues() throws {
    let members = Core.Binder(job, .members(E.variable(bay).collection(Depot.queue)))
    let isSubject = E.equal(.variable(job), .variable(subject))
    #expect(try truth(some([members], isSubject), subject: .entity(2)) == .bool(true))
    #expect(try truth(some([members], isSubject), subject: .entity(1)) == .bool(false))
    let digits = Core.Binder(digit, .values(.range(Depot.digit)))
    #expect(try truth(some([digits], .equal(.variable(digit), int(9)))) == .bool(true))
    #expect(try truth(some([digits], .equal(.variable(digit), int(10)))) == .bool(false))
    // Two binders; the second domain depends on the first.
    let bays = Core.Binder(bay, .entities(Depot.bay, .here))
    let nonempty = some([members], yes)
    #expect(
      try truth(.quantified(.all, [bays], condition: nil, body: nonempty)) == .bool(false))
    #expect(try truth(some([bays, members], yes)) == .bool(true))
  }

  func some(_ binders: [Core.Binder], _ body: E) -> E {
    .quantified(.some, binders, condition: nil, body: body)
  }

  @Test func largeDomainsAreRefused() {
    for scalar in [Core.Scalar.range(Depot.huge), .int, .time] {
      let binder = Core.Binder(digit, .values(scalar))
      #expect(
        failure { () throws(EvaluationError) in
          try evaluator.evaluate(
            .quantified(.all, [binder], condition: nil, body: yes), in: Context(here: state))
        } == .domainTooLarge(scalar))
    }
  }

  func extreme(_ kind: Core.Extreme.Kind, where condition: E? = nil) -> E {
    let domain: Core.Binder.Domain =
      if case .best = kind { .entities(Depot.job, .here) } else {
        .members(E.variable(bay).collection(Depot.queue))
      }
    return .extreme(
      Core.Extreme(
        kind: kind, subject: .variable(subject), binder: Core.Binder(job, domain),
        condition: condition))
  }

  /// Which of the three jobs, and of none, the extreme is.
  func chosen(_ expression: E, in state: State? = nil) throws -> [Value] {
    try [.none, .entity(0), .entity(1), .entity(2)].filter {
      try truth(expression, in: state, subject: $0) == .bool(true)
    }
  }

  @Test func extremes() throws {
    #expect(try chosen(extreme(.first)) == [.entity(2)])
    #expect(try chosen(extreme(.last)) == [.entity(0)])
    #expect(try chosen(extreme(.first, where: .equal(weight, int(1)))) == [.entity(0)])
    // Ties are alternatives.
    #expect(try chosen(extreme(.best(key: weight))) == [.entity(1), .entity(2)])
    #expect(
      try chosen(extreme(.best(key: weight), where: .less(weight, int(2)))) == [.entity(0)])
  }

  @Test func extremesOfAnEmptyChoice() throws {
    for kind in [Core.Extreme.Kind.first, .last, .best(key: weight)] {
      #expect(try chosen(extreme(kind, where: no)) == [])
    }
    var state = state
    state.setQueue(Depot.queue, owner: 0, to: [])
    #expect(try chosen(extreme(.first), in: state) == [])
    #expect(try chosen(extreme(.last), in: state) == [])
  }

  @Test func extremesOfUnknownValues() throws {
    var state = state
    state[Depot.weight, of: 2] = .unknown
    let light = extreme(.first, where: .less(weight, int(2)))
    #expect(try truth(light, in: state, subject: .entity(2)) == .unknown)
    #expect(try truth(light, in: state, subject: .entity(0)) == .unknown)
    #expect(try truth(light, in: state, subject: .entity(1)) == .bool(false))
    let best = extreme(.best(key: weight))
    #expect(try truth(best, in: state, subject: .entity(0)) == .bool(false))
    #expect(try truth(best, in: state, subject: .entity(1)) == .unknown)
    #expect(try truth(best, in: state, subject: .unknown) == .unknown)
  }

  /// Of long queues the ranks are found at once, and of each state its own.
  @Test(arguments: [5, 50]) func overTheOrderOfAQueue(count: Int) throws {
    let evaluator = Evaluator(Depot.rules())
    let other = variable(4, "other", .entity(Depot.job))
    func ahead(_ a: Core.Variable, _ b: Core.Variable, _ era: Core.Era) -> E {
      .ahead(
        .variable(a), of: .variable(b),
        in: Core.Collection(field: Depot.queue, owner: .variable(bay), era: era))
    }
    let isOvertaken = E.quantified(
      .some,
      [
        Core.Binder(job, .entities(Depot.job, .here)),
        Core.Binder(other, .entities(Depot.job, .here)),
      ], condition: ahead(job, other, .before), body: ahead(other, job, .here))
    var before = evaluator.initialState(counts: [Depot.bay: 1])
    for _ in 0..<count { before = evaluator.adding(Depot.job, to: before) }
    let jobs = Array((0..<Int32(count)).reversed())
    before.setQueue(Depot.queue, owner: 0, to: jobs)
    func isSomebodyOvertaken(_ order: [Int32]) throws -> Value {
      var after = before
      after.setQueue(Depot.queue, owner: 0, to: order)
      return try evaluator.evaluate(
        isOvertaken,
        in: Context(
          here: after, before: before, environment: Environment([bay], [.entity(0)])))
    }
    #expect(try isSomebodyOvertaken(jobs) == .bool(false))
    #expect(try isSomebodyOvertaken(jobs.dropFirst() + [jobs[0]]) == .bool(true))
    #expect(try isSomebodyOvertaken(Array(jobs.dropFirst())) == .bool(false))
    var swapped = jobs
    swapped.swapAt(count - 2, count - 1)
    #expect(try isSomebodyOvertaken(swapped) == .bool(true))
  }
}
