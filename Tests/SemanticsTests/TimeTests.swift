import Rulebook
import Semantics
import Testing

/// Bay and job as in the sample; jobs since 100, 200, 300; now 1000.
@Suite struct TimeTests {
  let job = variable(0, "job", .entity(Depot.job))
  let digit = variable(1, "digit", .range(Depot.digit))

  var isBusy: E { E.variable(job).get(Depot.isBusy) }
  var since: E { E.variable(job).get(Depot.since) }
  var jobs: Core.Binder { Core.Binder(job, .entities(Depot.job, .here)) }

  func lasting(
    _ kind: Core.Property.Kind, _ condition: E, atMost limit: Int64
  ) -> Core.Property {
    Depot.property(
      kind, .lasts(Core.Lasting(binders: [jobs], condition: condition, limit: limit)))
  }

  func deadline(
    _ evaluator: Evaluator, _ change: (inout State) -> Void = { _ in }
  ) throws -> Deadline? {
    var state = Depot.sample(evaluator)
    change(&state)
    return try evaluator.earliestDeadline(state, evaluator.clocks(startingAt: state))
  }

  @Test func obligations() throws {
    let finish = Depot.event(
      "finish", .clock, [job], guards: [isBusy], due: .sum(since, ms(950), .time), [])
    let evaluator = Evaluator(Depot.rules(events: [finish]))
    #expect(try deadline(evaluator) == nil)
    let late = try deadline(evaluator) { $0[Depot.isBusy, of: 2] = .bool(true) }
    #expect(late == Deadline(instant: 1250, event: 0, [.entity(2)]))
    let both = try deadline(evaluator) {
      $0[Depot.isBusy, of: 1] = .bool(true)
      $0[Depot.isBusy, of: 2] = .bool(true)
    }
    #expect(both == Deadline(instant: 1150, event: 0, [.entity(1)]))
    // Overdue: time stands still, and the event is enabled.
    let overdue = try deadline(evaluator) {
      $0[Depot.isBusy, of: 0] = .bool(true)
      $0.now = 5000
    }
    #expect(overdue == Deadline(instant: 5000, event: 0, [.entity(0)]))
    #expect(try deadline(evaluator) { $0[Depot.isBusy, of: 0] = .unknown } == nil)
  }

  @Test func parametersOfObligationsMayBeScalars() throws {
    let tick = Depot.event(
      "tick", .clock, [digit], guards: [.less(int(6), .variable(digit))],
      due: .sum(at(2000), .product([ms(-100), .variable(digit)], .duration), .time), [])
    let evaluator = Evaluator(Depot.rules(events: [tick]))
    #expect(try deadline(evaluator) == Deadline(instant: 1100, event: 0, [.number(9)]))
  }

  /// A guard that time itself makes true holds time up from then on.
  @Test func obligationsThatAriseOnTheWay() throws {
    let close = Depot.event(
      "close", .clock, [job], guards: [.less(.sum(since, ms(2000), .time), .now)], due: at(0), [])
    let evaluator = Evaluator(Depot.rules(events: [close]))
    #expect(try deadline(evaluator) == Deadline(instant: 2101, event: 0, [.entity(0)]))
  }

  @Test func promptOfNoLengthStopsTime() throws {
    let evaluator = Evaluator(Depot.rules(properties: [lasting(.prompt, isBusy, atMost: 0)]))
    #expect(try deadline(evaluator) == nil)
    let blocked = try deadline(evaluator) { $0[Depot.isBusy, of: 1] = .bool(true) }
    #expect(blocked?.instant == 1000)
    #expect(blocked?.cause == .prompt(property: 0, binding: [.entity(1)]))
  }

  @Test func clocksRestart() throws {
    let evaluator = Evaluator(Depot.rules(properties: [lasting(.prompt, isBusy, atMost: 60)]))
    var state = Depot.sample(evaluator)
    var clocks = try evaluator.clocks(startingAt: state)
    #expect(evaluator.since(property: 0, [.entity(1)], in: clocks) == nil)
    state[Depot.isBusy, of: 1] = .bool(true)
    clocks = try evaluator.clocks(clocks, after: state)
    #expect(evaluator.since(property: 0, [.entity(1)], in: clocks) == 1000)
    #expect(try evaluator.earliestDeadline(state, clocks)?.instant == 1060)

    (state, clocks) = try evaluator.advance(state, clocks, to: 1040)
    #expect(evaluator.since(property: 0, [.entity(1)], in: clocks) == 1000)
    #expect(try evaluator.earliestDeadline(state, clocks)?.instant == 1060)

    // Leaving and coming back, at one instant.
    state[Depot.isBusy, of: 1] = .bool(false)
    let left = try evaluator.clocks(clocks, after: state)
    #expect(evaluator.since(property: 0, [.entity(1)], in: left) == nil)
    #expect(try evaluator.earliestDeadline(state, left) == nil)
    state[Depot.isBusy, of: 1] = .bool(true)
    let back = try evaluator.clocks(left, after: state)
    #expect(evaluator.since(property: 0, [.entity(1)], in: back) == 1040)
    #expect(try evaluator.earliestDeadline(state, back)?.instant == 1100)
    #expect(clocks != back)
  }

  /// Since the introduction of a new entity, if the condition holds from then on.
  @Test func clocksOfNewEntities() throws {
    let evaluator = Evaluator(
      Depot.rules(properties: [lasting(.bounded, .not(isBusy), atMost: 60)]))
    var state = Depot.sample(evaluator)
    var clocks = try evaluator.clocks(startingAt: state)
    (state, clocks) = try evaluator.advance(state, clocks, to: 1500)
    state = evaluator.adding(Depot.job, to: state)
    clocks = try evaluator.clocks(clocks, after: state)
    #expect(evaluator.since(property: 0, [.entity(0)], in: clocks) == 1000)
    #expect(evaluator.since(property: 0, [.entity(3)], in: clocks) == 1500)
  }

  /// `now >= since + 1500` comes to hold at 1600, 1700 and 1800.
  @Test func conditionsThatTimeTurns() throws {
    let old = E.atMost(.sum(since, ms(1500), .time), .now)
    let evaluator = Evaluator(Depot.rules(properties: [lasting(.prompt, old, atMost: 50)]))
    var state = Depot.sample(evaluator)
    var clocks = try evaluator.clocks(startingAt: state)
    #expect(try evaluator.nextTurn(of: state) == 1600)
    #expect(try evaluator.earliestDeadline(state, clocks)?.instant == 1650)
    (state, clocks) = try evaluator.advance(state, clocks, to: 1750)
    #expect(evaluator.since(property: 0, [.entity(0)], in: clocks) == 1600)
    #expect(evaluator.since(property: 0, [.entity(1)], in: clocks) == 1700)
    #expect(evaluator.since(property: 0, [.entity(2)], in: clocks) == nil)
  }

  /// The next turn is an instant at which the condition turns, and none is missed before it.
  @Test func turnsAreExact() throws {
    let n = E.now
    let age = E.difference(n, at(1000), .duration)
    let conditions: [E] = [
      .less(n, at(1007)), .less(at(1007), n), .atMost(n, at(1007)), .atMost(at(1007), n),
      .equal(n, at(1007)), .equal(n, at(1000)), .less(.product([age, int(3)], .duration), ms(20)),
      .atMost(ms(20), .product([int(3), age], .duration)),
      .less(.conditional(.less(n, at(1004)), then: n, otherwise: at(0)), at(1002)),
      .not(.less(.sum(age, age, .duration), ms(9))), .less(n, .sum(n, ms(1), .time)),
      .atMost(ms(3), .quotient([age], over: [int(4)], .down, .duration)),
      .and([.less(at(1003), n), .less(n, at(1009))]),
    ]
    for condition in conditions {
      let evaluator = Evaluator(Depot.rules(properties: [lasting(.bounded, condition, atMost: 1)]))
      var state = Depot.sample(evaluator)
      var next: Int64?
      var last: Value?
      for now in Int64(1000)...1020 {
        state.now = now
        let value = try evaluator.evaluate(condition, in: Context(here: state))
        if now > 1000, value != last { #expect(next == now) }
        if next == nil || next == now || now == 1000 { next = try evaluator.nextTurn(of: state) }
        #expect(next ?? .max > now)
        last = value
      }
    }
  }

  @Test func boundedConditions() throws {
    let evaluator = Evaluator(Depot.rules(properties: [lasting(.bounded, isBusy, atMost: 60)]))
    var state = Depot.sample(evaluator)
    state[Depot.isBusy, of: 2] = .bool(true)
    var clocks = try evaluator.clocks(startingAt: state)
    #expect(try evaluator.earliestDeadline(state, clocks) == nil)
    (state, clocks) = try evaluator.advance(state, clocks, to: 1060)
    #expect(try evaluator.violatedProperties(in: state, clocks).isEmpty)
    (state, clocks) = try evaluator.advance(state, clocks, to: 1061)
    let violations = try evaluator.violatedProperties(in: state, clocks)
    #expect(violations.count == 1)
    guard case .lasts(let binding, let since)? = violations.first?.reason else {
      Issue.record("no binding")
      return
    }
    #expect(binding == [.entity(2)])
    #expect(since == 1000)
  }

  /// What is violated on the way only: a condition that holds from 1010 to 1089, an invariant
  /// that is false at 1050.
  @Test func violationsOnTheWay() throws {
    let between = E.and([.atMost(at(1010), .now), .less(.now, at(1090))])
    func violated(limit: Int64, to instant: Int64) throws -> [Int] {
      let evaluator = Evaluator(
        Depot.rules(properties: [
          lasting(.bounded, between, atMost: limit),
          Depot.property(.invariant, .always(.not(.equal(.now, at(1050))))),
        ]))
      let state = Depot.sample(evaluator)
      let clocks = try evaluator.clocks(startingAt: state)
      return try evaluator.violatedProperties(state, clocks, passingTo: instant).map(\.property)
    }
    #expect(try violated(limit: 79, to: 1049) == [])
    #expect(try violated(limit: 79, to: 1050) == [1])
    #expect(try violated(limit: 79, to: 5000) == [1])
    #expect(try violated(limit: 39, to: 5000) == [1, 0, 0, 0])
    #expect(try violated(limit: 38, to: 1049) == [0, 0, 0])
    #expect(try violated(limit: 39, to: 1049) == [])
  }

  @Test func timeNeverRunsBackwards() throws {
    let evaluator = Evaluator(Depot.rules())
    let state = Depot.sample(evaluator)
    let clocks = try evaluator.clocks(startingAt: state)
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.advance(state, clocks, to: 999)
      } == .timeRunsBackwards)
  }
}

extension Deadline {
  init(instant: Int64, event: Int, _ arguments: [Value]) {
    self.init(instant: instant, cause: .event(Core.ID(event), arguments: arguments))
  }
}
