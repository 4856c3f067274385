import Rulebook
import Semantics
import Testing

@Suite struct CandidateTests {
  let bay = variable(0, "bay", .entity(Depot.bay), isOptional: true)
  let color = variable(1, "color", .enumeration(Depot.color))
  let level = variable(2, "level", .range(Depot.digit))
  let when = variable(3, "when", .time)
  let count = variable(4, "count", .int)
  let flag = variable(5, "flag", .bool)

  func numbers(_ values: [Value]) -> [Int64] {
    values.compactMap { if case .number(let number) = $0 { number } else { nil } }
  }

  @Test func valuesWorthTrying() throws {
    let event = Depot.event(
      "act", .system, [bay, color, level, when, count, flag],
      guards: [
        .less(.literal(.number(4, .range(Depot.digit))), .variable(level)),
        .less(.variable(when), .sum(.now, ms(50), .time)), .less(int(10), .variable(count)),
      ])
    let evaluator = Evaluator(Depot.rules(events: [event]))
    var state = Depot.sample(evaluator)
    state[Depot.level, of: 0] = .number(7)
    let tuples = evaluator.candidateArguments(of: Core.ID(0), in: state)
    #expect(tuples.lists[0] == [.none, .entity(0), .entity(1)])
    #expect(tuples.lists[1] == [.symbol(0), .symbol(1)])
    #expect(numbers(tuples.lists[2]) == Array(0...9))
    #expect(numbers(tuples.lists[3]) == [100, 200, 300, 999, 1000, 1001, 1049, 1050, 1051])
    #expect(numbers(tuples.lists[4]) == [-1, 0, 1, 2, 9, 10, 11])
    #expect(tuples.lists[5] == [.bool(false), .bool(true)])
    #expect(Array(tuples).count == 7_560)
  }

  @Test func tuplesInOrder() {
    let (a, b, c) = (Value.number(1), Value.number(2), Value.none)
    let expected: [[Value]] = [[a, c, a], [a, c, b], [b, c, a], [b, c, b]]
    #expect(Array(Tuples(lists: [[a, b], [c], [a, b]])) == expected)
    #expect(Array(Tuples(lists: [])) == [[]])
    #expect(Array(Tuples(lists: [[c], []])).isEmpty)
  }

  @Test func instantsWorthWaitingFor() throws {
    let job = variable(0, "job", .entity(Depot.job))
    let finish = Depot.event(
      "finish", .clock, [job], guards: [E.variable(job).get(Depot.isBusy)],
      due: .sum(E.variable(job).get(Depot.since), ms(900), .time), [])
    let evaluator = Evaluator(Depot.rules(events: [finish]))
    var state = Depot.sample(evaluator)
    var clocks = try evaluator.clocks(startingAt: state)
    #expect(
      try evaluator.candidateInstants(state, clocks)
        == [1001, 1099, 1100, 1101, 1199, 1200, 1201, 1899, 1900, 1901])
    state[Depot.isBusy, of: 1] = .bool(true)
    clocks = try evaluator.clocks(clocks, after: state)
    #expect(try evaluator.candidateInstants(state, clocks) == [1001, 1099, 1100])
  }
}
