import Rulebook
import Semantics
import Testing

@Suite struct FireTests {
  let bay = variable(0, "bay", .entity(Depot.bay))
  let job = variable(1, "job", .entity(Depot.job))
  let new = variable(2, "new", .entity(Depot.job))
  let truth = variable(3, "truth", .bool)

  var queue: Core.Collection { E.variable(bay).collection(Depot.queue) }
  var watched: Core.Collection { E.variable(bay).collection(Depot.watched) }
  var theJob: E { .variable(job) }

  /// Performs updates as one event on bay 0 and a job, from the sample state.
  func fire(
    _ updates: [Core.Update], job index: Int32 = 0, truth: Value = .bool(true)
  ) throws(EvaluationError) -> Step {
    let event = Depot.event("act", .system, [bay, job, self.truth], updates)
    let evaluator = Evaluator(Depot.rules(events: [event]))
    return try evaluator.fire(
      Core.ID(0), [.entity(0), .entity(index), truth], in: Depot.sample(evaluator))
  }

  func members(after updates: [Core.Action], job index: Int32 = 0) throws -> [Int32] {
    try fire(updates.map { Depot.update($0) }, job: index).after
      .members(of: Depot.queue, owner: 0)
  }

  func error(_ updates: [Core.Action], job index: Int32 = 0) -> EvaluationError.Kind? {
    failure { () throws(EvaluationError) in
      try fire(updates.map { Depot.update($0) }, job: index)
    }
  }

  @Test func allReadsSeeTheStateBefore() throws {
    // weight and total change places.
    let weight = theJob.get(Depot.weight)
    let step = try fire([
      Depot.update(.assign(.field(Depot.weight, of: theJob), .global(Depot.total, .here))),
      Depot.update(.assign(.global(Depot.total), weight)),
    ])
    #expect(step.after[Depot.weight, of: 0] == .number(0))
    #expect(step.after[Depot.total] == .number(1))
    #expect(step.changes == [.field(Depot.weight, of: 0), .global(Depot.total)])
    #expect(step.before[Depot.total] == .number(0))
  }

  @Test func onlyEffectsWhoseConditionHolds() throws {
    let step = try fire([
      Depot.update(.assign(.global(Depot.total), int(5)), if: .variable(truth)),
      Depot.update(.assign(.global(Depot.total), int(6)), if: .not(.variable(truth))),
    ])
    #expect(step.after[Depot.total] == .number(5))
  }

  @Test func writingTheSameIsNoChange() throws {
    let step = try fire([Depot.update(.assign(.global(Depot.total), int(0)))])
    #expect(step.changes == [])
  }

  @Test func twoWritesToOnePlace() {
    #expect(
      error([.assign(.global(Depot.total), int(1)), .assign(.global(Depot.total), int(1))])
        == .writtenTwice(.global(Depot.total)))
    let place = Place.field(Depot.queue, of: 0)
    #expect(
      error([.move(theJob, toEndOf: queue), .move(theJob, toEndOf: queue)])
        == .writtenTwice(place))
    #expect(
      error([.remove(theJob, from: queue), .remove(theJob, from: queue)])
        == .writtenTwice(place))
    let set = Place.field(Depot.watched, of: 0)
    #expect(
      error([.add(theJob, to: watched), .remove(theJob, from: watched)])
        == .writtenTwice(set))
  }

  @Test func queueVerbsAreStrict() throws {
    let place = Place.field(Depot.queue, of: 0)
    #expect(try members(after: [.append(theJob, to: queue)], job: 1) == [2, 0, 1])
    #expect(error([.append(theJob, to: queue)], job: 0) == .alreadyInQueue(0, place))
    #expect(try members(after: [.move(theJob, toEndOf: queue)], job: 2) == [0, 2])
    #expect(error([.move(theJob, toEndOf: queue)], job: 1) == .notInQueue(1, place))
    #expect(try members(after: [.remove(theJob, from: queue)], job: 2) == [0])
    #expect(error([.remove(theJob, from: queue)], job: 1) == .notInQueue(1, place))
  }

  @Test func removalsComeFirst() throws {
    #expect(
      try members(after: [.append(theJob, to: queue), .remove(theJob, from: queue)], job: 2)
        == [0, 2])
    #expect(
      error([.move(theJob, toEndOf: queue), .remove(theJob, from: queue)], job: 2)
        == .notInQueue(2, .field(Depot.queue, of: 0)))
  }

  @Test func setsAreTolerant() throws {
    let added = try fire([
      Depot.update(.add(theJob, to: watched)), Depot.update(.add(theJob, to: watched)),
    ])
    #expect(added.after.members(of: Depot.watched, owner: 0) == [0, 1])
    let again = try fire([Depot.update(.add(theJob, to: watched))], job: 1)
    #expect(again.after.members(of: Depot.watched, owner: 0) == [1])
    #expect(again.changes == [])
    let removed = try fire([Depot.update(.remove(theJob, from: watched))])
    #expect(removed.after.members(of: Depot.watched, owner: 0) == [1])
  }

  @Test func boundsAndUnknownsAndPlaces() {
    #expect(
      error([.assign(.field(Depot.level, of: theJob), int(10))])
        == .outOfBounds(10, Depot.digit))
    #expect(error([.assign(.field(Depot.level, of: theJob), int(9))]) == nil)
    #expect(error([.assign(.field(Depot.since, of: theJob), nobody)]) == .unwrappedNone)
    #expect(
      error([.assign(.field(Depot.level, of: theJob), int(1))], job: 7)
        == .didNotExist(7, Depot.job))
    let conditional = Depot.update(
      .assign(.global(Depot.total), int(1)), if: .variable(truth), at: 33)
    do {
      _ = try fire([conditional], truth: .unknown)
      Issue.record("a write under an unknown condition")
    } catch {
      #expect(error.kind == .unknownWhereNeeded)
      #expect(error.span == conditional.span)
    }
  }

  @Test func newEntities() throws {
    let act = Depot.event(
      "act", .system, [bay], results: [Core.Result(variable: new, isNew: true)],
      [
        Depot.update(.assign(.field(Depot.since, of: .variable(new)), .now)),
        Depot.update(.append(.variable(new), to: queue)),
      ])
    let careless = Depot.event(
      "careless", results: [Core.Result(variable: new, isNew: true)], [])
    let reader = Depot.event(
      "reader", results: [Core.Result(variable: new, isNew: true)],
      [
        Depot.update(
          .assign(.field(Depot.since, of: .variable(new)), E.variable(new).get(Depot.since)))
      ])
    let evaluator = Evaluator(Depot.rules(events: [act, careless, reader]))
    let state = Depot.sample(evaluator)
    let step = try evaluator.fire(
      Core.ID(0), [.entity(0)], results: [.unknown], in: state
    ) { _, _ in .number(42) }
    #expect(step.results == [.entity(3)])
    #expect(step.after.count(of: Depot.job) == 4)
    #expect(step.after[Depot.since, of: 3] == .number(1000))
    #expect(step.after[Depot.owner, of: 3] == .none)
    #expect(step.after[Depot.weight, of: 3] == .number(42))
    #expect(step.after.members(of: Depot.queue, owner: 0) == [2, 0, 3])
    #expect(state.count(of: Depot.job) == 3)
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.fire(Core.ID(1), [], results: [.none], in: state)
      } == .notGiven(Depot.since))
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.fire(Core.ID(2), [], results: [.none], in: state)
      } == .didNotExist(3, Depot.job))
    #expect(
      failure { () throws(EvaluationError) in
        try evaluator.fire(Core.ID(0), [], results: [.none], in: state)
      } == .wrongNumberOfValues(expected: 1, given: 0))
  }

  @Test func notifications() throws {
    let step = try fire([
      Depot.update(
        .notify(.init(recipient: .variable(bay), message: Depot.news, arguments: [int(3)]))),
      Depot.update(.notify(.init(recipient: theJob, message: Depot.news, arguments: [nil]))),
    ])
    #expect(
      step.notifications == [
        SentMessage(
          recipient: .entity(0), sort: Depot.bay, message: Depot.news, arguments: [.number(3)]),
        SentMessage(recipient: .entity(0), sort: Depot.job, message: Depot.news, arguments: [nil]),
      ])
    let evaluator = Evaluator(Depot.rules())
    func notified(_ recipient: Value, _ argument: E?, _ sent: [SentMessage]) throws -> Value {
      try evaluator.evaluate(
        .notified(.variable(bay), Depot.news, [argument]),
        in: Context(
          here: step.after, environment: Environment([bay], [recipient]), notifications: sent))
    }
    let first = Array(step.notifications.prefix(1))
    #expect(try notified(.entity(0), int(3), first) == .bool(true))
    #expect(try notified(.entity(0), int(4), first) == .bool(false))
    #expect(try notified(.entity(0), nil, first) == .bool(true))
    #expect(try notified(.entity(1), nil, first) == .bool(false))
    #expect(try notified(.unknown, int(3), first) == .unknown)
    #expect(try notified(.unknown, int(4), first) == .bool(false))
    // The second message is to job 0, which is not bay 0.
    #expect(try notified(.entity(0), int(4), step.notifications) == .bool(false))
    let open = SentMessage(
      recipient: .entity(0), sort: Depot.bay, message: Depot.news, arguments: [nil])
    #expect(try notified(.entity(0), int(4), [open]) == .bool(true))
  }

  /// Those who were told something are looked up, the others passed over; it comes to the same.
  @Test func quantifiersOverThoseWhoWereTold() throws {
    let evaluator = Evaluator(Depot.rules())
    let state = Depot.sample(evaluator)
    func sent(_ recipient: Value, _ sort: Core.ID<Core.Entity>, _ number: Value?) -> SentMessage {
      SentMessage(recipient: recipient, sort: sort, message: Depot.news, arguments: [number])
    }
    let messages: [[SentMessage]] = [
      [], [sent(.entity(0), Depot.bay, .number(3))],
      [sent(.entity(1), Depot.bay, .number(3)), sent(.entity(0), Depot.job, .number(3))],
      [sent(.entity(0), Depot.bay, nil), sent(.entity(1), Depot.bay, .number(4))],
      [sent(.unknown, Depot.bay, .number(3))],
    ]
    let told = E.notified(.variable(bay), Depot.news, [int(3)])
    let yes = E.literal(.bool(true))
    let binders = [Core.Binder(bay, .entities(Depot.bay, .here))]
    for sent in messages {
      for quantifier in [Core.Quantifier.all, .some] {
        for body in [yes, .not(yes), .notified(.variable(bay), Depot.news, [int(4)])] {
          func value(_ condition: E?, _ body: E) throws -> Value {
            try evaluator.evaluate(
              .quantified(quantifier, binders, condition: condition, body: body),
              in: Context(here: state, notifications: sent))
          }
          // What begins otherwise is asked of everybody.
          #expect(try value(told, body) == value(.and([yes, told]), body))
          #expect(try value(nil, .and([told, body])) == value(nil, .and([yes, told, body])))
        }
      }
    }
  }
}
