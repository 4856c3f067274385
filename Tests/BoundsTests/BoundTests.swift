import Rulebook
import Testing
import Verification

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

  /// Somebody is busy for ten seconds for each hold, and counts his holds without end unless he
  /// is in a queue, or somebody has lent something.
  private func holding(_ cap: String) throws -> Core.Rules {
    try Counter.rules(
      """
      rulebook Holding
      requirements "none.tsv"

      entity Zone
        q: Queue<R>

      entity Loan
        open: Bool = false

      entity R
        busy:  Bool = false
        holds: Int = 0
        since: Time = any

      event begin(r: R) from member
        require not r.busy and all z: Zone: r not in z.q
        r.busy  = true
        r.since = now
        r.holds = 1

      event hold(r: R) from member
        require r.busy and (all z: Zone: r not in z.q) and no l: Loan: true
        r.holds += 1

      event end(r: R) from clock
        require r.busy
        due r.since + r.holds * 10 s
        r.busy = false

      event queue(r: R, zone: Zone) from member
        require (all z: Zone: r not in z.q) and r.holds <= 3
        append r to zone.q

      event leave(r: R, zone: Zone) from member
        require r in zone.q
        remove r from zone.q

      event lend() from member -> new loan: Loan
        require all r: R: r.holds <= 3

      invariant limit
        all r: R where r.busy: now <= r.since + r.holds * 10 s

      invariant queued
        all z: Zone, r in z.q: now <= r.since + r.holds * 10 s

      lemma cap
        \(cap)

      """)
  }

  @Test(
    "What caps only some, or only where there is somebody else, is no cap",
    arguments: [
      "all z: Zone, r in z.q: r.holds <= 3", "all z: Zone: all r in z.q: r.holds <= 3",
      "all r: R, l: Loan: r.holds <= 3", "all l: Loan, r: R: r.holds <= 3",
      "all l: Loan: all r: R: r.holds <= 3", "all r: R where r.busy: r.holds <= 3",
    ])
  func someCapped(_ cap: String) throws {
    let rules = try holding(cap)
    let limit = try Counter.bound("limit", rules)
    #expect(limit.number(in: rules) == nil)
    #expect(limit.uncapped(in: rules).map { rules[$0].name } == ["holds"])
  }

  @Test("What caps everybody is a cap")
  func allCapped() throws {
    let rules = try holding("all r: R: 0 <= r.holds <= 3")
    #expect(try Counter.bound("limit", rules).number(in: rules) == 30_000)
  }

  @Test("Who waits in a queue waits no more when he goes out")
  func membership() throws {
    let rules = try holding("all r: R: r.holds <= 3")
    let queued = try Counter.bound("queued", rules)
    #expect(names(queued.endings(in: rules), rules) == ["leave"])
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
