import Replay
import Testing

/// A line that is legal and wrong shows in what follows, and is found by going back behind it.
@Suite struct RevisionTests {
  private static let text = """
    rulebook Shifts
    requirements "requirements.tsv"

    type Status = off | free | busy

    entity Zone
      open: Bool = true

    entity Cab
      hired:  Bool = false
      status: Status = off
      zone:   Zone? = none
      worked: Bool = false

    event close(zone: Zone) from office
      require zone.open
      zone.open = false

    event reopen(zone: Zone) from office
      require not zone.open
      zone.open = true

    event hire(cab: Cab) from office
      require not cab.hired
      cab.hired = true

    event fire(cab: Cab) from office
      require cab.hired
      require cab.status in {off, free}
      cab.hired = false
      case cab.status is free
        cab.status = off

    event start(cab: Cab, zone: Zone) from cab
      require cab.status is off
      require zone.open
      cab.status = free
      cab.zone = zone

    event leave(cab: Cab) from cab
      require cab.zone is not none and not cab.zone.open
      cab.zone = none

    event work(cab: Cab) from cab
      case cab.status is free
        cab.status = busy
        cab.worked = true

    event praise(cab: Cab) from office
      require not cab.worked

    event rest(cab: Cab) from cab
      require cab.status is busy
      cab.status = off

    event pass(cab: Cab) from office
    """

  private func lookBack(_ lines: [String]) throws -> [String] {
    try OneLineASecond.lookBack(lines, OneLineASecond.rules(Self.text))
  }

  /// Y was closed: A, who is in X, moves. What lines say of X and Y later is right then.
  @Test func anotherWasMeant() throws {
    let found = try lookBack(
      ["start A X", "close Y", "leave A", "pass B", "start B Y", "reopen X"] + passes("B", 8))
    #expect(found == ["3 wronglyAccepted: line 2, close, was taken as meaning zone X"])
  }

  /// Behind 10,000 right lines what led to a fault is not kept: it is told where that is, and whoever
  /// has it kept from a little before is told the same as of a short trace.
  @Test func farBehindTheStartTheLinesBeforeAreAskedFor() throws {
    let rules = try OneLineASecond.rules(Self.text)
    let before = passes("C", 12_000)
    let fault =
      ["start A X", "close Y", "leave A", "pass B", "start B Y", "reopen X"] + passes("B", 8)
    #expect(try OneLineASecond.lacksLinesAt(before + fault, rules) == 12_003)
    for first in [0, 12_003 - Replayer.leadingLines, 11_900] {
      let options = ReplayOptions(looksBack: .behind(lines: first))
      let found = try OneLineASecond.lookBack(before + fault, rules, options)
      #expect(found == ["12003 wronglyAccepted: line 12002, close, was taken as meaning zone X"])
    }
    // What another way explains needs the line that last changed what the guard reads.
    let plain = ["start A X", "start A X"] + passes("B", 8)
    #expect(try OneLineASecond.lacksLinesAt(before + plain, rules) == 12_002)
    #expect(try OneLineASecond.lacksLinesAt(fault, rules) == nil)
  }

  /// A was fired before he worked, which changed nothing then: after it he would not be free to be
  /// fired.
  @Test func aLineBehindBelongsBeforeAnEarlierOne() throws {
    let found = try lookBack(
      ["hire A", "start A X", "work A", "hire A", "fire A", "start A X", "work A", "rest A"]
        + passes("B", 8))
    #expect(found == ["4 wronglyAccepted: line 5, fire, was taken as coming before line 3, work"])
  }

  /// What the line at fault says happened before the one before it.
  @Test func theLineAtFaultBelongsBeforeAnEarlierOne() throws {
    let found = try lookBack(
      ["hire A", "start A X", "work A", "fire A", "hire A", "start A X", "praise A"]
        + passes("B", 8))
    #expect(found == ["4 wronglyAccepted: taken as coming before line 3, work"])
  }

  /// A could rest only if he had worked, and be fired only if he had not been.
  @Test func anEarlierLineDidNotHappen() throws {
    let found = try lookBack(
      ["hire A", "start A X", "fire A", "work A", "rest A", "pass B", "fire A"] + passes("B", 8))
    #expect(found == ["5 wronglyAccepted: line 3, fire, was taken as not done"])
  }

  /// A had started before he worked, or he would not have had to rest, nor have done anything.
  @Test func somethingHappenedBeforeAnEarlierLine() throws {
    let found = try lookBack(
      ["start B X", "hire A", "work A", "rest A", "!praise A"] + passes("B", 8))
    let earlier = "line 3, work, was taken as preceded by start of cab A, zone X"
    #expect(found == ["4 wronglyAccepted: \(earlier), which no line records"])
  }

  /// Whoever came to be behind the line that is wrong stays who he is.
  @Test func thoseWhoCameSinceKeepTheirNames() throws {
    let text =
      Self.text + """


        entity Ride
          cab:  Cab? = none
          done: Bool = false

        event order() from office -> new ride: Ride

        event take(ride: Ride, cab: Cab) from cab
          require ride.cab is none
          require cab.status is free
          ride.cab = cab

        event finish(ride: Ride) from cab
          require ride.cab is not none
          require not ride.done
          ride.done = true
        """
    let found = try OneLineASecond.lookBack(
      ["start A X", "close Y", "order R", "order S", "take S A", "leave A", "order T", "finish S"]
        + ["start B Y", "take R B", "finish R", "take T B", "reopen X", "finish T"],
      OneLineASecond.rules(text))
    #expect(found == ["6 wronglyAccepted: line 2, close, was taken as meaning zone X"])
  }

  /// Line 35 may be the late record of what was missing at line 2; but it is right where it stands, and
  /// so line 34 can still be gone back behind.
  @Test func aLineThatMayBeLateIsNoGap() throws {
    let found = try lookBack(
      ["hire A", "hire A"] + passes("B", 30)
        + ["start C X", "close Y", "fire A", "leave C", "pass B", "start B Y", "reopen X"]
        + passes("B", 8))
    #expect(
      found == [
        "2 wronglyAccepted: taken as done",
        "36 wronglyAccepted: line 34, close, was taken as meaning zone X",
      ])
  }

  /// Lines of which nothing is kept any more are not gone back behind.
  @Test func onlyTheLatestLinesAreRevised() throws {
    let found = try lookBack(
      ["start A X", "close Y"] + passes("B", 64) + ["leave A", "start B Y", "reopen X"]
        + passes("B", 8))
    #expect(found.count == 2, "\(found)")
  }

  /// B worked, and not A, as the line far back says. Who is named for the first time in between was
  /// there all the while.
  @Test(arguments: [["C"], (0..<100).map { "C\($0)" }])
  func aLineFarBackMeantSomebodyElse(cabs: [String]) throws {
    func found(_ count: Int) throws -> [String] {
      try lookBack(
        ["start A X", "start B X", "work A"]
          + (0..<count).map { "pass \(cabs[$0 % cabs.count])" }
          + ["praise A", "rest B"] + passes("B", 8))
    }
    let near = try found(1_000)
    #expect(near == ["1004 wronglyAccepted: line 3, work, was taken as meaning cab B"], "\(near)")
    let far = try found(2_200)
    #expect(far.count == 2, "\(far)")
  }

  /// A was dismissed while all were halted, and that was written long after. Nobody is named in the
  /// line that ended the halt, or a stand at which A never was.
  @Test(arguments: [("", ""), ("stand: Stand", " S")])
  func whatCameLateMayBelongBeforeALineThatNamesNobody(parameter: String, named: String) throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Halts
      requirements "requirements.tsv"

      state halted: Bool = false

      entity Stand
        queue: Queue<Cab>

      entity Cab
        free: Bool = true

      message gone

      event halt() from office
        require not halted
        halted = true

      event resume(\(parameter)) from office
        require halted
        halted = false

      event dismiss(cab: Cab) from office
        require halted
        require cab.free
        cab.free = false

      event leave(cab: Cab) from cab
        case cab.free
          cab.free = false
          notify cab gone

      event pass(cab: Cab) from office
      """)
    let lines =
      ["halt", "resume\(named)", "leave A >"] + passes("B", 30) + ["dismiss A"] + passes("B", 30)
    #expect(
      try OneLineASecond.lookBack(lines, rules)
        == ["3 notification: line 34, dismiss, was taken as coming before line 2, resume"])
  }

  /// Where there are few, each is in many lines. A was dropped before it left; which of the two
  /// lines says so is told by the messages.
  @Test func whatCameLateAndIsRightWhereItStands() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Lists
      requirements "requirements.tsv"

      entity Cab
        listed:  Bool = false
        outside: Bool = false
        free:    Bool = true

      message gone

      event enlist(cab: Cab) from office
        require not cab.listed
        cab.listed = true

      event drop(cab: Cab) from office
        require cab.listed
        require not cab.outside
        cab.listed = false
        case cab.free
          cab.free = false
          notify cab gone

      event leave(cab: Cab) from cab
        require not cab.outside
        cab.outside = true

      event return(cab: Cab) from cab
        require cab.outside
        cab.outside = false

      event pass(cab: Cab) from office
      """)
    let start = ["enlist A", "leave A", "enlist A", "return A"] + passes("B", 20)
    let often = (0..<20).flatMap { _ in ["pass A", "pass B"] }
    #expect(
      try OneLineASecond.lookBack(start + ["drop A >gone:A", "drop A >"] + often, rules)
        == ["3 wronglyAccepted: line 25, drop, was taken as coming before line 2, leave"])
  }

  /// What was done before all were halted, and written behind that with its instant, is one fault.
  @Test func whatIsOutOfOrderBelongsBeforeALineThatNamesNobody() throws {
    let rules = try OneLineASecond.rules(Shifts.text)
    let lines = ["start@1 B", "halt@20", "start@10 A", "resume@20", "stop@30 A", "stop@31 B"]
    #expect(
      try OneLineASecond.lookBack(lines, rules)
        == ["3 order: taken as coming before line 2, halt"])
  }

  /// A started before all were halted, and that was written long after; many lines about A are
  /// closer, and another start is where it belongs.
  @Test func whatCameLateIsTheFirstOfItsKind() throws {
    let rules = try OneLineASecond.rules(Shifts.text)
    let lines =
      passes("B", 2) + ["halt", "stop A"] + Array(repeating: "look A", count: 12)
      + ["resume", "start A", "close"] + passes("B", 10) + ["start A", "stop A"] + passes("B", 10)
    #expect(
      try OneLineASecond.lookBack(lines, rules)
        == ["4 wronglyAccepted: line 18, start, was taken as coming before line 3, halt"])
  }

  /// The same, and others like it are before it.
  @Test func whatCameLateIsOneOfMany() throws {
    let rules = try OneLineASecond.rules(Shifts.text)
    let shifts = (1...3).flatMap { _ in ["start A", "stop A"] + passes("B", 5) }
    let lines =
      passes("B", 2) + ["halt", "stop A", "resume"] + passes("B", 20) + shifts
      + ["start A", "close"] + passes("B", 5) + ["start A", "stop A"] + passes("B", 20)
    #expect(
      try OneLineASecond.lookBack(lines, rules)
        == ["4 wronglyAccepted: line 47, start, was taken as coming before line 3, halt"])
  }

  /// The stand of A was shut, as the line before says of another; A is in all lines before that.
  @Test func theLatestLinesAreTriedFirst() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Stands
      requirements "requirements.tsv"

      entity Stand
        isOpen: Bool = true
        queue:  Queue<Cab>

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
        require cab.stand is not none and not cab.stand.isOpen
        remove cab from cab.stand.queue
        cab.stand = none

      event pass(cab: Cab) from driver
      """)
    let lines =
      ["park A S1", "park B S2"] + passes("A", 70) + ["shut S2", "leave A"] + passes("A", 14)
      + ["park C S2", "open S1"]
    #expect(
      try OneLineASecond.lookBack(lines, rules)
        == ["74 wronglyAccepted: line 73, shut, was taken as meaning stand S1"])
  }
}
