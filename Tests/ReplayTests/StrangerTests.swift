import Findings
import Replay
import Testing

/// Lines that name somebody whom no line has introduced.
@Suite struct StrangerTests {
  private static let text = """
    rulebook Orders
    requirements "requirements.tsv"

    type Stage = waiting | offered | done

    message welcome

    entity Owner

    entity Cab
      busy: Bool = false

    entity Job
      owner: Owner
      stage: Stage = waiting
      cab:   Cab? = none
      heavy: Bool

    event order(owner: Owner, heavy: Bool) from owner -> new job: Job
      require no j: Job where j.stage is not done: j.owner is owner
      job.owner = owner
      job.heavy = heavy

    event cancel(owner: Owner, job: Job) from owner
      require job.owner is owner
      require job.stage is waiting
      job.stage = done

    event offer(job: Job, cab: Cab) from server
      require job.stage is waiting
      require not cab.busy
      job.stage = offered
      job.cab   = cab
      cab.busy  = true

    event accept(job: Job, cab: Cab) from driver
      require job.stage is offered and job.cab is cab
      job.stage = done

    event finish(cab: Cab) from driver
      require cab.busy
      cab.busy = false

    event unload(job: Job) from driver
      require job.heavy
      require job.stage is done

    event arrive(cab: Cab) from driver
      case not cab.busy
        notify cab welcome

    event pass(cab: Cab) from driver
    """

  private func replay(_ lines: [String]) throws -> [String] {
    try OneLineASecond.replay(lines, OneLineASecond.rules(Self.text))
  }

  /// Who replays a log of the middle of a day is told how that is done.
  @Test(arguments: [2, 20])
  func aTraceThatBeginsInMidStreamBringsAdvice(strangers: Int) throws {
    let lines = (0..<strangers).map {
      #"{"at":\#($0)000,"event":"offer","job":"J\#($0)","cab":"C\#($0)"}"#
    }.joined(separator: "\n")
    for startsUnknown in [false, true] {
      var replayer = Replayer(
        try OneLineASecond.rules(Self.text), options: ReplayOptions(startsUnknown: startsUnknown))
      replayer.feed(Array((lines + "\n").utf8)[...])
      replayer.endOfTrace()
      let advice = replayer.finish().notes.filter { $0.contains("replay it with --start unknown") }
      #expect(advice.count == (strangers == 20 && !startsUnknown ? 1 : 0))
    }
  }

  /// J2 is introduced by the line behind, or by the refused order: one of the two is wrong.
  @Test func whoIsIntroducedBehindTheLine() throws {
    let found = try replay([
      "!order O1 false", "pass A", "offer J2 B", "order O2 false J2", "accept J2 B", "finish B",
      "order O1 false J3", "offer J3 A", "accept J3 A",
    ])
    #expect(
      found == [
        "1 wronglyRefused: taken as accepted: what follows shows that it was",
        "4 identity: the line was left out",
      ])
  }

  /// What it says of the job is as the refused line says: only then may it be unloaded.
  @Test func aRefusalThatWasNone() throws {
    let first = ["order O1 true J0", "offer J0 A", "accept J0 A", "finish A", "unload J0"]
    #expect(
      try replay(
        first + ["!order O1 true", "offer J1 A", "accept J1 A", "finish A"] + passes("B", 30)
          + ["unload J1"])
        == ["6 wronglyRefused: taken as accepted: what follows shows that it was"])
  }

  /// The same where no line behind it that is looked at shows what the job is: the refused one says.
  @Test func whatARefusedLineSaysIsBelieved() throws {
    let found = try replay(
      ["pass B", "!order O1 true", "offer J1 A", "accept J1 A", "finish A"]
        + passes("B", 800) + ["unload J1"])
    #expect(found == ["2 wronglyRefused: taken as accepted: what follows shows that it was"])
  }

  private static let choices = """
    rulebook Choices
    requirements "requirements.tsv"

    message ready

    entity Owner

    entity Cab

    entity Job
      owner:  Owner
      heavy:  Bool
      cab:    Cab
      aboard: Bool = false
      over:   Bool = false

    event order(owner: Owner, heavy: Bool) from owner -> new job: Job, cab: Cab
      require no j: Job where not j.over: j.owner is owner
      job.owner = owner
      job.heavy = heavy
      job.cab   = cab

    event board(job: Job, cab: Cab) from driver
      require job.cab is cab
      require not job.aboard
      job.aboard = true

    event unload(job: Job) from driver
      require job.aboard
      require job.heavy
      job.over = true
      notify job.owner ready

    event call(job: Job) from driver
      require not job.over

    event pass(cab: Cab) from driver
    """

  /// Which cab was chosen no line tells: A boards all the same, and what he unloads was heavy.
  @Test func whatTheServerChoseIsAsItFoundIt() throws {
    let found = try OneLineASecond.replay(
      ["order O1 true J0 A", "board J0 A", "unload J0", "!order O1 false", "board J1 A"]
        + passes("B", 30) + ["unload J1"],
      OneLineASecond.rules(Self.choices))
    #expect(
      found == ["4 wronglyRefused: taken as preceded by order of owner O1, which no line records"])
  }

  /// Which cab was chosen no line tells, and so nobody knows whether B may board: that follows.
  @Test func whatARefusedLineDidNotTellIsNoFault() throws {
    let found = try OneLineASecond.replay(
      ["order O1 true J0 A", "board J0 A", "unload J0", "!order O1 true", "call J1"]
        + ["!board J1 B", "board J1 A", "unload J1"] + passes("B", 30),
      OneLineASecond.rules(Self.choices))
    #expect(found.map { String($0.prefix { $0 != ":" }) } == ["4 wronglyRefused"], "\(found)")
  }

  /// Who ordered what A boards, only a line behind tells: by whom it has told that it is there.
  @Test func whoseOrderNoLineRecords() throws {
    let known = (0..<9).flatMap {
      ["order O\($0) true J\($0) A", "board J\($0) A", "unload J\($0)"]
    }
    let found = try OneLineASecond.replay(
      known + [
        "board J9 A", "pass B", "unload J9 >ready:O7", "order O7 true J10 A", "board J10 A",
      ],
      OneLineASecond.rules(Self.choices))
    #expect(
      found == ["28 identity: taken as preceded by order of owner O7, which no line records"])
  }

  /// An order that was refused is there after all, as the line about it had it: the cab that it is
  /// offered is busy, and what was heavy is unloaded.
  @Test func whoWasRefusedIsThereLater() throws {
    let found = try replay(
      ["pass B", "!order O1 true"] + passes("B", 800) + ["offer J1 A"] + passes("B", 800)
        + ["accept J1 A", "finish A", "unload J1", "offer J1 A"])
    #expect(
      found == [
        "2 wronglyRefused: taken as accepted: what follows shows that it was",
        "1607 wronglyAccepted: taken as done",
      ])
  }

  /// A line that is refused itself may be about anybody.
  @Test func aRefusedLineNamesWhomARefusalKeptFromBeingKnown() throws {
    let found = try replay(
      ["pass B", "!order O1 true"] + passes("B", 800) + ["!cancel O2 J1", "cancel O1 J1"])
    #expect(found == ["2 wronglyRefused: taken as accepted: what follows shows that it was"])
  }

  /// Nobody knows what became of A when he was offered a job of which nobody knows.
  @Test func withWhomAStrangerDeals() throws {
    let stranger = ["order O1 false J1", "offer J9 A"]
    func found(_ between: [String]) throws -> [String] {
      try replay(stranger + between + ["finish A", "offer J1 A", "accept J1 A", "finish A"])
        .map { String($0.prefix { $0 != ":" }) }
    }
    #expect(try found(passes("B", 12)) == ["2 identity"])
    // To pass he need not be free.
    #expect(try found(passes("B", 6) + ["pass A"] + passes("B", 6)) == ["2 identity"])
    // Who is not free is not welcomed.
    #expect(try found(passes("B", 12) + ["arrive A >"]) == ["2 identity"])
    // He was free when he was offered another.
    #expect(
      try found(
        ["order O2 false J2", "offer J2 A", "accept J2 A", "finish A"] + passes("B", 12))
        == ["2 identity", "19 wronglyAccepted"])
  }

  /// A took a job of a plan that nobody knows: what he does then follows from that.
  @Test func whomAStrangerIntroducesIsUnknownByTheSameCause() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Plans
      requirements "requirements.tsv"

      entity Plan
        scrapped: Bool = false

      entity Job
        plan: Plan

      entity Cab
        busy: Bool = false

      event plan() from office -> new plan: Plan

      event scrap(plan: Plan) from office
        require not plan.scrapped
        plan.scrapped = true

      event begin(plan: Plan) from office -> new job: Job
        job.plan = plan

      event take(job: Job, cab: Cab) from cab
        require not cab.busy
        cab.busy = true

      event finish(cab: Cab) from cab
        require cab.busy
        cab.busy = false

      event pass(cab: Cab) from office
      """)
    #expect(
      try OneLineASecond.replay(
        ["pass A", "!scrap P"] + passes("B", 520) + ["begin P J", "take J A", "finish A"], rules)
        == ["2 identity: the line was left out"])
  }
}
