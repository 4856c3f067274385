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
}
