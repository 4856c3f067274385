import Testing

/// A legal line that names the wrong one shows as two faults far apart, and is one.
@Suite struct ConfusionTests {
  private static let text = """
    rulebook Warnings
    requirements "requirements.tsv"

    entity Cab
      warned: Bool = false
      seized: Bool = false

    event warn(cab: Cab) from office
      require not cab.warned
      cab.warned = true

    event clear(cab: Cab) from office
      require cab.warned
      cab.warned = false

    event seize(cab: Cab) from office
      require cab.warned
      require not cab.seized
      cab.seized = true

    event release(cab: Cab) from office
      require cab.seized
      cab.seized = false

    event pass(cab: Cab) from office
    """

  private static let hiring = """
    rulebook Hiring
    requirements "requirements.tsv"

    type Status = off | ready | working

    entity Cab
      hired:  Bool = false
      status: Status = off

    event hire(cab: Cab) from office
      require not cab.hired
      cab.hired = true

    event fire(cab: Cab) from office
      require cab.hired
      cab.hired = false
      cab.status = off

    event start(cab: Cab) from office
      require cab.hired
      require cab.status is off
      cab.status = ready

    event work(cab: Cab) from office
      require cab.status is ready
      cab.status = working

    event rest(cab: Cab) from office
      require cab.status is working
      cab.status = ready

    event pass(cab: Cab) from office
    """

  private func replay(_ lines: [String]) throws -> [String] {
    try OneLineASecond.replay(lines, OneLineASecond.rules(Self.text))
  }

  private let confused = ["warn A", "warn B", "clear B", "seize B", "release B"]

  private static let barring = """
    rulebook Barring
    requirements "requirements.tsv"

    entity Cab
      barred: Bool = false
      fined:  Bool = false

    event bar(cab: Cab) from office
      cab.barred = true
      cab.fined = true

    event free(cab: Cab) from office
      require cab.barred
      cab.barred = false

    event work(cab: Cab) from office
      require not cab.fined
      require not cab.barred

    event rest(cab: Cab) from office
      require not cab.barred

    event pass(cab: Cab) from office
    """

  @Test func whatIsFarApartIsTwo() throws {
    #expect(
      try replay(confused + Array(repeating: "pass C", count: 80) + ["warn A", "clear A"]) == [
        "4 wronglyAccepted: taken as done", "86 wronglyAccepted: taken as done",
      ])
  }

  @Test func whatWasEvidentlyRightIsNotDoubted() throws {
    // That A was cleared shows that it was he who had been warned.
    #expect(
      try replay(["pass A", "warn A", "clear A", "seize B", "release B", "warn A", "warn A"]) == [
        "4 wronglyAccepted: taken as done", "7 wronglyAccepted: taken as done",
      ])
  }

  private static let tags = """
    rulebook Tags
    requirements "requirements.tsv"

    message seen

    entity Cab
      tagged: Bool = false
      away:   Bool = false

    event tag(cab: Cab) from office
      cab.tagged = true

    event go(cab: Cab) from office
      cab.away = true

    event come(cab: Cab) from office
      cab.away = false

    event show(cab: Cab) from office
      require not cab.away
      case cab.tagged
        notify cab seen
      cab.tagged = false

    event pass(cab: Cab) from office
    """

  /// Nothing that happened before makes a refused line send something: what else is wrong is
  /// another fault.
  @Test func wrongMessagesOfARefusal() throws {
    let found = try OneLineASecond.replay(
      ["go A", "pass C", "!show A >seen:A"] + passes("C", 3) + ["tag@1 B >"] + passes("C", 3),
      OneLineASecond.rules(Self.tags)
    ).map { String($0.prefix { $0 != ":" }) }
    #expect(found == ["3 notification", "7 order"])
  }

  private static let stands = """
    rulebook Stands
    requirements "requirements.tsv"

    entity Stand
      queue:  Queue<Cab>
      isOpen: Bool = true

    entity Cab
      stand: Stand? = none

    event shut(stand: Stand) from office
      require stand.isOpen
      stand.isOpen = false

    event open(stand: Stand) from office
      require not stand.isOpen
      stand.isOpen = true

    event park(cab: Cab, stand: Stand) from driver
      require cab.stand is none and stand.isOpen
      cab.stand = stand
      append cab to stand.queue

    event leave(cab: Cab) from driver
      require cab.stand is not none
      remove cab from cab.stand.queue
      cab.stand = none

    prompt cleared
      all c: Cab: c.stand is not none and not c.stand.isOpen lasts at most 5 s

    event pass(cab: Cab) from driver
    """

  private static let shifts = """
    rulebook Shifts
    requirements "requirements.tsv"

    state isShut: Bool = false

    entity Cab
      active: Bool = false
      inside: Bool = false
      fee:    Int = 0

    event start(cab: Cab) from driver
      require not cab.active
      require not isShut
      cab.active = true

    event stop(cab: Cab) from driver
      require cab.active
      cab.active = false
      case cab.inside
        cab.fee = 1

    event enter(cab: Cab) from driver
      require not cab.inside
      cab.inside = true

    event leave(cab: Cab) from driver
      require cab.inside
      cab.inside = false

    event shut() from keeper
      isShut = true

    event pass(cab: Cab) from driver
    """

  /// What is wrong the second time has to do with the shutting, not with what was done twice.
  @Test func anotherGuardBreaksForAReasonOfItsOwn() throws {
    let rules = try OneLineASecond.rules(Self.shifts)
    #expect(
      try OneLineASecond.replay(
        ["start A", "start A", "stop A"] + passes("B", 12) + ["shut", "start A", "stop A"], rules)
        == ["2 wronglyAccepted: taken as done", "17 wronglyAccepted: taken as done"])
  }

  /// Whether A may stop does not depend on where he is, though what it makes of him does.
  @Test func whatAnEventMayDoAndWhatItDoes() throws {
    let rules = try OneLineASecond.rules(Self.shifts)
    #expect(
      try OneLineASecond.replay(
        ["start A", "stop A", "enter A", "stop A"] + passes("C", 12)
          + ["leave B", "enter B", "leave B"], rules)
        == ["4 wronglyAccepted: taken as done", "17 wronglyAccepted: taken as done"])
  }
}
