import Findings
import Replay
import Testing

@Suite struct TimeTests {
  @Test func obligationInTime() {
    let result = Workshop.replay(
      Workshop.offered, #"{"at":11000,"event":"expires","job":"J1"}"#,
      #"{"at":12000,"event":"give","job":"J1"}"#)
    #expect(result.verdict == .conforms)
    #expect(result.exercised["event expires"] == .init(times: 1, leastMargin: 0))
    #expect(result.exercised["property prompt1"]?.leastMargin == 0)
  }

  @Test func marginsAreLeastOnes() {
    let result = Workshop.replay(Workshop.accepted)
    #expect(result.exercised["event accept"] == .init(times: 1, leastMargin: 9_000))
    #expect(result.exercised["property prompt1"]?.leastMargin == 1_000)
    #expect(result.exercised["guard join: isOpen"]?.times == 2)
    #expect(result.exercised["property joins"]?.times == 2)
    #expect(result.exercised["event expires"] == nil)
  }

  @Test func missedObligationIsPerformedWhenDue() throws {
    let result = Workshop.replay(
      Workshop.offered, #"{"at":11500,"observe":{"Job.stage":{"J1":"waiting"}}}"#)
    #expect(result.brief == ["7 missed expires"])
    let finding = try #require(result.findings.first)
    #expect(finding.at == 11_000)
    #expect(finding.expected == "expires, due 1970-01-01T00:00:11.000Z")
    #expect(finding.observed == "not recorded by line 7")
  }

  @Test func lateObligationIsOneFinding() {
    let result = Workshop.replay(
      Workshop.offered, #"{"at":11500,"event":"expires","job":"J1"}"#,
      #"{"at":11500,"event":"give","job":"J1"}"#)
    #expect(result.brief == ["7 missed expires"])
    #expect(result.findings.first?.observed == "recorded 500ms later")
  }

  @Test func earlyObligation() {
    let result = Workshop.replay(
      Workshop.offered, #"{"at":10999,"event":"expires","job":"J1"}"#,
      #"{"at":10999,"event":"give","job":"J1"}"#)
    #expect(result.brief == ["7 early expires"])
  }

  @Test func obligationAgainstAGuard() {
    let result = Workshop.replay(
      Workshop.accepted, #"{"at":3000,"event":"expires","job":"J1"}"#)
    #expect(result.brief == ["8 forbidden expires"])
  }

  @Test func answerAfterTheDeadlineIsTheFault() {
    let result = Workshop.replay(
      Workshop.offered,
      #"{"at":11001,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"ok"}"#,
      #"{"at":11001,"observe":{"Job.stage":{"J1":"done"}}}"#)
    #expect(result.brief == ["7 wronglyAccepted accept"])
  }

  @Test func promptIsTardyOnceUntilItEnds() {
    let order = #"{"at":1000,"event":"order","owner":"O1","code":7,"job":"J1","outcome":"ok"}"#
    let result = Workshop.replay(
      Workshop.opened, order, #"{"at":2000,"observe":{}}"#, #"{"at":2001,"observe":{}}"#,
      #"{"at":9000,"observe":{}}"#, #"{"at":9000,"event":"give","job":"J1"}"#)
    #expect(result.brief == ["7 tardy prompt1"])
    #expect(result.findings.first?.requirements == ["R6"])
  }

  /// Nothing happened from one line to the next: all that was due in between is one fault, and each
  /// is named.
  @Test(arguments: [2, 40]) func whatIsMissedInOnePauseIsOneFinding(count: Int) throws {
    let orders = (1...count).map { number in
      #"{"at":\#(1000 + number),"event":"order","owner":"O1","code":7,"job":"J\#(number)","outcome":"ok"}"#
    }
    let result = Workshop.replay(
      Workshop.opened, orders.joined(separator: "\n"), #"{"at":90000,"observe":{}}"#)
    #expect(result.brief == ["\(5 + count) tardy prompt1"])
    let finding = try #require(result.findings.first)
    let named = (2...count).prefix(Finding.mostAlongside).map { number in
      Finding.Alongside(
        kind: .tardy, rule: "prompt1", entity: "j J\(number)", at: Int64(2000 + number))
    }
    #expect(finding.entity == "j J1" && finding.alongside == named)
    #expect(finding.downstream == count - 1 - named.count)
    // What is missed in the next pause is another one.
    let later = Workshop.replay(
      Workshop.opened, orders[0], #"{"at":1500,"event":"close","outcome":"ok"}"#,
      #"{"at":2500,"observe":{}}"#, #"{"at":2600,"event":"open","outcome":"ok"}"#,
      orders[1].replacing("1002", with: "2700"), #"{"at":9000,"observe":{}}"#)
    #expect(later.brief == ["7 tardy prompt1", "10 tardy prompt1"])
  }

  @Test func whatAMissedObligationIntroducesIsNamedLater() {
    // The inspection is due at 11 s; its line comes late, and says what the grade is.
    let late = Workshop.replay(
      Workshop.accepted, #"{"at":12000,"observe":{}}"#,
      #"{"at":12500,"event":"inspect","job":"J1","check":"C1","grade":5}"#,
      #"{"at":12500,"event":"pass","check":"C1","within":4,"outcome":"refused"}"#,
      #"{"at":12500,"event":"pass","check":"C1","within":5,"outcome":"ok"}"#)
    #expect(late.brief == ["8 missed inspect"])
    #expect(late.entities["Check"] == 1)
  }

  @Test func anotherLineMayNameIt() {
    let result = Workshop.replay(
      Workshop.accepted, #"{"at":12000,"observe":{"grade":{"C1":3}}}"#,
      #"{"at":12500,"event":"pass","check":"C1","within":2,"outcome":"ok"}"#)
    #expect(result.brief == ["8 missed inspect", "9 wronglyAccepted pass"])
  }

  @Test func unrecordedObligationThatIsDueNow() {
    let result = Workshop.replay(
      Workshop.accepted,
      #"{"at":11000,"event":"pass","check":"C1","within":2,"outcome":"refused"}"#)
    #expect(result.brief.first == "8 identity pass")
    let known = Workshop.replay(
      Workshop.offered, #"{"at":11000,"event":"give","job":"J1"}"#)
    #expect(known.brief == ["7 missed expires"])
  }

  @Test func timeGoesBack() {
    let result = Workshop.replay(
      Workshop.offered,
      #"{"at":999,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"ok"}"#)
    #expect(result.brief == ["7 order time"])
    #expect(result.findings.first?.repair == "the line was judged at 1970-01-01T00:00:01.000Z")
  }

  @Test func toleranceCountsWhatItForgives() {
    let lines =
      Workshop.offered + """

        {"at":11200,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"ok"}
        """
    let strict = Workshop.replay(lines, options: ReplayOptions(tolerance: 199))
    #expect(strict.verdict == .violates)
    let tolerant = Workshop.replay(lines, options: ReplayOptions(tolerance: 200))
    #expect(tolerant.verdict == .conforms)
    #expect(tolerant.tolerance == 200)
    #expect(tolerant.needsTolerance)
    #expect(tolerant.tolerated == ["event expires": .init(times: 1, most: 200)])
    let unneeded = Workshop.replay(Workshop.accepted, options: ReplayOptions(tolerance: 200))
    #expect(!unneeded.needsTolerance && unneeded.tolerated.isEmpty)
  }

  @Test func toleranceForgivesEarlinessAndDisorder() {
    let result = Workshop.replay(
      Workshop.offered, #"{"at":10900,"event":"expires","job":"J1"}"#,
      #"{"at":10850,"event":"give","job":"J1"}"#, options: ReplayOptions(tolerance: 100))
    #expect(result.verdict == .conforms)
    #expect(
      result.tolerated == [
        "event expires": .init(times: 1, most: 100), "time": .init(times: 1, most: 50),
      ])
  }

  @Test func noDeadlineBeforeTheFirstInstant() {
    let result = Workshop.replay(
      #"{"observe":{"bench":{"W1":"B1"}}}"#,
      #"{"at":1456682587120,"event":"open","outcome":"ok"}"#,
      #"{"at":1456682587120,"event":"order","owner":"O1","code":7,"job":"J1","outcome":"ok"}"#)
    #expect(result.verdict == .conforms)
  }

  @Test(arguments: [
    (Int64.min, "-292275055-05-16T16:47:04.192Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (0, "1970-01-01T00:00:00.000Z"), (.max, "292278994-08-17T07:12:55.807Z"),
  ]) func everyInstantHasAText(_ milliseconds: Int64, _ text: String) {
    #expect(Instants.timestamp(milliseconds) == text)
  }

  /// A was found again, which no line records: it is not the server that is late each time.
  @Test func whatWasLetPassIsThoughtOfLast() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Losses
      requirements "requirements.tsv"

      parameter reaction = 0 s

      entity Cab
        lost:  Bool = false
        asked: Bool = false
        seen:  Bool = false

      event lose(cab: Cab) from world
        cab.lost = true

      event find(cab: Cab) from cab
        require not cab.seen
        cab.lost = false

      event see(cab: Cab) from office
        cab.seen = true

      event ask(cab: Cab) from system
        require not cab.asked
        cab.asked = true

      event answer(cab: Cab) from cab
        require cab.asked
        cab.asked = false

      event takeBack(cab: Cab) from system
        require cab.asked and cab.lost
        cab.asked = false

      prompt passOn "Who is lost is not asked."
        all c: Cab: c.asked and c.lost lasts at most reaction

      event pass(cab: Cab) from office
      """)
    let asked = ["ask A", "pass B", "answer A"]
    // What was refused is no record of it.
    for behind in [[], ["see A", "!find A"]] {
      #expect(
        try OneLineASecond.replay(["lose A"] + asked + behind + passes("B", 600) + asked, rules)
          == ["3 tardy: taken as preceded by find of cab A, which no line records"])
    }
    // What a line records happened when it says.
    #expect(
      try OneLineASecond.replay(["lose A"] + asked + ["find A"] + passes("B", 600) + asked, rules)
        == ["3 tardy: time was let pass"])
  }

  /// That something lasted too long shows with a line that is right: what nobody logs may have ended
  /// it in time.
  @Test func whatNobodyLogsEndedInTime() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Lights
      requirements "requirements.tsv"

      entity Lamp
        isOn: Bool = false

      event light(lamp: Lamp) from keeper
        require not lamp.isOn
        lamp.isOn = true

      event put(lamp: Lamp) from keeper
        require lamp.isOn
        lamp.isOn = false

      bounded burns "No lamp burns for longer than five seconds."
        all l: Lamp: l.isOn lasts at most 5 s

      event pass(lamp: Lamp) from keeper
      """)
    let lines = ["light A"] + passes("B", 20)
    #expect(try OneLineASecond.replay(lines, rules).map { $0.prefix(10) } == ["7 property"])
    #expect(try OneLineASecond.replay(lines, rules, hidden: ["put"]) == ["put 1"])
  }
}
