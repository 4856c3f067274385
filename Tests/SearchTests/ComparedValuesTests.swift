import Findings
import Rulebook
import Testing
import Verification

/// Short runs that need a value with which a rule or a property compares.
@Suite("Values that the rules and properties compare with") struct ComparedValuesTests {
  private func run(_ rules: Core.Rules, _ question: Searcher.Question) throws -> FoundRun? {
    let budget = Searcher.Budget(states: 20_000, randomSteps: 0)
    guard case .found(let found) = try Searcher(rules, budget).answer(to: question) else {
      Issue.record("no run found")
      return nil
    }
    return found
  }

  private func cards(_ fields: String, _ issue: String, _ reach: String) throws -> Core.Rules {
    try Fixture.rules(
      """
      rulebook Cards
      requirements "none.tsv"

      type Code = 0...999

      entity Card
      \(fields)
        open: Bool = false

      \(issue)

      event enter(card: Card, pin: Code) from user
        require pin is card.pin
        card.open = true

      reach opened
        some c: Card: c.open and \(reach)

      """)
  }

  private static let issue = """
    event issue(pin: Code) from bank -> new card: Card
      card.pin = pin
    """

  @Test(
    "A value of a range",
    arguments: ["c.pin is 613", "c.pin > 500 and c.pin < 520", "c.pin is not 0 and c.pin < 2"])
  func range(_ reach: String) throws {
    for (fields, issue, steps) in [("  pin: Code = any", "", 1), ("  pin: Code", Self.issue, 2)] {
      let rules = try cards(fields, issue, reach)
      let found = try run(rules, .witness(property: try rules.property("opened")))
      #expect(found?.run.steps.count == steps)
      #expect(found?.run.isShortest == false)
    }
  }

  @Test(
    "An open number and an open length of time",
    arguments: [
      ("Int", "c.size is 613"), ("Int", "c.size > 40"), ("Duration", "c.size is 17 min"),
    ])
  func open(_ type: String, _ reach: String) throws {
    let rules = try cards("  pin: Code = any\n  fixed size: \(type) = any", "", reach)
    #expect(
      try run(rules, .witness(property: try rules.property("opened")))?.run.steps.count == 1)
  }

  @Test(
    "A length of time, that a property or another event compares with",
    arguments: [
      ("now >= order.at", "order.len is 17 min"), ("order.len is 17 min", "order.len > 0 s"),
      ("now >= order.at", "order.until >= order.at + 3 h"),
      ("order.until is order.at + 17 min", "order.len > 0 s"),
    ])
  func length(_ guardian: String, _ reach: String) throws {
    let rules = try Fixture.rules(
      """
      rulebook Orders
      requirements "none.tsv"

      entity Order
        len: Duration
        at: Time
        until: Time
        sent: Bool = false

      event make(len: Duration, until: Time) from client -> new order: Order
        require len >= 10 min and len <= 2 h
        order.len = len
        order.at = now
        order.until = until

      event send(order: Order) from system
        require not order.sent and \(guardian)
        order.sent = true

      reach short after send
        before(\(reach))

      """)
    let found = try run(rules, .witness(property: try rules.property("short")))
    #expect(found?.run.steps.count == 2)
    #expect(found?.run.isShortest == false)
  }

  @Test("A length of time that a property of the event itself compares with")
  func argument() throws {
    let rules = try Fixture.rules(
      """
      rulebook Orders
      requirements "none.tsv"

      entity Order
        made: Bool = false

      event make(order: Order, len: Duration, slot: Time) from client
        require not order.made
        order.made = true

      reach short after make
        len is 17 min and slot is now + 3 h

      """)
    let found = try run(rules, .witness(property: try rules.property("short")))
    #expect(found?.run.steps.count == 1)
  }

  @Test(
    "An instant as far from another argument as a rule or a property wants",
    arguments: [
      ("before(now + 5 min >= slot.until)", 3),
      ("before(slot.until >= slot.from_ + 3 days)", 3),
    ])
  func instants(_ reach: String, _ steps: Int) throws {
    let rules = try Fixture.rules(
      """
      rulebook Slots
      requirements "none.tsv"

      entity Slot
        from_: Time
        until: Time
        used: Bool = false

      event open(from_: Time, until: Time) from desk -> new slot: Slot
        require now + 30 min <= from_ and from_ + 15 min <= until
        slot.from_ = from_
        slot.until = until

      event use(slot: Slot) from user
        require not slot.used and slot.from_ <= now and now < slot.until
        slot.used = true

      reach late after use
        \(reach)

      """)
    let found = try run(rules, .witness(property: try rules.property("late")))
    #expect(found?.run.steps.count == steps)
    #expect(found?.run.isShortest == false)
  }
}
