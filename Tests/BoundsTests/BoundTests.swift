import Bounds
import Rulebook
import Testing

@Suite("What a rulebook limits") struct BoundTests {
  private func names(_ events: [Core.ID<Core.Event>], _ rules: Core.Rules) -> [String] {
    events.map { rules[$0].name }
  }

  @Test("'bounded', and what is not later than an instant and a length of time")
  func found() throws {
    let rules = try Counter.rules()
    #expect(
      Bound.all(of: rules).map { rules.properties[$0.property].name } == ["answered", "callEnds"])
  }

  @Test("The number is worked out from the caps")
  func number() throws {
    let rules = try Counter.rules()
    let answered = try Counter.bound("answered", rules)
    #expect(answered.number(in: rules) == 900_000)
    #expect(answered.caps(in: rules).map(\.most) == [3])
    #expect(answered.uncapped(in: rules).isEmpty)
    #expect(try Counter.bound("callEnds", rules).number(in: rules) == 300_000)
    let fewer = try Counter.rules(
      Counter.capped, [Compilation.Setting(name: "maxCalls", value: "2")])
    #expect(try Counter.bound("answered", fewer).number(in: fewer) == 600_000)
  }

  @Test("No cap, no number")
  func uncapped() throws {
    let rules = try Counter.rules(Counter.uncapped)
    let answered = try Counter.bound("answered", rules)
    #expect(answered.number(in: rules) == nil)
    #expect(answered.uncapped(in: rules).map { rules[$0].name } == ["calls"])
  }

  @Test("A range that is the counter's type caps it")
  func range() throws {
    let text = Counter.uncapped
      .replacing("parameter patience", with: "type Calls = 0...4\n\nparameter patience")
      .replacing("ghost calls: Int = 0", with: "calls:    Calls = 0")
      .replacing(
        "  ticket.calls   += 1",
        with: "  case ticket.calls < 4\n    ticket.calls = ticket.calls + 1")
    let rules = try Counter.rules(text)
    let answered = try Counter.bound("answered", rules)
    #expect(answered.number(in: rules) == 1_200_000)
    #expect(answered.caps(in: rules).map(\.property) == [nil])
  }

  @Test("A limit that does not fit is none")
  func overflow() throws {
    let rules = try Counter.rules(
      Counter.capped,
      [
        Compilation.Setting(name: "maxCalls", value: "9000000000000"),
        Compilation.Setting(name: "patience", value: "100000 days"),
      ])
    #expect(try Counter.bound("answered", rules).number(in: rules) == nil)
  }

  @Test("From the events that begin it to those that end it")
  func events() throws {
    let rules = try Counter.rules()
    let answered = try Counter.bound("answered", rules)
    #expect(names(answered.beginnings(in: rules), rules) == ["draw"])
    #expect(names(answered.endings(in: rules), rules) == ["serve", "sendAway"])
    let call = try Counter.bound("callEnds", rules)
    #expect(names(call.beginnings(in: rules), rules) == ["call"])
    #expect(names(call.endings(in: rules), rules) == ["missed", "serve"])
  }
}
