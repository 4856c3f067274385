import Rulebook
import Semantics
import Testing

@Suite struct ExpressionTests {
  let evaluator: Evaluator
  let state: State
  let bay = variable(0, "bay", .entity(Depot.bay))
  let job = variable(1, "job", .entity(Depot.job))
  let mystery = variable(2, "mystery", .bool)
  let x = variable(3, "x", .int)
  let other = variable(4, "other", .entity(Depot.job))

  init() {
    evaluator = Evaluator(Depot.rules())
    state = Depot.sample(evaluator)
  }

  func context(job index: Int32 = 0) -> Context {
    Context(
      here: state,
      environment: Environment(
        [bay, job, mystery, x], [.entity(0), .entity(index), .unknown, .number(7)]))
  }

  func value(_ expression: E, job index: Int32 = 0) throws -> Value {
    try evaluator.evaluate(expression, in: context(job: index))
  }

  @Test func leaves() throws {
    #expect(try value(int(4)) == .number(4))
    #expect(try value(.literal(.symbol(1, of: Depot.color))) == .symbol(1))
    #expect(try value(nobody) == .none)
    #expect(try value(.variable(x)) == .number(7))
    #expect(try value(.now) == .number(1000))
    #expect(try value(E.variable(bay).get(Depot.size)) == .number(5))
    #expect(try value(.global(Depot.total, .here)) == .number(0))
    #expect(try value(.global(Depot.limit, .here)) == .number(8))
  }

  @Test func noneAndCertainty() throws {
    let owner = E.variable(job).get(Depot.owner)
    #expect(try value(.isNone(owner)) == .bool(true))
    #expect(try value(.equal(owner, nobody)) == .bool(true))
    #expect(try value(.equal(owner, .variable(bay))) == .bool(false))
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(.certain(owner), in: context())
      } == .unwrappedNone)
    #expect(try value(.certain(.variable(bay))) == .entity(0))
    #expect(try value(.isNone(.variable(mystery))) == .unknown)
    #expect(try value(.certain(.variable(mystery))) == .unknown)
  }

  /// False, unknown, true, in this order: `and` is the least, `or` the greatest.
  @Test func kleeneTable() throws {
    let truths: [(E, Value)] = [
      (no, .bool(false)), (.variable(mystery), .unknown), (yes, .bool(true)),
    ]
    for (i, a) in truths.enumerated() {
      #expect(try value(.not(a.0)) == truths[2 - i].1)
      for (j, b) in truths.enumerated() {
        #expect(try value(.and([a.0, b.0])) == truths[min(i, j)].1)
        #expect(try value(.or([a.0, b.0])) == truths[max(i, j)].1)
        let isKnown = i != 1 && j != 1
        #expect(try value(.equal(a.0, b.0)) == (isKnown ? .bool(i == j) : .unknown))
      }
    }
    #expect(try value(.and([])) == .bool(true))
    #expect(try value(.or([])) == .bool(false))
  }

  @Test func laterOperandsMayRelyOnEarlierOnes() throws {
    let undefined = E.equal(.certain(nobody), .variable(bay))
    #expect(try value(.and([no, undefined])) == .bool(false))
    #expect(try value(.or([yes, undefined])) == .bool(true))
    #expect(try value(.and([.variable(mystery), undefined])) == .unknown)
    #expect(try value(.and([.variable(mystery), undefined, no])) == .bool(false))
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(.and([yes, undefined]), in: context())
      } == .unwrappedNone)
  }

  @Test func orderAndConditional() throws {
    #expect(try value(.less(int(1), int(2))) == .bool(true))
    #expect(try value(.less(int(2), int(2))) == .bool(false))
    #expect(try value(.atMost(int(2), int(2))) == .bool(true))
    #expect(try value(.atMost(int(3), int(2))) == .bool(false))
    #expect(try value(.less(.variable(mystery), int(2))) == .unknown)
    #expect(try value(.conditional(yes, then: int(1), otherwise: int(2))) == .number(1))
    #expect(try value(.conditional(no, then: int(1), otherwise: int(2))) == .number(2))
    #expect(
      try value(.conditional(.variable(mystery), then: int(1), otherwise: int(2))) == .unknown)
  }

  @Test(
    arguments: [
      (7, 2, 3, 4), (-7, 2, -4, -3), (7, -2, -4, -3), (-7, -2, 3, 4), (6, 2, 3, 3), (-6, 2, -3, -3),
      (0, 5, 0, 0),
    ] as [(Int64, Int64, Int64, Int64)])
  func quotients(dividend: Int64, divisor: Int64, down: Int64, up: Int64) throws {
    let (a, b) = (int(dividend), int(divisor))
    #expect(try value(.quotient([a], over: [b], .down, .int)) == .number(down))
    #expect(try value(.quotient([a], over: [b], .up, .int)) == .number(up))
  }

  @Test func arithmeticIsChecked() throws {
    let most = int(.max)
    #expect(try value(.sum(int(2), int(3), .int)) == .number(5))
    #expect(try value(.difference(int(2), int(3), .int)) == .number(-1))
    #expect(try value(.product([int(2), int(3), int(4)], .int)) == .number(24))
    #expect(try value(.sum(.variable(mystery), int(3), .int)) == .unknown)
    // Only the result has to fit.
    #expect(
      try value(.quotient([most, int(6)], over: [int(3), int(2)], .down, .int))
        == .number(.max))
    let undefined: [E] = [
      .sum(most, int(1), .int), .difference(int(.min), int(1), .int),
      .product([most, int(2)], .int), .product([most, most, most], .int),
      .quotient([int(.min)], over: [int(-1)], .down, .int),
      .quotient([int(.min), int(.min), int(-2)], over: [int(-1)], .up, .int),
    ]
    for expression in undefined {
      #expect(
        failure { () throws(EvaluationError) in
          try evaluator.evaluate(expression, in: context())
        } == .arithmeticOutOfRange)
    }
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(.quotient([int(1)], over: [int(0)], .down, .int), in: context())
      } == .divisionByZero)
  }

  @Test func collections() throws {
    let queue = E.variable(bay).collection(Depot.queue)
    let set = E.variable(bay).collection(Depot.watched)
    #expect(try value(.member(.variable(job), of: queue), job: 0) == .bool(true))
    #expect(try value(.member(.variable(job), of: queue), job: 1) == .bool(false))
    #expect(try value(.member(.variable(job), of: set), job: 1) == .bool(true))
    #expect(try value(.member(nobody, of: queue)) == .bool(false))
    #expect(try value(.member(.variable(mystery), of: queue)) == .unknown)
    let last = E.variable(other)
    func ahead(_ a: Int32, _ b: Int32) throws -> Value {
      var context = context(job: a)
      context.environment[other] = .entity(b)
      return try evaluator.evaluate(.ahead(.variable(job), of: last, in: queue), in: context)
    }
    #expect(try ahead(2, 0) == .bool(true))
    #expect(try ahead(0, 2) == .bool(false))
    #expect(try ahead(2, 2) == .bool(false))
    #expect(try ahead(2, 1) == .bool(false))
  }

  @Test func entitiesThatDoNotExist() {
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(E.variable(job).get(Depot.since), in: context(job: 3))
      } == .didNotExist(3, Depot.job))
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(E.variable(job).get(Depot.since, .before), in: context())
      } == .noStep)
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(.variable(other), in: context())
      } == .unbound("other"))
  }

  @Test func depthIsLimited() {
    var deep = yes
    for _ in 0..<5_000 { deep = .not(deep) }
    let expression = deep
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.evaluate(expression, in: context())
      } == .nestedTooDeeply)
  }
}
