import Rulebook
import Semantics
import Testing

@Suite struct GuardTests {
  let x = variable(0, "x", .int)
  let y = variable(1, "y", .entity(Depot.bay), isOptional: true)

  /// x > 0; y is not none; y's size is x. Assumed: x < 8.
  func evaluator(_ source: Core.Source = .system, due: E? = nil) -> Evaluator {
    let event = Depot.event(
      "act", source, [x, y],
      guards: [
        .less(int(0), .variable(x)), .not(.isNone(.variable(y))),
        .equal(E.certain(.variable(y)).get(Depot.size), .variable(x)),
      ],
      assumptions: [.less(.variable(x), int(8))], due: due,
      refusal: [.init(recipient: .variable(y), message: Depot.news, arguments: [.variable(x)])],
      definedness: [
        .init(
          condition: .less(int(3), .variable(x)), fact: .not(.isNone(.variable(y))),
          text: "y is not none", span: Depot.span)
      ])
    return Evaluator(Depot.rules(events: [event]))
  }

  func values(_ x: Value, _ y: Value) throws -> [Value] {
    let evaluator = evaluator()
    return try evaluator.guards(of: Core.ID(0), [x, y], in: Depot.sample(evaluator)).map(\.value)
  }

  func enabledness(
    _ x: Value, _ y: Value, _ source: Core.Source = .system, due: E? = nil
  ) throws -> Value {
    let evaluator = evaluator(source, due: due)
    return try evaluator.enabledness(of: Core.ID(0), [x, y], in: Depot.sample(evaluator))
  }

  @Test func allGuardsWithTheirValues() throws {
    #expect(try values(.number(5), .entity(0)) == [.bool(true), .bool(true), .bool(true)])
    #expect(try values(.number(-5), .entity(0)) == [.bool(false), .bool(true), .bool(false)])
    // The last relies on the second, and so has no value.
    #expect(try values(.number(5), .none) == [.bool(true), .bool(false), .unknown])
    #expect(try values(.unknown, .entity(0)) == [.unknown, .bool(true), .unknown])
  }

  @Test func enabled() throws {
    #expect(try enabledness(.number(5), .entity(0)) == .bool(true))
    #expect(try enabledness(.number(6), .entity(0)) == .bool(false))
    #expect(try enabledness(.number(5), .none) == .bool(false))
    #expect(try enabledness(.number(8), .entity(1)) == .bool(false))
    #expect(try enabledness(.unknown, .entity(0)) == .unknown)
    #expect(try enabledness(.unknown, .none) == .bool(false))
  }

  @Test func dueIsClosed() throws {
    #expect(try enabledness(.number(5), .entity(0), .clock, due: at(1000)) == .bool(true))
    #expect(try enabledness(.number(5), .entity(0), .clock, due: at(999)) == .bool(true))
    #expect(try enabledness(.number(5), .entity(0), .clock, due: at(1001)) == .bool(false))
    let evaluator = evaluator(.clock, due: .sum(at(1000), ms(5), .time))
    let state = Depot.sample(evaluator)
    #expect(
      try evaluator.due(of: Core.ID(0), [.number(5), .entity(0)], in: state) == .number(1005))
  }

  @Test func refusalAndDefinedness() throws {
    let evaluator = evaluator(.input(actor: "clerk"))
    let state = Depot.sample(evaluator)
    #expect(
      try evaluator.refusal(of: Core.ID(0), [.number(1), .entity(1)], in: state)
        == [
          SentMessage(
            recipient: .entity(1), sort: Depot.bay, message: Depot.news, arguments: [.number(1)])
        ])
    #expect(try evaluator.undefined(in: Core.ID(0), [.number(4), .none], in: state).count == 1)
    #expect(try evaluator.undefined(in: Core.ID(0), [.number(3), .none], in: state).isEmpty)
    #expect(try evaluator.undefined(in: Core.ID(0), [.number(4), .entity(0)], in: state).isEmpty)
  }

  @Test func errorsNameTheGuard() throws {
    let event = Depot.event(
      guards: [yes, .equal(.certain(nobody), .literal(.none(.entity(Depot.bay))))])
    let evaluator = Evaluator(Depot.rules(events: [event]))
    do {
      _ = try evaluator.guards(of: Core.ID(0), [], in: Depot.sample(evaluator))
      Issue.record("a guard without a value")
    } catch {
      #expect(error.kind == .unwrappedNone)
      #expect(error.text == "guard 1")
      #expect(error.span == event.guards[1].span)
    }
  }
}
