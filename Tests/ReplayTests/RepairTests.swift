import Testing

/// One report for what shows at several lines, where what happened is on none of them, on one far
/// behind, or on one that says something else.
@Suite struct RepairTests {
  static let rules = """
    rulebook Cabs
    requirements "requirements.tsv"

    type Notice = away | back

    message gone

    state isOpen: Bool = true

    entity Cab
      active: Bool = false
      notice: Notice? = none
      again:  Time = any
      stand:  Stand? = none

    entity Stand
      queue: Queue<Cab>

    event open() from keeper
      require not isOpen
      isOpen = true

    event close() from keeper
      require isOpen
      isOpen = false

    event start(cab: Cab) from driver
      require not cab.active and isOpen
      cab.active = true

    event stop(cab: Cab) from driver
      require cab.active
      cab.active = false

    event dismiss(cab: Cab) from server
      case cab.active
        notify cab gone
      cab.active = false

    event lost(cab: Cab) from world
      cab.notice = away
      cab.again = now + 10 s

    event found(cab: Cab) from world
      cab.notice = none

    event search(cab: Cab) from clock
      require cab.notice is not none
      due cab.again
      cab.again = now + 10 s
      notify cab gone

    event enter(cab: Cab, stand: Stand) from driver
      require cab.stand is none
      append cab to stand.queue
      cab.stand = stand

    event call(stand: Stand, cab: Cab) from server
      require cab is first c in stand.queue
      remove cab from stand.queue

    event leave(cab: Cab) from driver
      require cab.stand is not none
      cab.stand = none
    """

  private func replay(_ lines: [String]) throws -> [String] {
    try OneLineASecond.replay(lines, OneLineASecond.rules(Self.rules))
  }

  @Test func aMessageThatTheStateExplains() throws {
    #expect(
      try replay(["start@0 A >", "dismiss@1 A >", "start@2 B >", "stop@3 A >", "start@4 A >"])
        == ["2 notification: line 4, stop, was taken as coming before it"])
    // Nothing behind it speaks for another state.
    #expect(
      try replay(["start@0 A >", "dismiss@1 A >", "start@2 B >", "start@3 A >"])
        == ["2 notification: taken as sent rightly"])
  }

  private static let rides = """
    rulebook Rides
    requirements "requirements.tsv"

    message ready

    entity Cab
      free: Bool = true
      out:  Bool = false

    event take(cab: Cab) from server
      require cab.free
      cab.free = false

    event finish(cab: Cab) from driver
      require not cab.free
      cab.free = true
      case not cab.out
        notify cab ready

    event rest(cab: Cab) from driver
      require cab.free

    event leave(cab: Cab) from driver
      require not cab.out
      cab.out = true

    event back(cab: Cab) from driver
      require cab.out
      cab.out = false
      case cab.free
        notify cab ready

    event pass(cab: Cab) from driver
    """

  /// A finished before he left: when, and what he was told, only the late line says.
  @Test func whatNobodyDatedMayHaveToldSomethingElse() throws {
    let found = try OneLineASecond.replay(
      ["take A", "leave A >", "back A >ready:A", "rest A"] + passes("C", 14)
        + ["finish A >ready:A"],
      OneLineASecond.rules(Self.rides))
    #expect(
      found == ["3 notification: taken as preceded by finish of cab A, which no line records"])
  }

  @Test func anEventThatHappenedEarlier() throws {
    // Or else the second search would be another fault: a line about A was right since the first.
    #expect(
      try replay([
        "start@0 A >", "search@15 A >gone:A", "stop@20 A >", "search@25 A >gone:A", "found@26 A >",
      ])
        == ["2 forbidden: taken as preceded by lost of cab A, which no line records"])
  }

  @Test func anEventThatHappenedBeforeOthersJoined() throws {
    #expect(
      try replay(["enter@0 A S >", "call@5 S B >", "leave@6 B >", "call@7 S A >", "leave@8 A >"])
        == [
          "2 wronglyAccepted: taken as preceded by enter of cab B, stand S, which no line records"
        ])
  }

  @Test func aLineAndItsMessageAboutSomebodyElse() throws {
    #expect(
      try replay(["lost@0 B >", "search@10 A >gone:A", "found@11 B >", "start@30 A >"])
        == ["2 forbidden: taken as meaning cab B"])
  }

  @Test func aLineThatComesMuchLater() throws {
    var lines = ["start@0 A >", "open@1 >"]
    for second in 2..<10 { lines += ["close@\(second) >", "open@\(second) >"] }
    lines += ["close@20 >", "start@21 B >", "start@22 C >", "close@23 >", "open@24 >"]
    #expect(
      try replay(lines) == ["2 wronglyAccepted: line 19, close, was taken as coming before it"])
  }

  /// A was let go from the first zone as if that were closed; but others enter it.
  @Test func whatALineShowsOfOthers() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Zones
      requirements "requirements.tsv"

      entity Zone
        open: Bool = true

      entity Cab
        zone: Zone? = none

      event enter(cab: Cab, zone: Zone) from driver
        require cab.zone is none
        require zone.open
        cab.zone = zone

      event close(zone: Zone) from keeper
        require zone.open
        zone.open = false

      event reopen(zone: Zone) from keeper
        require not zone.open
        zone.open = true

      event rezone(cab: Cab, into: Zone) from server
        require cab.zone is not none and not cab.zone.open
        require into.open
        cab.zone = into

      event pass(cab: Cab) from driver
      """)
    let lines = ["enter A Z1", "close Z1", "reopen Z1", "rezone A Z2", "enter C Z1", "enter D Z1"]
    let later = Array(repeating: "pass A", count: 20) + ["close Z2", "rezone A Z3"]
    #expect(
      try OneLineASecond.replay(lines + later, rules) == ["4 wronglyAccepted: taken as done"])
  }

  /// It tells the instant at which it happened, an hour before it was written: for how late it is
  /// counts when it was written.
  @Test func writtenLongAfterItsInstant() throws {
    let plain = (0..<300).flatMap { _ in ["start@4000 C", "stop@4000 C"] }
    #expect(
      try OneLineASecond.replay(
        ["start@0 A", "start@1 B", "call@2 S B", "answer@3 B", "stop@4 B"] + plain
          + ["enter@2 B S", "start@4020 C"], OneLineASecond.rules(DeliberationTests.rules))
        == ["3 wronglyAccepted: line 606, enter, was taken as coming before it"])
  }

  /// A went elsewhere, which no line records. It was neither of the zones that lines near name.
  @Test func whoLeftAQueueMayBeInAnyOther() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Ranks
      requirements "requirements.tsv"

      entity Zone
        queue: Queue<Cab>

      entity Cab
        zone:  Zone? = none

      event start(cab: Cab, zone: Zone) from cab
        require cab.zone is none
        cab.zone = zone
        append cab to zone.queue

      event go(cab: Cab, zone: Zone) from cab
        require cab.zone is not none
        require cab.zone is not zone
        remove cab from cab.zone!.queue
        cab.zone = zone
        append cab to zone.queue

      event stop(cab: Cab) from cab
        require cab.zone is not none
        remove cab from cab.zone!.queue
        cab.zone = none

      event ask(cab: Cab, zone: Zone) from system
        require cab is first c in zone.queue
      """)
    let zones = (0..<12).map { "start C\($0) Y\($0)" }
    let others = (0..<40).map { "ask C\($0 % 12) Y\($0 % 12)" }
    let found = try OneLineASecond.replay(
      zones + ["start A X", "start B X", "start E X", "ask B X", "start D Z", "ask D Z"] + others
        + ["stop B", "ask E X", "go A Z", "ask D Z"], rules)
    #expect(
      found == ["16 forbidden: taken as preceded by go of cab A, zone Y0, which no line records"],
      "\(found)")
  }
}
